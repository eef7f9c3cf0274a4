/* A row a run and store. Bytes are of all the run's layers together: the rows that grow by token sum to the plan's bytes
 * per token. What does not fit a number is left empty. */
#include "ull-chart-private.h"

#include "ull-layers.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

static char *
plain (gint64 number)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT, number);
}

static char *
plain_unless_0 (gint64 number)
{
  return number == 0 ? g_strdup ("") : plain (number);
}

static char *
of_all (gint64 bytes, gint64 layers)
{
  gint64 sum;

  return ull_mul (bytes, layers, &sum) ? plain_unless_0 (sum) : g_strdup ("");
}

/* "0-4; 6-10" */
static char *
ranges_of (const UllLayers *layers, guint run)
{
  GString *text = g_string_new (NULL);
  guint n = layers->model->n_layers;

  for (guint i = 0; i < n;)
    {
      UllLayerSegment segment = ull_layers_segment (layers, i, n);

      i = segment.last + 1;
      if (segment.run != run)
        continue;
      g_string_append_printf (text, "%s%u", text->len > 0 ? "; " : "", segment.first);
      if (segment.last > segment.first)
        g_string_append_printf (text, "-%u", segment.last);
    }
  return g_string_free (text, FALSE);
}

static const char *
growth_text (const UllStore *store)
{
  switch (store->growth)
    {
    case ULL_GROWTH_TOKEN:
      return _("by token");
    case ULL_GROWTH_CAPPED:
      return _("by token, to the window");
    case ULL_GROWTH_CONSTANT:
      return store->role == ULL_ROLE_CONVOLUTION ? _("per sequence, convolution") : _("per sequence, recurrent");
    case ULL_GROWTH_SIDE:
    default:
      return _("by encoder token");
    }
}

static void
add_store (GPtrArray *table, const UllLayers *layers, guint run, const UllStore *store)
{
  const UllRun *r = &layers->model->runs[run];
  gint64 count = r->draft ? 0 : r->count;
  UllLayerBytes bytes;
  UllStore kept;

  ull_layers_store (layers, store, &kept);
  ull_layers_store_bytes (layers, store, &bytes);
  ull_table_take_row (table, ranges_of (layers, run), plain (r->count), g_strdup (ull_layer_kind_get_label (r->kind)),
                      g_strdup (r->draft ? _("draft") : ""), g_strdup (growth_text (&kept)), plain (kept.heads),
                      plain (kept.k_dim), plain (kept.v_dim), plain_unless_0 (kept.cap),
                      of_all (bytes.per_token, count), of_all (bytes.window_bytes, count),
                      of_all (bytes.per_sequence, count), NULL);
}

static void
add_kind (GPtrArray *table, const UllLayers *layers, guint run)
{
  const UllRun *r = &layers->model->runs[run];
  char *draft = g_strdup (r->draft ? _("draft") : "");

  if (!layers->answered)
    ull_table_take_row (table, ranges_of (layers, run), plain (r->count), g_strdup (ull_layer_kind_get_label (r->kind)),
                        draft, NULL);
  else
    ull_table_take_row (table, ranges_of (layers, run), plain (r->count), g_strdup (ull_layer_kind_get_label (r->kind)),
                        draft, g_strdup (""), g_strdup (""), g_strdup (""), g_strdup (""), g_strdup (""), g_strdup (""),
                        g_strdup (""), g_strdup (""), NULL);
}

static void
add_header (GPtrArray *table, gboolean answered)
{
  if (!answered)
    ull_table_take_row (table, g_strdup (_("Layers")), g_strdup (_("Count")), g_strdup (_("Kind")), g_strdup (_("Draft")),
                        NULL);
  else
    ull_table_take_row (table, g_strdup (_("Layers")), g_strdup (_("Count")), g_strdup (_("Kind")), g_strdup (_("Draft")),
                        g_strdup (_("Grows")), g_strdup (_("KV heads")), g_strdup (_("Key (elements)")),
                        g_strdup (_("Value (elements)")), g_strdup (_("At most (tokens)")),
                        g_strdup (_("Per token, all of them (bytes)")), g_strdup (_("Full windows, all of them (bytes)")),
                        g_strdup (_("Per sequence, all of them (bytes)")), NULL);
}

GPtrArray *
ull_chart_layers_table (const UllDisclosure *disclosure)
{
  GPtrArray *table = ull_rows_new ();
  UllLayers layers;

  ull_layers_init (&layers, disclosure);
  add_header (table, layers.answered);
  for (guint i = 0; i < layers.model->n_runs; i++)
    {
      const UllRun *run = &layers.model->runs[i];

      if (!layers.answered || run->n_stores == 0)
        add_kind (table, &layers, i);
      for (guint k = 0; layers.answered && k < run->n_stores; k++)
        add_store (table, &layers, i, &run->stores[k]);
    }
  return table;
}
