#include "ull-model.h"

#include "ull-error.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Invariants, checked once when a model is taken: every run has at least one layer and stores within the bounds below,
 * no two runs are alike by address, layer_run names a run for each layer and the counts agree with it. The bounds keep
 * every single factor far from overflow, so that only products need checks. */

#define MAX_LAYERS 65536
#define MAX_DIM (G_GINT64_CONSTANT (1) << 40)

static gint64
sharded (gint64 whole, gint64 tp)
{
  return whole >= tp ? whole / tp : 1;
}

static gboolean
check_shard (const char *what, gint64 whole, gint64 tp, GError **error)
{
  g_autofree char *parts = NULL, *count = NULL;

  if (whole % tp == 0 || tp % whole == 0)
    return TRUE;
  parts = ull_format_count (tp);
  count = ull_format_count (whole);
  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("Tensor parallel: %s does not divide the %s %s; a divisor or a multiple of them would be right"), parts, count,
               _(what));
  return FALSE;
}

UllDtype
ull_formats_resolve (const UllFormats *formats, UllDtype format, UllDtype kv)
{
  if (format == ULL_DTYPE_KV)
    return kv;
  if (format == ULL_DTYPE_STATE)
    return formats->state;
  if (format == ULL_DTYPE_NATIVE)
    return formats->native;
  return format;
}

gboolean
ull_store_equal (const UllStore *a, const UllStore *b)
{
  return a->growth == b->growth && a->shard == b->shard && a->role == b->role && a->cap == b->cap && a->per == b->per &&
         a->heads == b->heads && a->k_dim == b->k_dim && a->v_dim == b->v_dim && a->extra_bytes == b->extra_bytes &&
         a->k_format == b->k_format && a->v_format == b->v_format;
}

gint64
ull_store_entries (const UllStore *store, gint64 tokens)
{
  if (store->growth == ULL_GROWTH_CONSTANT)
    return 1;
  if (store->growth == ULL_GROWTH_CAPPED)
    tokens = MIN (tokens, store->cap);
  return ull_div_ceil (tokens, store->per);
}

static gboolean
entry_bytes (const UllStore *store, const UllFormats *formats, gint64 channels_tp, gint64 *bytes)
{
  gint64 k = store->k_dim, v = store->v_dim;

  if (channels_tp > 1)
    {
      k = ull_div_ceil (k, channels_tp);
      v = ull_div_ceil (v, channels_tp);
    }
  return ull_dtype_entry_bytes (ull_formats_resolve (formats, store->k_format, formats->k), k,
                                ull_formats_resolve (formats, store->v_format, formats->v), v, &k) &&
         ull_add (k, store->extra_bytes, bytes);
}

gboolean
ull_store_rate (const UllStore *store, const UllFormats *formats, gint64 tp, gint64 *bytes)
{
  gint64 heads = tp > 1 && store->shard == ULL_SHARD_HEADS ? sharded (store->heads, tp) : store->heads, entry;

  return entry_bytes (store, formats, store->shard == ULL_SHARD_CHANNELS ? tp : 1, &entry) && ull_mul (entry, heads, bytes);
}

gboolean
ull_store_bytes (const UllStore *store,
                 const UllFormats *formats,
                 gint64 tokens,
                 gint64 tp,
                 gint64 *bytes,
                 GError **error)
{
  gint64 rate;

  g_return_val_if_fail (tokens >= 0 && tp >= 1, FALSE);

  if (tp > 1 && store->shard == ULL_SHARD_HEADS && !check_shard (N_("KV heads"), store->heads, tp, error))
    return FALSE;
  if (ull_store_rate (store, formats, tp, &rate) && ull_mul (rate, ull_store_entries (store, tokens), bytes))
    return TRUE;
  if (error != NULL)
    {
      g_autofree char *count = ull_format_count (tokens);

      g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
                   _("the cache of %s tokens is more bytes than can be counted; fewer tokens would be right"), count);
    }
  return FALSE;
}

static void
clear_facts (UllModel *facts)
{
  g_clear_pointer (&facts->name, g_free);
  g_clear_pointer (&facts->family, g_free);
  g_clear_pointer (&facts->source, g_free);
  g_clear_pointer (&facts->digest, g_free);
  g_clear_pointer (&facts->runs, g_free);
  g_clear_pointer (&facts->layer_run, g_free);
  g_clear_pointer (&facts->warnings, g_strfreev);
}

static const char *
store_fault (const UllStore *store)
{
  if (store->heads < 1 || store->heads > MAX_DIM)
    return N_("heads out of range; at least 1 would be right");
  if (store->k_dim < 0 || store->k_dim > MAX_DIM || store->v_dim < 0 || store->v_dim > MAX_DIM)
    return N_("a head size out of range; at least 0 would be right");
  if (store->k_dim + store->v_dim + store->extra_bytes < 1 || store->extra_bytes < 0 || store->extra_bytes > MAX_DIM)
    return N_("a store of no bytes; a head size of at least 1 would be right");
  if (store->per < 1)
    return N_("tokens per entry below 1; at least 1 would be right");
  if (store->growth == ULL_GROWTH_CAPPED ? store->cap < 1 : store->cap != 0 && store->growth != ULL_GROWTH_SIDE)
    return N_("a cap that does not belong to its growth; a capped store has a cap of at least 1");
  if (store->k_format < ULL_DTYPE_NATIVE || store->k_format >= ULL_N_DTYPES || store->k_format == ULL_DTYPE_UNKNOWN ||
      store->v_format < ULL_DTYPE_NATIVE || store->v_format >= ULL_N_DTYPES || store->v_format == ULL_DTYPE_UNKNOWN)
    return N_("an unknown element format; one of “ullage-cli list formats” would be right");
  return NULL;
}

static const char *
run_fault (const UllRun *run, gint64 layers)
{
  if (run->count < 1 || layers != run->count)
    return N_("a run whose count is not its layers'; every layer belongs to one run");
  if (run->n_stores > ULL_MAX_STORES)
    return N_("too many stores in a layer; at most 3 would be right");
  for (guint k = 0; k < run->n_stores; k++)
    {
      const char *fault = store_fault (&run->stores[k]);

      if (fault != NULL)
        return fault;
    }
  return NULL;
}

static const char *
model_fault (const UllModel *facts)
{
  gint64 layers[G_MAXUINT8 + 1] = { 0 };

  if (facts->n_layers < 1 || facts->n_layers > MAX_LAYERS || facts->layer_run == NULL)
    return N_("layers out of range; 1 to 65,536 would be right");
  if (facts->n_runs < 1 || facts->n_runs > G_MAXUINT8 || facts->runs == NULL)
    return N_("too many kinds of layer; 1 to 255 would be right");
  if (facts->name == NULL || !g_utf8_validate (facts->name, -1, NULL))
    return N_("a model without a name; UTF-8 text would be right");
  for (guint i = 0; i < facts->n_layers; i++)
    {
      if (facts->layer_run[i] >= facts->n_runs)
        return N_("a layer of no run; every layer belongs to one run");
      layers[facts->layer_run[i]]++;
    }
  for (guint i = 0; i < facts->n_runs; i++)
    {
      const char *fault = run_fault (&facts->runs[i], layers[i]);

      if (fault != NULL)
        return fault;
    }
  return NULL;
}

UllModel *
ull_model_take (UllModel *facts, GError **error)
{
  const char *fault = model_fault (facts);
  UllModel *model;
  char *name;

  if (fault != NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID, "%s: %s", facts->source ? facts->source : _("the model"),
                   _(fault));
      clear_facts (facts);
      return NULL;
    }
  name = ull_format_plain (facts->name);
  g_free (facts->name);
  facts->name = name;
  model = g_atomic_rc_box_dup (sizeof *facts, facts);
  memset (facts, 0, sizeof *facts);
  return model;
}

static void
set_no_model (gint64 layers, gint64 query_heads, gint64 kv_heads, gint64 head_dim, GError **error)
{
  g_autofree char *l = ull_format_count (layers);
  g_autofree char *q = ull_format_count (query_heads);
  g_autofree char *kv = ull_format_count (kv_heads);
  g_autofree char *dim = ull_format_count (head_dim);

  g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
               _("%s layers, %s query heads, %s KV heads of %s are no model; positive numbers with KV heads that divide the "
                 "query heads would be right"),
               l, q, kv, dim);
}

UllModel *
ull_model_new_dense (const char *name,
                     gint64 layers,
                     gint64 query_heads,
                     gint64 kv_heads,
                     gint64 head_dim,
                     GError **error)
{
  UllModel facts = { .parameters = -1, .weight_bytes = -1, .max_positions = -1, .hidden_size = -1 };

  if (layers < 1 || layers > MAX_LAYERS || query_heads < 1 || kv_heads < 1 || head_dim < 1 ||
      query_heads % kv_heads != 0)
    {
      set_no_model (layers, query_heads, kv_heads, head_dim, error);
      return NULL;
    }
  facts.name = g_strdup (name);
  facts.native_dtype = facts.state_dtype = ULL_DTYPE_UNKNOWN;
  facts.query_heads = query_heads;
  facts.n_runs = 1;
  facts.runs = g_new0 (UllRun, 1);
  facts.runs[0] = (UllRun) {
    .count = layers,
    .kind = ULL_LAYER_FULL,
    .n_stores = 1,
    .stores = { { .growth = ULL_GROWTH_TOKEN,
                  .shard = ULL_SHARD_HEADS,
                  .per = 1,
                  .heads = kv_heads,
                  .k_dim = head_dim,
                  .v_dim = head_dim,
                  .k_format = ULL_DTYPE_KV,
                  .v_format = ULL_DTYPE_KV } },
  };
  facts.n_layers = (guint) layers;
  facts.layer_run = g_new0 (guint8, layers);
  return ull_model_take (&facts, error);
}

void
ull_model_dup_facts (const UllModel *model, UllModel *facts)
{
  *facts = *model;
  facts->name = g_strdup (model->name);
  facts->family = g_strdup (model->family);
  facts->source = g_strdup (model->source);
  facts->digest = g_strdup (model->digest);
  facts->warnings = g_strdupv (model->warnings);
  facts->runs = g_memdup2 (model->runs, model->n_runs * sizeof *model->runs);
  facts->layer_run = g_memdup2 (model->layer_run, model->n_layers);
}

UllModel *
ull_model_ref (UllModel *model)
{
  return g_atomic_rc_box_acquire (model);
}

void
ull_model_unref (UllModel *model)
{
  g_atomic_rc_box_release_full (model, (GDestroyNotify) clear_facts);
}

guint
ull_model_get_layers (const UllModel *model)
{
  guint layers = 0;

  for (guint i = 0; i < model->n_runs; i++)
    if (!model->runs[i].draft)
      layers += (guint) model->runs[i].count;
  return layers;
}

/* A figure that all growing stores share, read at @offset of the store; -1 where they differ or none grows. */
static gint64
common_figure (const UllModel *model, gsize offset)
{
  gint64 figure = -1;

  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; k < model->runs[i].n_stores; k++)
      {
        const UllStore *store = &model->runs[i].stores[k];
        gint64 own = G_STRUCT_MEMBER (gint64, store, offset);

        if (store->growth == ULL_GROWTH_CONSTANT || store->role != ULL_ROLE_CACHE || model->runs[i].draft)
          continue;
        if (figure != -1 && figure != own)
          return -1;
        figure = own;
      }
  return figure;
}

gint64
ull_model_get_kv_heads (const UllModel *model)
{
  return common_figure (model, G_STRUCT_OFFSET (UllStore, heads));
}

gint64
ull_model_get_head_dim (const UllModel *model)
{
  return common_figure (model, G_STRUCT_OFFSET (UllStore, k_dim));
}

char **
ull_model_dup_warnings (const UllModel *model)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  g_autofree char *plain = NULL;

  if (model->as_plain)
    {
      plain = g_strdup_printf (_("“%s” is not a known family; it is treated as plain attention"),
                               model->family != NULL ? model->family : "");
      g_strv_builder_add (list, plain);
    }
  if (model->source != NULL && model->native_dtype == ULL_DTYPE_UNKNOWN)
    g_strv_builder_add (list, _("the file does not say in which format the model was saved; 2 bytes an element are taken"));
  if (model->source != NULL && model->weight_bytes < 0 && model->anatomy.bits < 0)
    g_strv_builder_add (list, _("the weights are quantised, so their size does not follow from the shapes; the size of "
                                "the weight files would tell it"));
  if (model->warnings != NULL)
    g_strv_builder_addv (list, (const char **) model->warnings);
  return g_strv_builder_end (list);
}

static const struct
{
  const char *id;
  const char *label;
} kinds[ULL_N_LAYER_KINDS] = {
  [ULL_LAYER_FULL] = { "full", N_("full attention") },
  [ULL_LAYER_SLIDING] = { "sliding", N_("sliding window") },
  [ULL_LAYER_CHUNKED] = { "chunked", N_("chunked attention") },
  [ULL_LAYER_LATENT] = { "latent", N_("latent attention") },
  [ULL_LAYER_RECURRENT] = { "recurrent", N_("recurrent state") },
  [ULL_LAYER_CROSS] = { "cross", N_("cross attention") },
  [ULL_LAYER_SHARED] = { "shared", N_("shares an earlier layer’s cache") },
  [ULL_LAYER_NONE] = { "none", N_("no cache") },
};

const char *
ull_layer_kind_get_id (UllLayerKind kind)
{
  g_return_val_if_fail ((guint) kind < ULL_N_LAYER_KINDS, NULL);

  return kinds[kind].id;
}

const char *
ull_layer_kind_get_label (UllLayerKind kind)
{
  g_return_val_if_fail ((guint) kind < ULL_N_LAYER_KINDS, NULL);

  return _(kinds[kind].label);
}
