#pragma once

#include "ull-frame.h"

#include <glib.h>

G_BEGIN_DECLS

/* A picture as a flat list of marks: made from numbers alone, painted once. Tests read it as text. Coordinates are
 * CSS pixels (96 a inch) from the top left. Colours are resolved: 0xRRGGBBAA. */

typedef enum
{
  ULL_MARK_RECT,
  ULL_MARK_PATH,   /* polyline; closed and filled where fill has alpha */
  ULL_MARK_CIRCLE, /* x, y centre; width = diameter */
  ULL_MARK_TEXT,
} UllMarkKind;

typedef enum
{
  ULL_PATTERN_NONE,
  ULL_PATTERN_CROSS_HATCH,
  ULL_PATTERN_DOTS_STAGGERED,
  ULL_PATTERN_BRICKS,
  ULL_PATTERN_LINES_FALLING,
  ULL_PATTERN_GRID,
  ULL_PATTERN_DASHES,
  ULL_PATTERN_WAVES,
  ULL_PATTERN_LINES_RISING,
  ULL_PATTERN_DOTS_SPACED,
  ULL_PATTERN_HAIRLINES_RISING,
  ULL_PATTERN_BARS, /* overflow: 4 px bars at 45 degrees */
  ULL_PATTERN_LOWER_THIRD,
  ULL_N_PATTERNS,
} UllPattern;

typedef enum
{
  ULL_ANCHOR_START,
  ULL_ANCHOR_MIDDLE,
  ULL_ANCHOR_END,
} UllAnchor;

typedef struct
{
  UllMarkKind kind;
  const char *id;     /* interned: the part this mark belongs to ("weights", "curve-bf16"), or NULL */
  double x, y, width, height;
  double radius;      /* of a rect's corners */
  guint32 fill;
  guint32 stroke;
  double line_width;
  double dash[4];     /* zeros: solid */
  UllPattern pattern;
  guint32 ink;        /* the pattern's */
  gboolean closed;
  guint first_point, n_points; /* of a path, in the scene's point array */
  /* text: x, y is the anchor point on the baseline */
  char *text;         /* owned by the scene */
  double size;        /* points */
  int weight;         /* 400, 700, 800 */
  gboolean italic;
  UllAnchor anchor;
} UllMark;

/* An area that answers to the pointer and the arrow keys: a part of the stack, a datum of a curve. */
typedef struct
{
  const char *id;
  double x, y, width, height;
  char *description; /* owned: spoken and shown on hover, both units and the step it comes from */
  int step;          /* index in the derivation, or -1 */
  gint64 owner;      /* of blocks: the request's number; -1: nobody */
} UllSpot;

typedef struct _UllScene UllScene;

UllScene *ull_scene_new (double width, double height);
void ull_scene_free (UllScene *scene);
double ull_scene_get_width (const UllScene *scene);
double ull_scene_get_height (const UllScene *scene);
/* The title and the text alternative of the whole picture. */
const char *ull_scene_get_title (const UllScene *scene);
const char *ull_scene_get_description (const UllScene *scene);
void ull_scene_set_title (UllScene *scene, const char *title);
void ull_scene_set_description (UllScene *scene, const char *description);

/* Each adds a mark and returns it to be filled in; valid until the next is added. */
UllMark *ull_scene_add_rect (UllScene *scene, const char *id, double x, double y, double width, double height);
UllMark *ull_scene_add_circle (UllScene *scene, const char *id, double x, double y, double diameter);
/* Begin a path; points follow. */
UllMark *ull_scene_add_path (UllScene *scene, const char *id);
void ull_scene_add_point (UllScene *scene, double x, double y);
UllMark *ull_scene_add_text (UllScene *scene,
                             const char *id,
                             double x,
                             double y,
                             const char *text,
                             double size,
                             int weight,
                             UllAnchor anchor,
                             guint32 colour);
UllSpot *ull_scene_add_spot (UllScene *scene, const char *id, double x, double y, double width, double height,
                             char *description, int step);

/* How far a scene has come; what was added after it is taken back, so that a chart can be laid out anew. */
typedef struct
{
  guint marks, points, spots;
} UllSceneEnd;
UllSceneEnd ull_scene_get_end (const UllScene *scene);
void ull_scene_cut (UllScene *scene, UllSceneEnd end);

/* All 0 until it is set: a scene without a plane to point into. */
const UllFrame *ull_scene_get_frame (const UllScene *scene);
void ull_scene_set_frame (UllScene *scene, const UllFrame *frame);

const UllMark *ull_scene_get_marks (const UllScene *scene, guint *n_marks);
const UllSpot *ull_scene_get_spots (const UllScene *scene, guint *n_spots);
/* x, y pairs */
const double *ull_scene_get_points (const UllScene *scene, const UllMark *mark);

/* One mark a line, one decimal: for golden files. (transfer full) */
char *ull_scene_to_text (const UllScene *scene);

/* The same address for the same @id, for as long as the program runs: what marks and spots are named by. */
const char *ull_scene_intern (const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllScene, ull_scene_free)

G_END_DECLS
