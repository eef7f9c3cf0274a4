#include "ull-window-private.h"

#include "ull-engine.h"
#include "ull-error.h"
#include "ull-prompt.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A LoRA adapter is no model: over an open one that it fits, the window offers to count it. That is one more slot, as wide as the
 * widest adapter, and one entry of the history. An engine takes ranks of certain sizes only, so the slot's is the next of them. */

typedef struct
{
  UllWindow *window;     /* reference */
  UllScenario *scenario; /* reference: with the slot */
  UllScenario *before;   /* reference: what it was made from */
} Offer;

static void
offer_free (Offer *offer)
{
  g_clear_object (&offer->window);
  g_clear_pointer (&offer->scenario, ull_scenario_unref);
  g_clear_pointer (&offer->before, ull_scenario_unref);
  g_free (offer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Offer, offer_free)

static gboolean
refuse (const UllAdapter *adapter, GError **error, const char *why)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, "%s: %s", adapter->name, why);
  return FALSE;
}

static gboolean
check_sizes (const UllAdapter *adapter, const UllModel *model, GError **error)
{
  g_autofree char *theirs = ull_format_count (adapter->hidden);
  g_autofree char *ours = ull_format_count (model->hidden_size);
  g_autofree char *layers = ull_format_count (adapter->layers);
  g_autofree char *own = ull_format_count (ull_model_get_layers (model));
  g_autofree char *why = NULL;

  if (adapter->hidden > 0 && model->hidden_size > 0 && adapter->hidden != model->hidden_size)
    why = g_strdup_printf (_("this LoRA adapter is made for a hidden size of %s, and %s has %s; an adapter of the open model would be right"),
                           theirs, model->name, ours);
  else if (adapter->layers > ull_model_get_layers (model))
    why = g_strdup_printf (_("this LoRA adapter has matrices of %s layers, and %s has %s; an adapter of the open model would be right"),
                           layers, model->name, own);
  return why == NULL || refuse (adapter, error, why);
}

static gint64
slot_rank (gint64 rank)
{
  static const gint64 sizes[] = { 8, 16, 32, 64, 128, 256, 320, 512 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (rank <= sizes[i])
      return sizes[i];
  return rank;
}

static UllScenario *
with_slot (const UllAdapter *adapter, const UllScenario *scenario, GError **error)
{
  gint64 slots = MAX (ull_engine_get_setting (scenario, ULL_FIELD_MAX_LORAS), 0), rank = slot_rank (adapter->rank);
  g_autoptr (UllScenario) wider = NULL;

  if (!ull_field_is_read_by (ull_field_get (ULL_FIELD_MAX_LORAS), (UllEngineId) scenario->value[ULL_FIELD_ENGINE]))
    {
      refuse (adapter, error, _("this is a LoRA adapter, and of the engines here only vLLM keeps memory for adapters; with the engine vLLM it can be counted"));
      return NULL;
    }
  if (!check_sizes (adapter, scenario->model, error))
    return NULL;
  if (slots > 0)
    rank = MAX (rank, ull_engine_get_setting (scenario, ULL_FIELD_MAX_LORA_RANK));
  wider = ull_scenario_with (scenario, ULL_FIELD_MAX_LORA_RANK, rank, NULL, error);
  return wider != NULL ? ull_scenario_with (wider, ULL_FIELD_MAX_LORAS, slots + 1, NULL, error) : NULL;
}

static char *
dup_body (const UllAdapter *adapter, const UllScenario *scenario)
{
  g_autofree char *rank = ull_format_count (adapter->rank);
  g_autofree char *slots = ull_format_count (scenario->value[ULL_FIELD_MAX_LORAS]);
  g_autofree char *width = ull_format_count (scenario->value[ULL_FIELD_MAX_LORA_RANK]);
  g_autofree UllBudget *budget = g_new0 (UllBudget, 1);
  g_autofree char *size = NULL, *said = NULL;

  said = adapter->base != NULL
           ? g_strdup_printf (_("“%s” is a LoRA adapter of rank %s for %s, and no model."), adapter->name, rank, adapter->base)
           : g_strdup_printf (_("“%s” is a LoRA adapter of rank %s, and no model."), adapter->name, rank);
  if (!ull_budget_terms (scenario, budget, NULL))
    return g_steal_pointer (&said);
  size = ull_format_size (budget->term[ULL_TERM_LORA].bytes);
  return g_strdup_printf (_("%s\n\nCounted for %s, the LoRA slots are then %s of rank %s: %s on a card."), said, scenario->model->name,
                          slots, width, size);
}

static void
offered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Offer) offer = user_data;
  UllWorkspace *workspace = offer->window->workspace;

  /* What was changed meanwhile is not thrown away. */
  if (g_strcmp0 (ull_prompt_choose_finish (ULL_PROMPT (source), result), "count") == 0 && !offer->window->closing
      && ull_workspace_get_scenario (workspace) == offer->before)
    ull_workspace_apply (workspace, offer->scenario);
}

void
ull_window_offer_adapter (UllWindow *self, const UllAdapter *adapter)
{
  UllScenario *before = ull_workspace_get_scenario (self->workspace);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (UllPrompt) prompt = NULL;
  g_autofree char *body = NULL;
  Offer *offer;

  if (before == NULL)
    refuse (adapter, &error, _("this is a LoRA adapter and no model; with its model open, it can be counted"));
  else
    scenario = with_slot (adapter, before, &error);
  if (scenario == NULL)
    {
      ull_window_show_error (self, error);
      return;
    }
  ull_window_hide_notice (self);
  offer = g_new0 (Offer, 1);
  offer->window = g_object_ref (self);
  offer->scenario = g_steal_pointer (&scenario);
  offer->before = ull_scenario_ref (before);
  body = dup_body (adapter, offer->scenario);
  prompt = ull_prompt_new (_("Count a LoRA Adapter?"), body);
  ull_prompt_add_response (prompt, "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT);
  ull_prompt_add_response (prompt, "count", _("Coun_t It"), ADW_RESPONSE_SUGGESTED);
  ull_prompt_choose (prompt, GTK_WINDOW (self), NULL, offered_cb, offer);
}
