/* What a person has to know of model, card and engine before a drill can be answered on paper: shapes and sizes as the files and
 * the catalogue have them, and nothing that is made of them. A fact that drills draw anew (dtype, share of the card, cards
 * together) stands in each question instead. */
#include "ull-drill.h"

#include "ull-engine.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

static char *
shape_text (const UllStore *store)
{
  g_autofree char *heads = ull_format_count (store->heads);
  g_autofree char *k = ull_format_count (store->k_dim);
  g_autofree char *v = ull_format_count (store->v_dim);

  if (store->growth == ULL_GROWTH_CONSTANT)
    return g_strdup_printf (_("a state of %s elements a sequence"), k);
  if (store->role == ULL_ROLE_INDEXER)
    return g_strdup_printf (_("an indexer’s key of %s"), k);
  if (store->v_dim == 0)
    return g_strdup_printf (_("one vector of %s for keys and values"), k);
  /* Translators: "8 KV heads × (128 + 128)": the sizes of a head's key and of its value. */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s KV head × (%s + %s)", "%s KV heads × (%s + %s)", (gulong) store->heads),
                          heads, k, v);
}

static void
append_store (GString *text, const UllStore *store)
{
  g_autofree char *shape = shape_text (store);
  g_autofree char *cap = ull_format_count (store->cap);

  g_string_append (text, shape);
  if (store->growth == ULL_GROWTH_CAPPED)
    g_string_append_printf (text, _(" of at most %s tokens"), cap);
  if (store->growth == ULL_GROWTH_SIDE)
    g_string_append (text, _(" of what the encoder makes"));
}

static void
append_run (GString *text, const UllRun *run)
{
  g_autofree char *count = ull_format_count (run->count);

  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, " %s layer, %s", " %s layers, %s", (gulong) run->count), count,
                          ull_layer_kind_get_label (run->kind));
  for (guint i = 0; i < run->n_stores; i++)
    {
      g_string_append (text, i == 0 ? ": " : ", ");
      append_store (text, &run->stores[i]);
    }
  g_string_append_c (text, '.');
}

static char *
model_text (const UllModel *model)
{
  GString *text = g_string_new (NULL);
  g_autofree char *heads = ull_format_count (model->query_heads);
  g_autofree char *hidden = ull_format_count (model->hidden_size);

  g_string_append_printf (text, "%s:", model->name);
  for (guint i = 0; i < model->n_runs; i++)
    if (!model->runs[i].draft)
      append_run (text, &model->runs[i]);
  if (model->query_heads > 0)
    g_string_append_printf (text, _(" Query heads: %s."), heads);
  if (model->hidden_size > 0)
    g_string_append_printf (text, _(" Hidden size: %s."), hidden);
  return g_string_free (text, FALSE);
}

static char *
card_text (const UllScenario *scenario)
{
  g_autofree char *size = ull_format_both (scenario->device->allocatable);
  g_autofree char *pool = NULL;

  if (scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET)
    return g_strdup_printf (_("%s: an allocation sees %s."), scenario->device->name, size);
  pool = ull_format_both (scenario->value[ULL_FIELD_AVAILABLE]);
  return g_strdup_printf (_("The KV pool is given: %s."), pool);
}

static char *
engine_text (const UllScenario *scenario)
{
  g_autofree char *block = ull_format_count (ull_engine_get_setting (scenario, ULL_FIELD_BLOCK_SIZE));

  if (scenario->value[ULL_FIELD_ENGINE] == ULL_ENGINE_IDEAL)
    return g_strdup (_("The engine hands out single tokens and keeps nothing for itself."));
  if (scenario->value[ULL_FIELD_ENGINE] == ULL_ENGINE_VLLM)
    return g_strdup_printf (_("The engine is vLLM, with blocks of %s tokens, one of which it keeps for itself."), block);
  return g_strdup_printf (_("The engine hands out blocks of %s tokens."), block);
}

char *
ull_drill_dup_facts (const UllScenario *scenario)
{
  g_autofree char *model = model_text (scenario->model);
  g_autofree char *card = card_text (scenario);
  g_autofree char *engine = engine_text (scenario);

  return g_strjoin ("\n", model, card, engine, NULL);
}
