#pragma once

#include "ull-chart-private.h"
#include "ull-stack.h"

G_BEGIN_DECLS

/* Cards beside the one that is drawn, those of a stage together. */
typedef struct
{
  gint64 stage; /* from 0 */
  gint64 cards;
  gint64 below; /* bytes below the pool, */
  gint64 room;  /* of the pool, */
  gint64 used;  /* and of it what the requests take */
} UllOtherCards;

typedef struct
{
  gint64 cards; /* in all */
  guint n;
  UllOtherCards group[ULL_MAX_STAGE_BYTES];
} UllOthers;

/* Of a disclosure that holds an answer. */
void ull_other_cards_init (UllOthers *others, const UllStack *stack, const UllDisclosure *disclosure);
/* (transfer full) */
char *ull_other_cards_describe (const UllOtherCards *cards, const UllDisclosure *disclosure);

/* The vessel in pixels, laid out left to right: scale, walls, label column. Where the layout is mirrored only the
 * helpers here know. */
typedef struct
{
  UllDraft *draft;
  UllStack stack;
  UllOthers others; /* none where there is no room */
  gboolean answered;
  double others_left;   /* where the other cards begin */
  double left, right;   /* inner edges of the walls */
  double zero;          /* y of 0 bytes */
  double rim;           /* y of the whole card */
  double ceiling;       /* y of the most that is drawn, above the rim where the overflow passes it */
  double per_byte;      /* pixels */
  double line_y;
  double label_x;
  double gap;           /* from the outer edge of the right wall to the labels */
  double edge[ULL_MAX_STACK_PARTS + 1]; /* y of the parts' bounds, from the bottom */
} UllVessel;

#define ULL_WALL 3.0
#define ULL_RING 6.5

typedef struct
{
  const char *id;
  char *line[4];
  guint n_lines;
  guint n_bold;     /* the first lines are the name */
  gboolean strong;
  UllInk name_ink, detail_ink;
  double want;      /* y that the label speaks of */
  double from;      /* x where its leader starts */
  double centre;    /* y where it came to stand */
  int rank;         /* the highest goes first where there is no room */
  const UllStackPart *part; /* NULL: the load line, the overflow, the ghost */
} UllVesselLabel;

#define ULL_MAX_VESSEL_LABELS (ULL_MAX_STACK_PARTS + 3)

typedef struct
{
  UllVesselLabel label[ULL_MAX_VESSEL_LABELS];
  guint n;
  double width;
} UllVesselLabels;

double ull_vessel_y (const UllVessel *vessel, double bytes);

/* Mirrored where the layout is. */
double ull_vessel_x (const UllVessel *vessel, double x);
UllMark *ull_vessel_rect (const UllVessel *vessel, const char *id, double x, double y, double width, double height);
void ull_vessel_point (const UllVessel *vessel, double x, double y);
UllMark *ull_vessel_text (const UllVessel *vessel, const char *id, double x, double y, const char *text, double size,
                          int weight, UllAnchor anchor, UllInk ink);

/* Names, sizes and their width; the room they may take decides how much is said. */
void ull_vessel_labels_init (UllVesselLabels *labels, UllVessel *vessel, double wide, double most);
void ull_vessel_labels_draw (UllVesselLabels *labels, UllVessel *vessel);
void ull_vessel_labels_clear (UllVesselLabels *labels);

/* The room that the other cards take of @whole. */
double ull_vessel_others_width (UllVessel *vessel, double whole);
void ull_vessel_draw_others (UllVessel *vessel);

void ull_vessel_draw_parts (UllVessel *vessel);
void ull_vessel_draw_overflow (UllVessel *vessel);
void ull_vessel_draw_level (UllVessel *vessel);

G_END_DECLS
