/* Layers in words. Without a plan only kinds are said: heads and sizes are figures of the answer. */
#include "ull-chart-private.h"

#include "ull-layers.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A text alternative that lists more stretches than this is no longer listened to; the data table has them all. */
#define MAX_LISTED 32

static const struct
{
  const char *word; /* after a count: "29 sliding" */
  const char *name;
} kinds[ULL_N_LAYER_KINDS] = {
  [ULL_LAYER_FULL] = { N_("full"), N_("Full attention") },
  [ULL_LAYER_SLIDING] = { N_("sliding"), N_("Sliding window") },
  [ULL_LAYER_CHUNKED] = { N_("chunked"), N_("Chunked attention") },
  [ULL_LAYER_LATENT] = { N_("latent"), N_("Latent attention") },
  [ULL_LAYER_RECURRENT] = { N_("recurrent"), N_("Recurrent state") },
  [ULL_LAYER_CROSS] = { N_("cross"), N_("Cross attention") },
  [ULL_LAYER_SHARED] = { N_("shared"), N_("Shares an earlier layer’s cache") },
  [ULL_LAYER_NONE] = { N_("without cache"), N_("No cache") },
};

static char *
count_key (const UllLayerKey *key)
{
  g_autofree char *count = ull_format_count (key->count);

  return g_strdup_printf ("%s" ULL_NBSP "%s", count, key->draft ? _("draft") : _(kinds[key->kind].word));
}

char *
ull_layers_heading (const UllLayers *layers)
{
  guint n = layers->model->n_layers;
  g_autofree char *count = ull_format_count (n);
  GString *heading;

  if (layers->n_keys == 1 && n == 1)
    return g_strdup (_("1 layer"));
  if (layers->n_keys == 1)
    return g_strdup_printf (_("%s layers, one kind"), count);

  heading = g_string_new (NULL);
  g_string_append_printf (heading, _("%s layers:"), count);
  for (guint i = 0; i < layers->n_keys; i++)
    {
      g_autofree char *key = count_key (&layers->key[i]);

      g_string_append_printf (heading, "%s%s", i > 0 ? ", " : " ", key);
    }
  return g_string_free (heading, FALSE);
}

static char *
range_text (gint64 low, gint64 high, char *(*format) (gint64 value))
{
  g_autofree char *least = format (low);
  g_autofree char *most = format (high);

  return low == high ? g_strdup (most) : g_strdup_printf ("%s" ULL_EN_DASH "%s", least, most);
}

static char *
exact_bytes (gint64 bytes)
{
  g_autofree char *count = ull_format_count (bytes);

  return g_strdup_printf ("%s" ULL_NBSP "B", count);
}

static char *
name_with_window (UllLayerKind kind, const UllLayerBytes *low, const UllLayerBytes *high)
{
  g_autofree char *tokens = range_text (low->window, high->window, ull_format_count);

  if (high->window == 0)
    return g_strdup (_(kinds[kind].name));
  if (kind == ULL_LAYER_SLIDING)
    return g_strdup_printf (_("Sliding window of %s tokens"), tokens);
  if (kind == ULL_LAYER_CHUNKED)
    return g_strdup_printf (_("Chunks of %s tokens"), tokens);
  return g_strdup_printf (_("%s with a window of %s tokens"), _(kinds[kind].name), tokens);
}

static void
append_bytes (GString *text, const UllLayerBytes *low, const UllLayerBytes *high)
{
  g_autofree char *token = range_text (low->per_token, high->per_token, exact_bytes);
  g_autofree char *sequence = range_text (low->per_sequence, high->per_sequence, ull_format_size);

  if (high->per_token > 0)
    g_string_append_printf (text, _(", %s per token each"), token);
  if (high->per_sequence > 0)
    g_string_append_printf (text, _(", %s per sequence each"), sequence);
}

char *
ull_layers_key_text (const UllLayers *layers, const UllLayerKey *key)
{
  g_autofree char *name = NULL;
  GString *text;

  if (key->draft)
    return g_strdup (_("Draft, not counted"));
  name = name_with_window (key->kind, &key->low, &key->high);
  text = g_string_new (name);
  append_bytes (text, &key->low, &key->high);
  return g_string_free (text, FALSE);
}

static char *
range_of (const UllLayerSegment *segment)
{
  if (segment->first == segment->last)
    return g_strdup_printf (_("Layer %u"), segment->first);
  return g_strdup_printf (_("Layers %u" ULL_EN_DASH "%u"), segment->first, segment->last);
}

/* "8 KV heads × 128", "8 KV heads × (192 + 128)", "576 elements". */
static char *
dims_text (const UllStore *store)
{
  g_autofree char *heads = ull_format_count (store->heads);
  g_autofree char *k = ull_format_count (store->k_dim);
  g_autofree char *v = ull_format_count (store->v_dim);
  gboolean headed = store->shard == ULL_SHARD_HEADS && store->growth != ULL_GROWTH_CONSTANT;
  g_autofree char *of_head = store->k_dim == store->v_dim || store->v_dim == 0 ? g_strdup (k)
                                                                               : g_strdup_printf ("(%s + %s)", k, v);

  if (headed)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s KV head " ULL_TIMES " %s", "%s KV heads " ULL_TIMES " %s",
                                         (gulong) store->heads),
                            heads, of_head);
  if (store->heads > 1)
    return g_strdup_printf (_("%s " ULL_TIMES " (%s + %s) elements"), heads, k, v);
  if (store->role == ULL_ROLE_CONVOLUTION)
    return g_strdup_printf (_("convolution of %s elements"), k);
  return store->v_dim == 0 ? g_strdup_printf (_("%s elements"), k) : g_strdup_printf (_("%s + %s elements"), k, v);
}

char *
ull_layers_describe_segment (const UllLayers *layers, const UllLayerSegment *segment)
{
  const UllRun *run = &layers->model->runs[segment->run];
  g_autofree char *range = range_of (segment);
  g_autofree char *name = NULL;
  GString *text = g_string_new (NULL);
  UllLayerBytes bytes;

  ull_layers_bytes (layers, run, &bytes);
  name = name_with_window (run->kind, &bytes, &bytes);
  g_string_append_printf (text, "%s: %s", range, name);
  if (run->draft)
    g_string_append (text, _(", a draft layer, not counted"));
  for (guint i = 0; layers->answered && i < run->n_stores; i++)
    {
      g_autofree char *dims = NULL;
      UllStore kept;

      ull_layers_store (layers, &run->stores[i], &kept);
      dims = dims_text (&kept);
      g_string_append_printf (text, ", %s", dims);
    }
  append_bytes (text, &bytes, &bytes);
  g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

static void
append_segments (GString *out, const UllLayers *layers)
{
  guint n = layers->model->n_layers;
  guint n_segments = 0;

  for (guint i = 0; i < n; i = ull_layers_segment (layers, i, n).last + 1)
    n_segments++;
  if (n_segments > MAX_LISTED)
    return;
  for (guint i = 0; i < n;)
    {
      UllLayerSegment segment = ull_layers_segment (layers, i, n);
      g_autofree char *text = ull_layers_describe_segment (layers, &segment);

      g_string_append_printf (out, " %s", text);
      i = segment.last + 1;
    }
}

char *
ull_chart_describe_layers (const UllDisclosure *disclosure)
{
  GString *out = g_string_new (NULL);
  g_autofree char *heading = NULL;
  UllLayers layers;

  ull_layers_init (&layers, disclosure);
  heading = ull_layers_heading (&layers);
  g_string_append_printf (out, "%s.", heading);
  for (guint i = 0; i < layers.n_keys; i++)
    {
      g_autofree char *key = ull_layers_key_text (&layers, &layers.key[i]);

      g_string_append_printf (out, " %s.", key);
    }
  append_segments (out, &layers);
  return g_string_free (out, FALSE);
}
