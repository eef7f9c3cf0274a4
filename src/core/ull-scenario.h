#pragma once

#include "ull-device.h"
#include "ull-field.h"
#include "ull-lengths.h"
#include "ull-load.h"
#include "ull-model.h"

G_BEGIN_DECLS

/**
 * UllScenario:
 *
 * Model + card + settings: everything a plan is computed from. Immutable and reference-counted; every change makes a
 * new one, so undo is an array of references.
 */
typedef struct
{
  UllModel *model;
  UllDevice *device;
  gint64 value[ULL_N_FIELDS];
  GRefString *typed[ULL_N_FIELDS]; /* (nullable): what the person typed, kept for display: "1.8 GB" */
  UllLengths *lengths;             /* (nullable): where a request has no one length; CONTEXT is their mean then. */
  UllLoad *load;                   /* (nullable): what a simulation is given; a plan never looks at it */
} UllScenario;

/* Every field at its initial value. */
UllScenario *ull_scenario_new (UllModel *model, UllDevice *device);
UllScenario *ull_scenario_ref (UllScenario *scenario);
void ull_scenario_unref (UllScenario *scenario);

/* A copy with one thing changed. (transfer full). @typed may be NULL. A value out of the field's range, or KV heads
 * that do not divide, is NULL with an error. Setting K_DTYPE or V_DTYPE sets that one alone. */
UllScenario *ull_scenario_with (const UllScenario *scenario,
                                UllFieldId field,
                                gint64 value,
                                const char *typed,
                                GError **error);
UllScenario *ull_scenario_with_kv_dtype (const UllScenario *scenario, UllDtype dtype); /* both K and V */
/* Keeps the settings; KV heads and typed weights, which belonged to the old model, go back to unset. */
UllScenario *ull_scenario_with_model (const UllScenario *scenario, UllModel *model);
/* Requests of these lengths, and of their mean where one length stands for all; NULL: of one length, as CONTEXT has it.
 * Setting CONTEXT does that too. */
UllScenario *ull_scenario_with_lengths (const UllScenario *scenario, UllLengths *lengths);
/* For a simulation; NULL: none was chosen. */
UllScenario *ull_scenario_with_load (const UllScenario *scenario, UllLoad *load);
UllScenario *ull_scenario_with_device (const UllScenario *scenario, UllDevice *device);
gboolean ull_scenario_equal (const UllScenario *a, const UllScenario *b);

/* What the settings come to. */
/* The setting, else what the table says that an unset one stands for: ULL_UNSET where it says nothing. */
gint64 ull_scenario_get (const UllScenario *scenario, UllFieldId field);
void ull_scenario_get_formats (const UllScenario *scenario, UllFormats *formats);
/* The lever's KV heads, else the model's; -1 where it is not set and the model's growing stores differ. */
gint64 ull_scenario_get_kv_heads (const UllScenario *scenario);
/* The lever scales every store that grows and is kept by heads by the ratio of its value to these, the heads of the first
 * such store; 0 where the model has none. */
gint64 ull_model_get_scaled_heads (const UllModel *model);
/* Whether every such store would keep whole heads, and no more of them than query heads: else ULL_ERROR_INVALID. */
gboolean ull_model_check_kv_heads (const UllModel *model, gint64 heads, GError **error);
/* Whether the KV heads lever acts on this model, and, if not, why (translated sentence; NULL where it does). */
const char *ull_scenario_get_kv_heads_reason (const UllScenario *scenario);
/* Whether @cards can share each layer: they divide the query heads, and each store's heads one way or the other. */
gboolean ull_scenario_check_tp (const UllScenario *scenario, gint64 cards, GError **error);
/* The store with the KV heads lever applied. */
void ull_scenario_scale_store (const UllScenario *scenario, const UllStore *store, UllStore *scaled);
/* Bytes of the weights and where the figure comes from; ULL_WEIGHTS_UNKNOWN: 0 bytes. FALSE on overflow. */
gboolean ull_scenario_get_weights (const UllScenario *scenario,
                                   gint64 *bytes,
                                   UllWeightSource *source,
                                   GError **error);
/* The engine's model length: typed, else the model's positions, else the context. */
gint64 ull_scenario_get_model_len (const UllScenario *scenario);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllScenario, ull_scenario_unref)

G_END_DECLS
