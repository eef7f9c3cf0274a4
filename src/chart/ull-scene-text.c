/* The scene as text, for golden files and for comparing two scenes. Everything a mark holds is in its line, so that
 * scenes with equal texts look alike and say the same; numbers have one decimal, which is finer than an eye. */
#include "ull-scene.h"

#include "ull-tile.h"

static void
append_number (GString *out, const char *name, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.1f", value);
  /* -0.0 and 0.0 are the same place. */
  g_string_append_printf (out, " %s%s", name, g_str_equal (buffer, "-0.0") ? "0.0" : buffer);
}

/* Only what would break a line or a quotation is escaped: the rest is UTF-8 that a reader of the file can read. */
static void
append_quoted (GString *out, const char *name, const char *text)
{
  g_string_append_printf (out, " %s\"", name);
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"' || *c == '\\')
        g_string_append_c (out, '\\');
      if (*c == '\n')
        g_string_append (out, "\\n");
      else
        g_string_append_c (out, *c);
    }
  g_string_append_c (out, '"');
}

static void
append_style (GString *out, const UllMark *mark)
{
  g_string_append_printf (out, " fill=%08x", mark->fill);
  if (mark->line_width > 0)
    {
      g_string_append_printf (out, " stroke=%08x", mark->stroke);
      append_number (out, "width=", mark->line_width);
    }
  for (guint i = 0; i < G_N_ELEMENTS (mark->dash) && mark->dash[0] > 0; i++)
    append_number (out, i == 0 ? "dash=" : "", mark->dash[i]);
  if (mark->pattern != ULL_PATTERN_NONE)
    g_string_append_printf (out, " %s ink=%08x", ull_pattern_get_id (mark->pattern), mark->ink);
}

static void
append_mark (GString *out, const UllScene *scene, const UllMark *mark)
{
  static const char *const kinds[] = { "rect", "path", "circle", "text" };
  static const char *const anchors[] = { "start", "middle", "end" };

  g_string_append_printf (out, "%s %s", kinds[mark->kind], mark->id != NULL ? mark->id : "-");
  if (mark->kind == ULL_MARK_PATH)
    {
      const double *point = ull_scene_get_points (scene, mark);

      append_style (out, mark);
      g_string_append (out, mark->closed ? " closed" : " open");
      for (guint i = 0; i < mark->n_points; i++)
        {
          append_number (out, "", point[2 * i]);
          append_number (out, "", point[2 * i + 1]);
        }
      return;
    }
  append_number (out, "", mark->x);
  append_number (out, "", mark->y);
  if (mark->kind == ULL_MARK_TEXT)
    {
      append_number (out, "size=", mark->size);
      g_string_append_printf (out, " %d%s %s fill=%08x", mark->weight, mark->italic ? " italic" : "",
                              anchors[mark->anchor], mark->fill);
      append_quoted (out, "", mark->text);
      return;
    }
  append_number (out, "", mark->width);
  append_number (out, "", mark->height);
  if (mark->radius > 0)
    append_number (out, "radius=", mark->radius);
  append_style (out, mark);
}

char *
ull_scene_to_text (const UllScene *scene)
{
  GString *out = g_string_new ("scene");
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  const UllSpot *spots;

  append_number (out, "", ull_scene_get_width (scene));
  append_number (out, "", ull_scene_get_height (scene));
  g_string_append_c (out, '\n');
  append_quoted (out, "title=", ull_scene_get_title (scene));
  append_quoted (out, "description=", ull_scene_get_description (scene));
  g_string_append_c (out, '\n');
  for (guint i = 0; i < n; i++)
    {
      append_mark (out, scene, &marks[i]);
      g_string_append_c (out, '\n');
    }
  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (out, "spot %s", spots[i].id);
      append_number (out, "", spots[i].x);
      append_number (out, "", spots[i].y);
      append_number (out, "", spots[i].width);
      append_number (out, "", spots[i].height);
      append_quoted (out, "", spots[i].description);
      g_string_append_printf (out, " step=%d\n", spots[i].step);
    }
  return g_string_free (out, FALSE);
}
