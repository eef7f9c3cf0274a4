/* Shaping is the dearest part of drawing a chart, and most labels are the same from one frame to the next. So shaped
 * runs hang on the PangoContext they were shaped with. A run holds glyphs and fonts, never a PangoLayout: a layout
 * holds its context, and the two would keep each other alive. The cache is dropped whole when it is full, so it does
 * not grow with use, and when the context changes. */
#include "ull-text.h"

#include <pango/pangocairo.h>

#define CACHE_MAX 512

typedef struct
{
  char *text;
  double size;
  int weight;
  gboolean italic;
  GSList *items; /* PangoGlyphItem, in the order they are seen */
  UllTextExtents extents;
} Run;

typedef struct
{
  GHashTable *runs; /* Run, as a set */
  guint serial;     /* of the context the runs were shaped with */
} Cache;

static guint
run_hash (gconstpointer key)
{
  const Run *run = key;

  return g_str_hash (run->text) ^ (guint) (run->size * 64) ^ (guint) run->weight << 16;
}

static gboolean
run_equal (gconstpointer a, gconstpointer b)
{
  const Run *one = a;
  const Run *other = b;

  return one->size == other->size && one->weight == other->weight && one->italic == other->italic
         && g_str_equal (one->text, other->text);
}

static void
free_item (gpointer data)
{
  pango_glyph_item_free (data);
}

static void
run_free (gpointer data)
{
  Run *run = data;

  g_slist_free_full (run->items, free_item);
  g_clear_pointer (&run->text, g_free);
  g_free (run);
}

static void
cache_free (gpointer data)
{
  Cache *cache = data;

  g_clear_pointer (&cache->runs, g_hash_table_unref);
  g_free (cache);
}

static GHashTable *
runs_of (PangoContext *context)
{
  static GQuark quark;
  Cache *cache;

  if (quark == 0)
    quark = g_quark_from_static_string ("ull-text-cache");
  cache = g_object_get_qdata (G_OBJECT (context), quark);
  if (cache == NULL)
    {
      cache = g_new0 (Cache, 1);
      cache->runs = g_hash_table_new_full (run_hash, run_equal, run_free, NULL);
      cache->serial = pango_context_get_serial (context);
      g_object_set_qdata_full (G_OBJECT (context), quark, cache, cache_free);
    }
  if (g_hash_table_size (cache->runs) >= CACHE_MAX || cache->serial != pango_context_get_serial (context))
    {
      g_hash_table_remove_all (cache->runs);
      cache->serial = pango_context_get_serial (context);
    }
  return cache->runs;
}

static PangoLayout *
make_layout (PangoContext *context, const Run *run)
{
  g_autoptr (PangoFontDescription) font = pango_font_description_copy (pango_context_get_font_description (context));
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  PangoLayout *layout = pango_layout_new (context);

  pango_font_description_set_absolute_size (font, run->size * ULL_PX_PER_POINT * PANGO_SCALE);
  pango_font_description_set_weight (font, (PangoWeight) run->weight);
  pango_font_description_set_style (font, run->italic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL);
  /* Figures of one width, so that a value does not dance while it changes. */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_font_description (layout, font);
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, run->text, -1);
  return layout;
}

static void
shape (PangoContext *context, Run *run)
{
  g_autoptr (PangoLayout) layout = make_layout (context, run);
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);
  PangoRectangle ink, logical;

  for (GSList *l = line->runs; l != NULL; l = l->next)
    run->items = g_slist_append (run->items, pango_glyph_item_copy (l->data));
  pango_layout_line_get_extents (line, &ink, &logical);
  run->extents.width = logical.width / (double) PANGO_SCALE;
  run->extents.ink_x = ink.x / (double) PANGO_SCALE;
  run->extents.ink_width = ink.width / (double) PANGO_SCALE;
  run->extents.ink_top = ink.y / (double) PANGO_SCALE;
  run->extents.ink_bottom = (ink.y + ink.height) / (double) PANGO_SCALE;
}

static const Run *
lookup (PangoContext *context, const char *text, double size, int weight, gboolean italic)
{
  GHashTable *runs = runs_of (context);
  Run key = { .text = (char *) text, .size = size, .weight = weight, .italic = italic };
  Run *run = g_hash_table_lookup (runs, &key);

  if (run != NULL)
    return run;

  run = g_new0 (Run, 1);
  *run = key;
  run->text = g_strdup (text);
  shape (context, run);
  g_hash_table_add (runs, run);
  return run;
}

void
ull_text_measure (PangoContext *context, const char *text, double size, int weight, gboolean italic,
                  UllTextExtents *extents)
{
  *extents = lookup (context, text, size, weight, italic)->extents;
}

double
ull_text_width (PangoContext *context, const char *text, double size, int weight)
{
  return lookup (context, text, size, weight, FALSE)->extents.width;
}

double
ull_text_left (const UllMark *mark, double width)
{
  switch (mark->anchor)
    {
    case ULL_ANCHOR_MIDDLE:
      return mark->x - width / 2;
    case ULL_ANCHOR_END:
      return mark->x - width;
    case ULL_ANCHOR_START:
    default:
      return mark->x;
    }
}

void
ull_text_show (PangoContext *context, cairo_t *cr, const UllMark *mark)
{
  const Run *run = lookup (context, mark->text, mark->size, mark->weight, mark->italic);
  double x = ull_text_left (mark, run->extents.width);

  for (GSList *l = run->items; l != NULL; l = l->next)
    {
      PangoGlyphItem *item = l->data;

      cairo_move_to (cr, x, mark->y);
      pango_cairo_show_glyph_item (cr, run->text, item);
      x += pango_glyph_string_get_width (item->glyphs) / (double) PANGO_SCALE;
    }
}

char **
ull_text_wrap (PangoContext *context, const char *text, double size, int weight, double width)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize before = line->len;

      if (line->len > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, words[i]);
      if (before == 0 || ull_text_width (context, line->str, size, weight) <= width)
        continue;

      g_string_truncate (line, before);
      g_strv_builder_add (lines, line->str);
      g_string_assign (line, words[i]);
    }
  if (line->len > 0)
    g_strv_builder_add (lines, line->str);
  return g_strv_builder_end (lines);
}
