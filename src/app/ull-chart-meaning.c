#include "ull-chart-meaning.h"

#include "ull-chart-view-private.h"

#include <string.h>

/* A part of a stack has its term's id, a bar of the levers "setting=value"; the others stand for what their axes count. */

static const struct
{
  const char *part; /* (nullable) what a part of the chart is, where its id is no term */
  const char *axes[ULL_MAX_MEANINGS];
} kinds[ULL_N_CHARTS] = {
  [ULL_CHART_MEMORY] = { NULL, { "axis-memory" } },
  [ULL_CHART_CURVES] = { "memory_requests", { "axis-concurrency", "axis-context" } },
  [ULL_CHART_LAYERS] = { "layers", { "layers" } },
  [ULL_CHART_LENGTHS] = { "axis-tokens", { "axis-tokens" } },
  [ULL_CHART_LEVERS] = { NULL, { "axis-concurrency" } },
};

static const UllGlossaryEntry *
find_part (UllChartKind kind, const char *id)
{
  const UllGlossary *glossary = ull_meaning_get_glossary ();
  g_autofree char *setting = NULL;

  if (kinds[kind].part != NULL)
    return ull_glossary_find (glossary, kinds[kind].part);
  if (kind == ULL_CHART_MEMORY)
    return ull_glossary_find_term (glossary, id);
  setting = g_strndup (id, strcspn (id, "="));
  return ull_glossary_find (glossary, g_str_equal (setting, "device") ? "card" : setting);
}

guint
ull_chart_meaning_find (UllChartKind kind, const char *spot_id, const UllGlossaryEntry *entries[ULL_MAX_MEANINGS])
{
  const UllGlossaryEntry *part = spot_id != NULL ? find_part (kind, spot_id) : NULL;
  guint n = 0;

  if (part != NULL)
    entries[n++] = part;
  /* The axes of a chart whose parts all mean one thing are said with it. */
  for (guint i = 0; (part == NULL || kind == ULL_CHART_CURVES) && i < ULL_MAX_MEANINGS && n < ULL_MAX_MEANINGS; i++)
    if (kinds[kind].axes[i] != NULL)
      entries[n++] = ull_glossary_find (ull_meaning_get_glossary (), kinds[kind].axes[i]);
  return n;
}

static const UllSpot *
find_spot (UllChartView *self, const char *id)
{
  const UllScene *scene = ull_chart_view_get_scene (self);
  const UllSpot *spots;
  guint n;

  if (scene == NULL || id == NULL)
    return NULL;
  spots = ull_scene_get_spots (scene, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (spots[i].id, id) == 0)
      return &spots[i];
  return NULL;
}

void
ull_chart_meaning_show (UllChartView *self, const char *spot_id)
{
  const UllSpot *present = ull_chart_view_peek_spot (self);
  const UllSpot *spot = present != NULL && g_strcmp0 (present->id, spot_id) == 0 ? present : find_spot (self, spot_id);
  const UllGlossaryEntry *entries[ULL_MAX_MEANINGS];
  guint n = ull_chart_meaning_find (self->kind, spot_id, entries);
  GdkRectangle at = { gtk_widget_get_width (GTK_WIDGET (self)) / 2, gtk_widget_get_height (GTK_WIDGET (self)) / 2, 1, 1 };

  if (spot != NULL)
    at = (GdkRectangle) { (int) (spot->x + spot->width / 2), (int) (spot->y + spot->height / 2), 1, 1 };
  ull_meaning_show (GTK_WIDGET (self), entries, n, &at);
}
