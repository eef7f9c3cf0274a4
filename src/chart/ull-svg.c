/* Scene to SVG 1.1. Text stays <text>, so that it can be searched, copied and read aloud; the title and the text
 * alternative become <title> and <desc>; a pattern becomes a <pattern> that draws the painter's own tile. Numbers are
 * written in the C locale with at most two decimals. */
#include "ull-painter.h"

#include "ull-text.h"
#include "ull-tile.h"

#include <string.h>

typedef struct
{
  const UllScene *scene;
  GString *out;
} Writer;

static void
append_number (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  char *end;

  g_ascii_formatd (buffer, sizeof buffer, "%.2f", value);
  end = buffer + strlen (buffer);
  while (end[-1] == '0')
    *--end = '\0';
  if (end[-1] == '.')
    *--end = '\0';
  g_string_append (out, g_str_equal (buffer, "-0") ? "0" : buffer);
}

static void
append_attribute (GString *out, const char *name, double value)
{
  g_string_append_printf (out, " %s=\"", name);
  append_number (out, value);
  g_string_append_c (out, '"');
}

static void
append_colour (GString *out, const char *name, guint32 colour)
{
  guint32 alpha = colour & 0xff;
  g_autofree char *opacity = g_strconcat (name, "-opacity", NULL);

  if (alpha == 0)
    {
      g_string_append_printf (out, " %s=\"none\"", name);
      return;
    }
  g_string_append_printf (out, " %s=\"#%06x\"", name, colour >> 8);
  if (alpha < 0xff)
    append_attribute (out, opacity, alpha / 255.0);
}

static void
append_escaped (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (out, escaped);
}

static void
append_element (GString *out, const char *name, const char *text)
{
  g_string_append_printf (out, "<%s>", name);
  append_escaped (out, text);
  g_string_append_printf (out, "</%s>\n", name);
}

static void
append_pattern (GString *out, const UllMark *mark)
{
  const UllTile *tile = ull_tile_get (mark->pattern);

  g_string_append_printf (out, "<pattern id=\"%s-%08x\" patternUnits=\"userSpaceOnUse\"",
                          ull_pattern_get_id (mark->pattern), mark->ink);
  append_attribute (out, "width", tile->width);
  append_attribute (out, "height", tile->height);
  g_string_append_c (out, '>');
  if (tile->n_lines > 0)
    {
      /* One path, so that where translucent lines cross they are not darker. */
      g_string_append (out, "<path d=\"");
      for (guint i = 0; i < tile->n_lines; i++)
        {
          const double at[4] = { tile->lines[i].x1, tile->lines[i].y1, tile->lines[i].x2, tile->lines[i].y2 };

          for (guint k = 0; k < G_N_ELEMENTS (at); k++)
            {
              g_string_append (out, k == 0 ? "M" : k == 2 ? "L" : " ");
              append_number (out, at[k]);
            }
        }
      g_string_append_c (out, '"');
      append_colour (out, "stroke", mark->ink);
      append_attribute (out, "stroke-width", tile->line_width);
      g_string_append (out, "/>");
    }
  for (guint i = 0; i < tile->n_dots; i++)
    {
      g_string_append (out, "<circle");
      append_attribute (out, "cx", tile->dots[i].x);
      append_attribute (out, "cy", tile->dots[i].y);
      append_attribute (out, "r", tile->dots[i].radius);
      append_colour (out, "fill", mark->ink);
      g_string_append (out, "/>");
    }
  g_string_append (out, "</pattern>\n");
}

static void
append_definitions (Writer *writer, const UllMark *marks, guint n)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_string_append (writer->out, "<defs>\n");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *id = g_strdup_printf ("%d-%08x", marks[i].pattern, marks[i].ink);

      if (ull_tile_get (marks[i].pattern) != NULL && g_hash_table_add (seen, g_steal_pointer (&id)))
        append_pattern (writer->out, &marks[i]);
    }
  g_string_append (writer->out, "</defs>\n");
}

static void
append_geometry (Writer *writer, const UllMark *mark)
{
  GString *out = writer->out;
  const double *point = ull_scene_get_points (writer->scene, mark);

  switch (mark->kind)
    {
    case ULL_MARK_RECT:
      g_string_append (out, "<rect");
      append_attribute (out, "x", mark->x);
      append_attribute (out, "y", mark->y);
      append_attribute (out, "width", mark->width);
      append_attribute (out, "height", mark->height);
      if (mark->radius > 0)
        append_attribute (out, "rx", mark->radius);
      break;
    case ULL_MARK_CIRCLE:
      g_string_append (out, "<circle");
      append_attribute (out, "cx", mark->x);
      append_attribute (out, "cy", mark->y);
      append_attribute (out, "r", mark->width / 2);
      break;
    case ULL_MARK_PATH:
    case ULL_MARK_TEXT:
    default:
      g_string_append (out, "<path d=\"");
      for (guint i = 0; i < mark->n_points; i++)
        {
          g_string_append (out, i == 0 ? "M" : "L");
          append_number (out, point[2 * i]);
          g_string_append_c (out, ' ');
          append_number (out, point[2 * i + 1]);
        }
      g_string_append (out, mark->closed ? "Z\"" : "\"");
      break;
    }
}

static void
append_stroke (GString *out, const UllMark *mark)
{
  if (mark->line_width <= 0)
    return;

  append_colour (out, "stroke", mark->stroke);
  append_attribute (out, "stroke-width", mark->line_width);
  g_string_append (out, " stroke-linejoin=\"round\"");
  if (ull_mark_has_round_ends (mark))
    g_string_append (out, " stroke-linecap=\"round\"");
  if (mark->dash[0] <= 0)
    return;

  g_string_append (out, " stroke-dasharray=\"");
  for (guint i = 0; i < G_N_ELEMENTS (mark->dash) && mark->dash[i] > 0; i++)
    {
      if (i > 0)
        g_string_append_c (out, ' ');
      append_number (out, mark->dash[i]);
    }
  g_string_append_c (out, '"');
}

static void
append_shape (Writer *writer, const UllMark *mark)
{
  GString *out = writer->out;

  append_geometry (writer, mark);
  append_colour (out, "fill", mark->fill);
  if (mark->pattern == ULL_PATTERN_NONE)
    append_stroke (out, mark);
  g_string_append (out, "/>\n");
  if (mark->pattern == ULL_PATTERN_LOWER_THIRD)
    {
      UllMark third = { .kind = ULL_MARK_RECT, .x = mark->x, .y = mark->y + mark->height * 2 / 3,
                        .width = mark->width, .height = mark->height / 3, .fill = mark->ink };

      append_shape (writer, &third);
      return;
    }
  if (mark->pattern == ULL_PATTERN_NONE)
    return;

  /* The pattern lies on the fill, and the outline on both. */
  append_geometry (writer, mark);
  g_string_append_printf (out, " fill=\"url(#%s-%08x)\"", ull_pattern_get_id (mark->pattern), mark->ink);
  append_stroke (out, mark);
  g_string_append (out, "/>\n");
}

static void
append_text (GString *out, const UllMark *mark)
{
  static const char *const anchors[] = { "start", "middle", "end" };

  g_string_append (out, "<text");
  append_attribute (out, "x", mark->x);
  append_attribute (out, "y", mark->y);
  append_attribute (out, "font-size", mark->size * ULL_PX_PER_POINT);
  if (mark->weight != 400)
    g_string_append_printf (out, " font-weight=\"%d\"", mark->weight);
  if (mark->italic)
    g_string_append (out, " font-style=\"italic\"");
  if (mark->anchor != ULL_ANCHOR_START)
    g_string_append_printf (out, " text-anchor=\"%s\"", anchors[mark->anchor]);
  append_colour (out, "fill", mark->fill);
  g_string_append_c (out, '>');
  append_escaped (out, mark->text);
  g_string_append (out, "</text>\n");
}

char *
ull_svg_write (const UllScene *scene)
{
  Writer writer = { scene, g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg") };
  guint n;
  const UllMark *marks = ull_scene_get_marks (scene, &n);
  GString *out = writer.out;

  g_string_append (out, " xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
  append_attribute (out, "width", ull_scene_get_width (scene));
  append_attribute (out, "height", ull_scene_get_height (scene));
  g_string_append (out, " viewBox=\"0 0 ");
  append_number (out, ull_scene_get_width (scene));
  g_string_append_c (out, ' ');
  append_number (out, ull_scene_get_height (scene));
  g_string_append (out, "\" font-family=\"Cantarell, sans-serif\" style=\"font-variant-numeric: tabular-nums\">\n");
  append_element (out, "title", ull_scene_get_title (scene));
  append_element (out, "desc", ull_scene_get_description (scene));
  append_definitions (&writer, marks, n);
  for (guint i = 0; i < n; i++)
    if (marks[i].kind == ULL_MARK_TEXT)
      append_text (out, &marks[i]);
    else
      append_shape (&writer, &marks[i]);
  g_string_append (out, "</svg>\n");
  return g_string_free (out, FALSE);
}
