/* A scene is two growing arrays: marks in the order they are painted, and the points of all paths. Marks name their
 * points by index, so that neither array's growth can leave a pointer behind. Texts are owned by the scene. */
#include "ull-scene.h"

/* GLib's own table of interned strings is for names that a program has written; these are made, and may be many. */
const char *
ull_scene_intern (const char *id)
{
  static GMutex lock;
  static GHashTable *ids;
  const char *kept;

  g_mutex_lock (&lock);
  if (ids == NULL)
    ids = g_hash_table_new (g_str_hash, g_str_equal);
  kept = g_hash_table_lookup (ids, id);
  if (kept == NULL)
    {
      kept = g_strdup (id);
      g_hash_table_add (ids, (gpointer) kept);
    }
  g_mutex_unlock (&lock);
  return kept;
}

struct _UllScene
{
  double width;
  double height;
  char *title;
  char *description;
  UllFrame frame;
  GArray *marks;  /* UllMark */
  GArray *points; /* double, x and y in turn */
  GArray *spots;  /* UllSpot */
};

static void
clear_mark (gpointer data)
{
  UllMark *mark = data;

  g_clear_pointer (&mark->text, g_free);
}

static void
clear_spot (gpointer data)
{
  UllSpot *spot = data;

  g_clear_pointer (&spot->description, g_free);
}

UllScene *
ull_scene_new (double width, double height)
{
  UllScene *scene = g_new0 (UllScene, 1);

  scene->width = width;
  scene->height = height;
  scene->title = g_strdup ("");
  scene->description = g_strdup ("");
  scene->marks = g_array_sized_new (FALSE, TRUE, sizeof (UllMark), 128);
  g_array_set_clear_func (scene->marks, clear_mark);
  scene->points = g_array_sized_new (FALSE, FALSE, sizeof (double), 512);
  scene->spots = g_array_sized_new (FALSE, TRUE, sizeof (UllSpot), 32);
  g_array_set_clear_func (scene->spots, clear_spot);
  return scene;
}

void
ull_scene_free (UllScene *scene)
{
  if (scene == NULL)
    return;

  g_clear_pointer (&scene->title, g_free);
  g_clear_pointer (&scene->description, g_free);
  g_clear_pointer (&scene->marks, g_array_unref);
  g_clear_pointer (&scene->points, g_array_unref);
  g_clear_pointer (&scene->spots, g_array_unref);
  g_free (scene);
}

const UllFrame *
ull_scene_get_frame (const UllScene *scene)
{
  return &scene->frame;
}

void
ull_scene_set_frame (UllScene *scene, const UllFrame *frame)
{
  scene->frame = *frame;
}

double
ull_scene_get_width (const UllScene *scene)
{
  return scene->width;
}

double
ull_scene_get_height (const UllScene *scene)
{
  return scene->height;
}

const char *
ull_scene_get_title (const UllScene *scene)
{
  return scene->title;
}

const char *
ull_scene_get_description (const UllScene *scene)
{
  return scene->description;
}

static void
replace_text (char **place, const char *text)
{
  char *copy = g_strdup (text);

  g_clear_pointer (place, g_free);
  *place = copy;
}

void
ull_scene_set_title (UllScene *scene, const char *title)
{
  replace_text (&scene->title, title);
}

void
ull_scene_set_description (UllScene *scene, const char *description)
{
  replace_text (&scene->description, description);
}

static UllMark *
add_mark (UllScene *scene, UllMarkKind kind, const char *id)
{
  UllMark *mark;

  g_array_set_size (scene->marks, scene->marks->len + 1);
  mark = &g_array_index (scene->marks, UllMark, scene->marks->len - 1);
  mark->kind = kind;
  mark->id = id != NULL ? ull_scene_intern (id) : NULL;
  return mark;
}

UllMark *
ull_scene_add_rect (UllScene *scene, const char *id, double x, double y, double width, double height)
{
  UllMark *mark = add_mark (scene, ULL_MARK_RECT, id);

  mark->x = x;
  mark->y = y;
  mark->width = width;
  mark->height = height;
  return mark;
}

UllMark *
ull_scene_add_circle (UllScene *scene, const char *id, double x, double y, double diameter)
{
  UllMark *mark = add_mark (scene, ULL_MARK_CIRCLE, id);

  mark->x = x;
  mark->y = y;
  mark->width = mark->height = diameter;
  return mark;
}

UllMark *
ull_scene_add_path (UllScene *scene, const char *id)
{
  UllMark *mark = add_mark (scene, ULL_MARK_PATH, id);

  mark->first_point = scene->points->len / 2;
  return mark;
}

void
ull_scene_add_point (UllScene *scene, double x, double y)
{
  const double point[2] = { x, y };

  g_return_if_fail (scene->marks->len > 0);

  g_array_append_vals (scene->points, point, 2);
  g_array_index (scene->marks, UllMark, scene->marks->len - 1).n_points++;
}

UllMark *
ull_scene_add_text (UllScene *scene,
                    const char *id,
                    double x,
                    double y,
                    const char *text,
                    double size,
                    int weight,
                    UllAnchor anchor,
                    guint32 colour)
{
  UllMark *mark = add_mark (scene, ULL_MARK_TEXT, id);

  mark->x = x;
  mark->y = y;
  mark->text = g_strdup (text);
  mark->size = size;
  mark->weight = weight;
  mark->anchor = anchor;
  mark->fill = colour;
  return mark;
}

UllSpot *
ull_scene_add_spot (UllScene *scene, const char *id, double x, double y, double width, double height,
                    char *description, int step)
{
  UllSpot spot = { ull_scene_intern (id), x, y, width, height, description, step, -1 };

  g_array_append_val (scene->spots, spot);
  return &g_array_index (scene->spots, UllSpot, scene->spots->len - 1);
}

UllSceneEnd
ull_scene_get_end (const UllScene *scene)
{
  return (UllSceneEnd) { scene->marks->len, scene->points->len, scene->spots->len };
}

void
ull_scene_cut (UllScene *scene, UllSceneEnd end)
{
  g_return_if_fail (end.marks <= scene->marks->len && end.points <= scene->points->len && end.spots <= scene->spots->len);

  g_array_set_size (scene->marks, end.marks);
  g_array_set_size (scene->points, end.points);
  g_array_set_size (scene->spots, end.spots);
}

const UllMark *
ull_scene_get_marks (const UllScene *scene, guint *n_marks)
{
  *n_marks = scene->marks->len;
  return (const UllMark *) (const void *) scene->marks->data;
}

const UllSpot *
ull_scene_get_spots (const UllScene *scene, guint *n_spots)
{
  *n_spots = scene->spots->len;
  return (const UllSpot *) (const void *) scene->spots->data;
}

const double *
ull_scene_get_points (const UllScene *scene, const UllMark *mark)
{
  return &g_array_index (scene->points, double, 2 * mark->first_point);
}
