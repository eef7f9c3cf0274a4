#include "ull-config-layers.h"

#include <string.h>

/* Stores are compared by their bytes: each is made whole by one of the functions below, so that no padding is left to
 * chance. */

void
ull_config_layers_init (UllConfigLayers *layers)
{
  layers->runs = g_array_new (FALSE, TRUE, sizeof (UllRun));
  layers->layers = g_byte_array_new ();
}

void
ull_config_layers_clear (UllConfigLayers *layers)
{
  g_clear_pointer (&layers->runs, g_array_unref);
  g_clear_pointer (&layers->layers, g_byte_array_unref);
}

static gboolean
same_run (const UllRun *run, UllLayerKind kind, gboolean draft, const UllStore *stores, guint n_stores)
{
  if (run->kind != kind || run->draft != draft || run->n_stores != n_stores)
    return FALSE;
  for (guint i = 0; i < n_stores; i++)
    if (!ull_store_equal (&run->stores[i], &stores[i]))
      return FALSE;
  return TRUE;
}

gboolean
ull_config_layers_add (UllConfigLayers *layers, UllLayerKind kind, gboolean draft, const UllStore *stores, guint n_stores)
{
  UllRun fresh = { .count = 0, .kind = kind, .draft = draft, .n_stores = n_stores };
  guint8 index = 0;

  g_return_val_if_fail (n_stores <= ULL_MAX_STORES, FALSE);

  while (index < layers->runs->len &&
         !same_run (&g_array_index (layers->runs, UllRun, index), kind, draft, stores, n_stores))
    index++;
  if (index == layers->runs->len)
    {
      if (layers->runs->len == G_MAXUINT8)
        return FALSE;
      for (guint i = 0; i < n_stores; i++)
        fresh.stores[i] = stores[i];
      g_array_append_val (layers->runs, fresh);
    }
  g_array_index (layers->runs, UllRun, index).count++;
  g_byte_array_append (layers->layers, &index, 1);
  return TRUE;
}

void
ull_config_layers_take (UllConfigLayers *layers, UllModel *facts)
{
  facts->n_runs = layers->runs->len;
  facts->n_layers = layers->layers->len;
  facts->runs = (UllRun *) (void *) g_array_free (g_steal_pointer (&layers->runs), FALSE);
  facts->layer_run = g_byte_array_free (g_steal_pointer (&layers->layers), FALSE);
}

UllStore
ull_config_store_kv (gint64 heads, gint64 k_dim, gint64 v_dim)
{
  return (UllStore) {
    .growth = ULL_GROWTH_TOKEN,
    .shard = ULL_SHARD_HEADS,
    .per = 1,
    .heads = heads,
    .k_dim = k_dim,
    .v_dim = v_dim,
    .k_format = ULL_DTYPE_KV,
    .v_format = ULL_DTYPE_KV,
  };
}

UllStore
ull_config_store_window (gint64 heads, gint64 k_dim, gint64 v_dim, gint64 cap)
{
  UllStore store = ull_config_store_kv (heads, k_dim, v_dim);

  store.growth = ULL_GROWTH_CAPPED;
  store.cap = cap;
  return store;
}

UllStore
ull_config_store_latent (gint64 dim)
{
  UllStore store = ull_config_store_kv (1, dim, 0);

  store.shard = ULL_SHARD_REPLICATED;
  return store;
}

UllStore
ull_config_store_state (gint64 elements, UllDtype format)
{
  return (UllStore) {
    .growth = ULL_GROWTH_CONSTANT,
    .shard = ULL_SHARD_CHANNELS,
    .per = 1,
    .heads = 1,
    .k_dim = elements,
    .k_format = format,
    .v_format = format,
  };
}
