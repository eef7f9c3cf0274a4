#pragma once

#include "ull-lengths.h"

G_BEGIN_DECLS

/* Which requests come. */
typedef enum
{
  ULL_LOAD_RANDOM,   /* drawn one by one */
  ULL_LOAD_SESSIONS, /* clients that talk: a prompt is the history and a new question */
  ULL_LOAD_TRACE,    /* a recorded log */
  ULL_N_LOAD_KINDS,
} UllLoadKind;

/* When they come. */
typedef enum
{
  ULL_ARRIVALS_CLOSED,  /* so many clients, each sends its next request when the last is answered */
  ULL_ARRIVALS_POISSON,
  ULL_ARRIVALS_GAMMA,   /* with a coefficient of variation */
  ULL_ARRIVALS_ON_OFF,  /* Poisson in phases, none between them */
  ULL_ARRIVALS_TRACE,   /* as the log has them */
  ULL_N_ARRIVALS,
} UllArrivals;

/* The coefficients of a step's time, in microseconds. */
typedef enum
{
  ULL_STEP_BASE,    /* of every step, */
  ULL_STEP_TOKEN,   /* of each token in it, */
  ULL_STEP_CONTEXT, /* of each token that is resident of what runs in it */
  ULL_N_STEP_COEFFICIENTS,
} UllStepCoefficient;

/**
 * UllLoad:
 *
 * What a simulation is given besides a scenario. A plain value that one may fill after ull_load_new() or ull_load_copy() and
 * that is immutable once it is shared; reference-counted. ull_load_check() says whether its figures can be.
 */
typedef struct
{
  GRefString *preset;  /* (nullable): the id it began as */
  UllLoadKind kind;
  UllArrivals arrivals;
  double rate;         /* requests a second, of open arrivals; in its phases, of on/off */
  double cv;           /* of gamma */
  double on_seconds;
  double off_seconds;
  double speed;        /* of a trace: arrivals so many times as fast */
  gint64 requests;     /* of each level, at least four a client */
  guint64 seed;
  UllLengths *lengths; /* Owned: of a whole request, prompt and answer; of sessions, of a question; of a trace, unused */
  gboolean prompts_alone; /* of random requests, `lengths` are of the prompt, and the answer comes on top */
  UllLengths *outputs; /* Owned: of the answer; of a trace, unused */
  gint64 prefix_tokens;   /* that requests share; of sessions, the system prompt of all */
  double prefix_fraction; /* of random requests, those that begin with a prefix */
  gint64 prefixes;        /* how many there are, */
  double zipf;            /* the i-th as popular as i ^ -zipf */
  gint64 turns;           /* of a session */
  double think_seconds;   /* between an answer and the next question */
  double patience_seconds; /* a client leaves that has waited so long for the whole answer; below 0: never */
  gint64 cap;             /* sequences that run at once; 0: the engine's max sequences */
  GRefString *trace;      /* (nullable): the log's path */
  double step_us[ULL_N_STEP_COEFFICIENTS]; /* typed or fitted; NAN: from card and model */
  gboolean step_fitted;    /* they were fitted to a run's times, not typed */
  gint64 step_hidden;      /* where fitted: the first tokens of a step that take no time, behind the reading of the weights */
  GRefString *step_source; /* (nullable): where those come from, a phrase */
} UllLoad;

UllLoad *ull_load_new (void); /* the first preset's figures without its name */
UllLoad *ull_load_copy (const UllLoad *load);
UllLoad *ull_load_ref (UllLoad *load);
void ull_load_unref (UllLoad *load);
gboolean ull_load_equal (const UllLoad *a, const UllLoad *b); /* (nullable) both */
/* Copies with one thing changed are what an editor makes: these set a member that is owned. */
void ull_load_set_lengths (UllLoad *load, UllLengths *lengths);
void ull_load_set_outputs (UllLoad *load, UllLengths *outputs);
void ull_load_set_trace (UllLoad *load, const char *path);
void ull_load_set_step_source (UllLoad *load, const char *source);
/* ULL_ERROR_INVALID: the sentence names the figure and what would be right. */
gboolean ull_load_check (const UllLoad *load, GError **error);

const char *ull_load_kind_get_id (UllLoadKind kind); /* "sessions" */
/* "closed", "poisson:4", "gamma:4,2", "onoff:4,10,30", "trace": as --arrivals takes it. ULL_ERROR_USAGE; sets the members that
 * belong to it. */
gboolean ull_load_parse_arrivals (UllLoad *load, const char *text, GError **error);
char *ull_load_dup_arrivals (const UllLoad *load);

/* A load that teaches something. */
typedef struct
{
  const char *id;
  const char *title;   /* untranslated: _() it, as are the next two */
  const char *lesson;  /* what it teaches, a sentence */
  const char *source;  /* where its figures are from, a phrase */
  const char *log;     /* (nullable): the public file that was fitted, as it is called, and whose it is */
} UllLoadPreset;

guint ull_load_get_n_presets (void);
const UllLoadPreset *ull_load_get_preset (guint index);
/* (transfer full) NULL where there is no such preset. */
UllLoad *ull_load_new_preset (const char *id);
/* Whether its requests are those of the preset that it was begun with, however many of them are run and with whatever step. */
gboolean ull_load_is_preset (const UllLoad *load);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllLoad, ull_load_unref)

G_END_DECLS
