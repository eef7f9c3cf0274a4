#pragma once

#include "ull-scenario.h"

G_BEGIN_DECLS

/* The card divided into named terms, and the pool that is left. Independent of a request's length.
 *
 *   given  = floor (allocatable * utilisation)      not given = allocatable - given
 *   line   = given - ceil (allocatable * headroom)  (the load line: the most the pool may reach)
 *   pool   = line - weights - overhead - …          never below 0: what is missing is `deficit`
 *
 * An engine may find some of the card gone before it counts, and take some beside what it was given: terms that are not
 * inside. Not given is then what is left of the card besides them; where nothing is, `refused` or `overlap` says by how much.
 *
 * The terms, the pool, and minus the deficit and the overlap, sum to the card to the byte. */

/* Bottom to top as they are drawn. */
typedef enum
{
  ULL_TERM_DRIVER,
  ULL_TERM_OTHERS,    /* other processes on the card */
  ULL_TERM_CONTEXT,   /* gone before an engine counts */
  ULL_TERM_RUNTIME,   /* "overhead": holds a typed overhead, which replaces every term that is default or formula */
  ULL_TERM_NON_TORCH, /* of the process, besides its allocator */
  ULL_TERM_WEIGHTS,
  ULL_TERM_LORA,
  ULL_TERM_DRAFT,     /* weights of a draft model */
  ULL_TERM_ACTIVATION,
  ULL_TERM_ENCODER,
  ULL_TERM_GRAPHS,
  ULL_TERM_COMMUNICATION,
  ULL_TERM_KV_POOL,
  ULL_TERM_HEADROOM,
  ULL_TERM_NOT_GIVEN,
  ULL_N_TERMS,
} UllTermId;

typedef enum
{
  ULL_SOURCE_MEASURED,
  ULL_SOURCE_FILE,
  ULL_SOURCE_FORMULA,
  ULL_SOURCE_TYPED,
  ULL_SOURCE_GUESS,
} UllSource;

typedef struct
{
  gint64 bytes;
  gint64 low;
  gint64 high;
  UllSource source;
  gboolean inside;  /* of what the engine was given */
  gboolean present; /* a term that does not apply is absent, not 0 */
} UllTerm;

/* What a term by formula is the sum of: ceil (product of the factors * rate), the rate in millionths of a byte. */
typedef enum
{
  ULL_PART_LOGITS,     /* sequences x vocabulary */
  ULL_PART_HIDDEN,     /* tokens x hidden */
  ULL_PART_MLP,        /* tokens x width */
  ULL_PART_EXPERTS,    /* tokens x experts of each x widths */
  ULL_PART_STAGES,     /* tokens x hidden, between the stages of a pipeline */
  ULL_PART_ENCODER,    /* a constant */
  ULL_PART_GRAPH_BASE, /* a constant */
  ULL_PART_GRAPHS,     /* layers */
  ULL_PART_GRAPH_EXPERTS, /* a constant */
  ULL_PART_LORA,       /* slots x rank x rows and columns */
  ULL_N_PARTS,
} UllPartId;

typedef struct
{
  UllPartId id;
  UllTermId term;
  gint64 factor[3]; /* of those that it has; 1 for the others */
  gint64 rate;
  gint64 bytes;
} UllTermPart;

#define ULL_MAX_TERM_PARTS 12

/* Rows that an engine with a rule pads a vocabulary to a multiple of. */
#define ULL_VOCABULARY_MULTIPLE 64

/* How a part of the weights comes to be what one card has of it:
 *
 *   ceil (divided / tp) + ceil (kv / kv_cards) + whole + made        or, of rows:
 *   ceil (divided * rows_each / rows)
 *
 * All in bytes of the stage that the card is of. */
typedef struct
{
  gint64 divided;
  gint64 kv;        /* of projections to KV heads, */
  gint64 kv_cards;  /* which have one head each at least: further cards have copies */
  gint64 whole;     /* on every card */
  gint64 made;      /* in no file: tables, copies, padding */
  gint64 rows;      /* of a vocabulary; 0: the part is no table of rows */
  gint64 rows_each; /* of the padded vocabulary, on one card */
  gint64 bytes;     /* what it comes to */
} UllWeightShare;

typedef struct
{
  gint64 weight_part[ULL_N_WEIGHT_PARTS]; /* that the weights term is the sum of; all 0 where they are not known */
  UllWeightShare weight_share[ULL_N_WEIGHT_PARTS]; /* of an engine that divides them by a rule, that rule; else all 0 */
  gint64 stage_layers;                             /* that the shares are of */
  UllTerm term[ULL_N_TERMS]; /* by UllTermId; KV_POOL is present only once the pool was computed */
  gint64 card;               /* what the driver reports: the vessel's height */
  gint64 allocatable;
  gint64 given;
  gint64 line;               /* at least 0 */
  gint64 fixed;              /* inside terms below the pool */
  gint64 fixed_low;
  gint64 fixed_high;
  gint64 outside;            /* terms that an engine's start finds gone, or that stand beside what it was given */
  gint64 free;               /* what a start finds free; -1: the convention does not ask */
  gint64 overlap;            /* outside terms over what was not given, else 0 */
  gint64 refused;            /* given over free: the engine would not start; else 0 */
  gint64 stage;              /* of a pipeline, the one that these are the terms of: it binds */
  gboolean divided_evenly;   /* weights by cards alone: of their shapes nothing is known */
  UllTermId widest;          /* the term whose range decides most; KV_POOL: the card's own size */
  guint n_parts;
  UllTermPart part[ULL_MAX_TERM_PARTS];
  gint64 pool;
  gint64 pool_low;
  gint64 pool_high;
  gint64 deficit;            /* fixed terms over the line, else 0 */
} UllBudget;

void ull_budget_set (UllBudget *budget, UllTermId id, const UllTerm *term);
/* Adds a part and its bytes to a term's sum. FALSE on overflow. */
gboolean ull_budget_add_part (UllBudget *budget,
                              UllTermId term,
                              UllPartId id,
                              gint64 first,
                              gint64 second,
                              gint64 third,
                              gint64 rate,
                              gint64 *sum);

/* What the terms come to: fixed, outside, and what is not given. */
gboolean ull_budget_add_up (UllBudget *budget, GError **error);

/* The card before anything is taken off it. */
void ull_budget_begin (const UllScenario *scenario, UllBudget *budget);
/* Everything but the pool: what a question gives away. */
gboolean ull_budget_terms (const UllScenario *scenario, UllBudget *budget, GError **error);
/* The pool from the terms. */
void ull_budget_close (UllBudget *budget);

const char *ull_term_get_id (UllTermId term);       /* "weights" */
const char *ull_term_get_label (UllTermId term);    /* translated: "Weights" */
const char *ull_source_get_id (UllSource source);   /* "file" */
const char *ull_source_get_label (UllSource source); /* translated: "from the file" */

G_END_DECLS
