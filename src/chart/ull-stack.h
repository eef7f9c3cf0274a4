#pragma once

#include "ull-disclosure.h"
#include "ull-palette.h"

G_BEGIN_DECLS

/* What stands in the vessel, from the bottom up: the picture, its text alternative, its spots and its table are made
 * from this one list. */

typedef struct
{
  const char *id;    /* "weights", "in-flight" */
  const char *name;  /* translated */
  UllArea area;
  gint64 level;      /* bytes below it */
  gint64 bytes;      /* of it inside the vessel's division; they sum to the card */
  gint64 size;       /* what it is in full: more than `bytes` where it passes the load line */
  gint64 low, high;
  int source;        /* UllSource, or -1 where it follows from the others */
  int step;          /* of the derivation, or -1 */
  gboolean withheld; /* it has no size that may be told */
} UllStackPart;

#define ULL_MAX_STACK_PARTS 20

typedef struct
{
  guint n_parts;
  UllStackPart part[ULL_MAX_STACK_PARTS];
  gint64 card;      /* at least 1 */
  gint64 line;      /* level of the load line */
  gint64 given;     /* bytes the load line leaves to the process */
  gint64 overflow;  /* over the load line; of a start that is refused, what it asks for over what is free */
  gboolean refused;
  gboolean weights_over; /* and it is not the cache that overflows */
  gint64 level;     /* of what is in use */
  gint64 level_low, level_high; /* where the estimates put it */
  gint64 request;   /* bytes of one request, as laid out; 0 where there is none */
  gint64 asked;     /* bytes of all requests asked for */
  gint64 demand_level; /* bytes below the requests' first byte */
} UllStack;

/* FALSE where the disclosure holds no answer: then only card, line and given are set; and where what is given is to be drawn, its
 * parts and one that is withheld, up to the load line. */
gboolean ull_stack_init (UllStack *stack, const UllDisclosure *disclosure);

/* Two decimals of GiB, or smaller units where that would be 0.00. (transfer full) */
char *ull_stack_format (gint64 bytes);
/* One line below a part's name: size, and where it comes from or what it means. @narrow: the size and little more.
 * (transfer full) */
char *ull_stack_detail (const UllStack *stack, const UllDisclosure *disclosure, const UllStackPart *part,
                        gboolean narrow);
char *ull_stack_line_detail (const UllStack *stack, const UllDisclosure *disclosure);
/* "Weights: 14.96 GiB (16.06 GB), from the file. Step 4, Weights." (transfer full) */
char *ull_stack_describe_part (const UllDisclosure *disclosure, const UllStackPart *part);
/* "Weights, attention: 2.50 GiB (2.68 GB)." (transfer full) */
char *ull_stack_describe_weights (const UllDisclosure *disclosure, UllWeightPart part);
char *ull_stack_describe_line (const UllStack *stack, const UllDisclosure *disclosure);
/* "Over the load line", or what it is of a start that is refused: translated. */
const char *ull_stack_overflow_label (const UllStack *stack);
char *ull_stack_describe_overflow (const UllStack *stack, const UllDisclosure *disclosure);
/* Index of the step in the derivation as far as it is shown, else -1. */
int ull_stack_step (const UllDisclosure *disclosure, UllStepId id);
/* The same of what this part of the weights comes to: its own step, or the one that it is an operand of. */
int ull_stack_weights_step (const UllDisclosure *disclosure, UllWeightPart part);

G_END_DECLS
