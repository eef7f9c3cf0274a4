/* Entries stand in rows, as many in one as it holds. One that is wider than a row is named in short; where that is too wide, too, there
 * is its sample alone. Pixels, and em of the chart's text. */
#include "ull-line-names.h"

#define ROW_EM 1.4
#define ABOVE_EM 0.3  /* from what stands above the first row */
#define SAMPLE_EM 2.2 /* of a line: long enough for its dashes to be told */
#define BAR_EM 0.8
#define AIR_EM 0.5    /* between a sample and its name */
#define GAP_EM 1.4    /* between entries */

static double
sample_width (const UllLineName *entry, const UllDraft *draft)
{
  return (entry->line_width > 0 ? SAMPLE_EM : BAR_EM) * draft->em;
}

/* What is written of an entry in a row that wide: NULL where nothing is. */
static const char *
find_text (const UllLineName *entry, const UllDraft *draft, double width)
{
  const char *texts[] = { entry->text, entry->brief };
  double room = width - sample_width (entry, draft) - AIR_EM * draft->em;

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL && ull_text_width (draft->context, texts[i], draft->text, 700) <= room)
      return texts[i];
  return NULL;
}

static double
entry_width (const UllLineName *entry, const UllDraft *draft, double width)
{
  const char *text = find_text (entry, draft, width);
  double sample = sample_width (entry, draft);

  return text != NULL ? sample + AIR_EM * draft->em + ull_text_width (draft->context, text, draft->text, 700) : sample;
}

UllLineName
ull_line_name (const char *id, const char *text, const char *brief, guint32 ink, double line_width, const double *dash)
{
  UllLineName entry = { id, text, brief, ink, ink, line_width, { 0 } };

  for (guint i = 0; dash != NULL && i < G_N_ELEMENTS (entry.dash); i++)
    entry.dash[i] = dash[i];
  return entry;
}

gboolean
ull_line_names_has (const UllLineNames *key, const char *id)
{
  for (guint i = 0; i < key->n; i++)
    if (g_str_equal (key->entry[i].id, id))
      return TRUE;
  return FALSE;
}

gboolean
ull_line_names_add (UllLineNames *key, const UllLineName *entry)
{
  if (key->n == ULL_MOST_LINE_NAMES)
    return FALSE;
  key->entry[key->n++] = *entry;
  return TRUE;
}

/* Where an entry stands: pixels from the reading edge, and its row. */
static guint
find_places (const UllLineNames *key, const UllDraft *draft, double width, double *from, guint *row)
{
  double at = 0;
  guint last = 0;

  for (guint i = 0; i < key->n; i++)
    {
      double wide = entry_width (&key->entry[i], draft, width);

      if (at > 0 && at + wide > width)
        at = 0, last++;
      from[i] = at;
      row[i] = last;
      at += wide + GAP_EM * draft->em;
    }
  return key->n > 0 ? last + 1 : 0;
}

double
ull_line_names_height (const UllLineNames *key, const UllDraft *draft, double left, double right)
{
  double from[ULL_MOST_LINE_NAMES];
  guint row[ULL_MOST_LINE_NAMES];

  return key->n > 0 ? (find_places (key, draft, right - left, from, row) * ROW_EM + ABOVE_EM) * draft->em : 0;
}

static void
draw_sample (const UllLineName *entry, UllDraft *draft, double x, double y)
{
  double width = sample_width (entry, draft);
  UllMark *mark;

  if (entry->line_width <= 0)
    {
      ull_scene_add_rect (draft->scene, entry->id, x, y - width / 2, width, width)->fill = entry->stroke;
      return;
    }
  mark = ull_scene_add_path (draft->scene, entry->id);
  mark->stroke = entry->stroke;
  mark->line_width = entry->line_width;
  for (guint i = 0; i < G_N_ELEMENTS (entry->dash); i++)
    mark->dash[i] = entry->dash[i];
  ull_scene_add_point (draft->scene, x, y);
  ull_scene_add_point (draft->scene, x + width, y);
}

void
ull_line_names_draw (const UllLineNames *key, UllDraft *draft, double left, double right, double y)
{
  double from[ULL_MOST_LINE_NAMES];
  guint row[ULL_MOST_LINE_NAMES];
  gboolean rtl = draft->spec->rtl;

  find_places (key, draft, right - left, from, row);
  for (guint i = 0; i < key->n; i++)
    {
      const UllLineName *entry = &key->entry[i];
      const char *text = find_text (entry, draft, right - left);
      double baseline = y + (row[i] * ROW_EM + 1 + ABOVE_EM) * draft->em, sample = sample_width (entry, draft);
      double air = sample + AIR_EM * draft->em;

      draw_sample (entry, draft, rtl ? right - from[i] - sample : left + from[i], baseline - 0.33 * draft->em);
      if (text == NULL)
        continue;
      ull_scene_add_text (draft->scene, entry->id, rtl ? right - from[i] - air : left + from[i] + air, baseline, text, draft->text, 700,
                          rtl ? ULL_ANCHOR_END : ULL_ANCHOR_START, entry->ink);
    }
}
