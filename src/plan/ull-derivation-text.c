#include "ull-derivation.h"

#include "ull-store-text.h"
#include "ull-units.h"
#include "ull-weight-text.h"

#include <glib/gi18n-lib.h>

/* Steps as text, made on demand from the expression, so that the panel, --explain, the reveal and an export's caption
 * cannot disagree. Operations are written the way a person would: ⌈a ÷ b⌉, a × 0.90, 2 (K, V) × 32 layers × …. */

#define FLOOR_LEFT "\342\214\212"
#define FLOOR_RIGHT "\342\214\213"
#define CEIL_LEFT "\342\214\210"
#define CEIL_RIGHT "\342\214\211"
#define DIVIDED " \303\267 "
#define TIMES " " ULL_TIMES " "
#define LESS " " ULL_MINUS " "

static const struct
{
  const char *id;
  const char *label;
} steps[ULL_N_STEP_IDS] = {
  [ULL_STEP_STORE] = { "store", N_("One kind of layer") },
  [ULL_STEP_STORE_RATE] = { "store_rate", N_("The same per token") },
  [ULL_STEP_BYTES_PER_TOKEN] = { "bytes_per_token", N_("Bytes per token") },
  [ULL_STEP_REQUEST_BLOCKS] = { "request_blocks", N_("Blocks of one request") },
  [ULL_STEP_REQUEST_TOKENS] = { "request_tokens", N_("Tokens in whole blocks") },
  [ULL_STEP_GROWTH] = { "growth", N_("Growth with length") },
  [ULL_STEP_PAGE] = { "page_bytes", N_("One block") },
  [ULL_STEP_REQUEST] = { "request_bytes", N_("One request") },
  [ULL_STEP_HEADS] = { "kv_heads_each", N_("KV heads on a card") },
  [ULL_STEP_CHANNELS] = { "channels_each", N_("Channels on a card") },
  [ULL_STEP_WEIGHTS_EACH] = { "weight_bytes_each", N_("Weights on a card") },
  [ULL_STEP_RETAINED_TOKENS] = { "retained_tokens", N_("Retained, whole blocks") },
  [ULL_STEP_RETAINED] = { "retained_bytes", N_("Retained prefixes") },
  [ULL_STEP_SHARED_TOKENS] = { "shared_tokens", N_("Shared, whole blocks") },
  [ULL_STEP_SHARED_ENTRIES] = { "shared_entries", N_("Shared, whole entries") },
  [ULL_STEP_SHARED] = { "shared_bytes", N_("Shared prefix, once") },
  [ULL_STEP_PRIVATE] = { "private_bytes", N_("A request besides") },
  [ULL_STEP_AFTER_SHARED] = { "after_shared_bytes", N_("Left beside the prefix") },
  [ULL_STEP_SHARERS] = { "sharers", N_("Requests that share") },
  [ULL_STEP_AFTER_SHARERS] = { "after_sharers_bytes", N_("Left beside them") },
  [ULL_STEP_OTHERS] = { "others", N_("Requests that do not") },
  [ULL_STEP_ALONE] = { "alone_bytes", N_("Without sharing") },
  [ULL_STEP_SAVED] = { "saved_bytes", N_("Sharing saves") },
  [ULL_STEP_WEIGHTS] = { "weight_bytes", N_("Weights") },
  [ULL_STEP_VOCABULARY] = { "vocabulary_padded", N_("Vocabulary, padded") },
  [ULL_STEP_VOCABULARY_EACH] = { "vocabulary_each", N_("Vocabulary on a card") },
  [ULL_STEP_WEIGHT_SHARE] = { "weight_share", N_("A part on a card") },
  [ULL_STEP_WEIGHT_PARTS] = { "weight_parts", N_("Weights") },
  [ULL_STEP_TERM_LOGITS] = { "logits_bytes", N_("Logits of a step") },
  [ULL_STEP_TERM_HIDDEN] = { "hidden_bytes", N_("Hidden state of a step") },
  [ULL_STEP_TERM_MLP] = { "mlp_bytes", N_("One MLP of a step") },
  [ULL_STEP_TERM_EXPERTS] = { "expert_bytes", N_("Experts’ workspaces") },
  [ULL_STEP_TERM_STAGES] = { "between_stages_bytes", N_("Between stages") },
  [ULL_STEP_TERM_GRAPHS] = { "graph_layers_bytes", N_("Graphs of the layers") },
  [ULL_STEP_TERM_LORA] = { "lora_slots_bytes", N_("LoRA slots") },
  [ULL_STEP_TERM_SUM] = { "term_bytes", N_("Together") },
  [ULL_STEP_GIVEN] = { "given_bytes", N_("Given to the process") },
  [ULL_STEP_HEADROOM] = { "headroom_bytes", N_("Failure headroom") },
  [ULL_STEP_POOL] = { "pool_bytes", N_("KV pool") },
  [ULL_STEP_BLOCKS] = { "blocks", N_("Blocks") },
  [ULL_STEP_TOKENS] = { "tokens", N_("Tokens") },
  [ULL_STEP_MAX_REQUESTS] = { "memory_requests", N_("Most requests") },
  [ULL_STEP_RUNNING] = { "max_concurrency", N_("Run at once") },
  [ULL_STEP_DEMAND] = { "demand_bytes", N_("Asked for") },
  [ULL_STEP_CAPACITY] = { "capacity_bytes", N_("Room for requests") },
  [ULL_STEP_LAYER_PAGE] = { "layer_page", N_("A block in one layer") },
  [ULL_STEP_KIND_PAGES] = { "kind_pages", N_("In all layers of a kind") },
  [ULL_STEP_GROUP_TOKENS] = { "group_tokens", N_("Tokens kept of a window") },
  [ULL_STEP_GROUP_BLOCKS] = { "group_blocks", N_("Blocks in groups of a kind") },
  [ULL_STEP_MODEL_LEN_BLOCKS] = { "model_len_blocks", N_("Blocks of the longest request") },
  [ULL_STEP_USABLE] = { "usable_blocks", N_("Blocks for requests") },
  [ULL_STEP_ULLAGE] = { "ullage_bytes", N_("Ullage") },
};

static const char *const ops[] = {
  [ULL_OP_STORE_BYTES] = "store_bytes",     [ULL_OP_ADD] = "add",
  [ULL_OP_SUBTRACT] = "subtract",           [ULL_OP_REMAIN] = "remain",
  [ULL_OP_MULTIPLY] = "multiply",           [ULL_OP_MINIMUM] = "minimum",
  [ULL_OP_DIVIDE_DOWN] = "divide_down",     [ULL_OP_DIVIDE_UP] = "divide_up",
  [ULL_OP_FRACTION_DOWN] = "fraction_down", [ULL_OP_FRACTION_UP] = "fraction_up",
  [ULL_OP_RATIO_DOWN] = "ratio_down",       [ULL_OP_RATE_UP] = "rate_up",
  [ULL_OP_DTYPE_BYTES] = "dtype_bytes",     [ULL_OP_ROUND_UP] = "round_up",
  [ULL_OP_SCALE_UP] = "scale_up",           [ULL_OP_SHARE_BYTES] = "share_bytes",
};

static const char *const facts[ULL_N_FACTS] = {
  [ULL_FACT_LAYERS] = "layers",           [ULL_FACT_KV_HEADS] = "kv_heads",
  [ULL_FACT_K_DIM] = "k_dim",             [ULL_FACT_V_DIM] = "v_dim",
  [ULL_FACT_K_FORMAT] = "k_format",       [ULL_FACT_V_FORMAT] = "v_format",
  [ULL_FACT_EXTRA_BYTES] = "extra_bytes", [ULL_FACT_TOKENS_PER_ENTRY] = "tokens_per_entry",
  [ULL_FACT_CAP] = "cap",                 [ULL_FACT_GROWTH] = "growth",
  [ULL_FACT_PARAMETERS] = "parameters",   [ULL_FACT_ALLOCATABLE] = "allocatable_bytes",
  [ULL_FACT_GROUPS] = "groups",           [ULL_FACT_BLOCK_TOKENS] = "block_tokens",
  [ULL_FACT_PADDING] = "padding_bytes",   [ULL_FACT_FIXED_BLOCKS] = "fixed_blocks",
  [ULL_FACT_RESERVED_BLOCKS] = "reserved_blocks",
  [ULL_FACT_STEP_REQUESTS] = "step_requests", [ULL_FACT_STEP_TOKENS] = "step_tokens",
  [ULL_FACT_VOCABULARY] = "vocabulary",   [ULL_FACT_HIDDEN] = "hidden_size",
  [ULL_FACT_WIDTH] = "mlp_width",         [ULL_FACT_EXPERTS_USED] = "experts_used",
  [ULL_FACT_EXPERT_ROWS] = "expert_rows", [ULL_FACT_SLOTS] = "slots",
  [ULL_FACT_RANKS] = "ranks",             [ULL_FACT_SIDES] = "sides",
  [ULL_FACT_RATE] = "rate",
  [ULL_FACT_WEIGHTS_EMBEDDING] = "weights_embedding", [ULL_FACT_WEIGHTS_ATTENTION] = "weights_attention",
  [ULL_FACT_WEIGHTS_MLP] = "weights_mlp", [ULL_FACT_WEIGHTS_EXPERTS] = "weights_experts",
  [ULL_FACT_WEIGHTS_NORMS] = "weights_norms", [ULL_FACT_WEIGHTS_HEAD] = "weights_head",
  [ULL_FACT_WEIGHTS_DRAFT] = "weights_draft", [ULL_FACT_WEIGHTS_VISION] = "weights_vision",
  [ULL_FACT_WEIGHTS_OTHER] = "weights_other", [ULL_FACT_WEIGHTS_KV] = "weights_kv",
  [ULL_FACT_KV_CARDS] = "kv_cards",       [ULL_FACT_WEIGHTS_WHOLE] = "weights_whole",
  [ULL_FACT_WEIGHTS_MADE] = "weights_made",
};

static const char *const units[] = {
  [ULL_UNIT_BYTES] = "bytes", [ULL_UNIT_TOKENS] = "tokens", [ULL_UNIT_BLOCKS] = "blocks", [ULL_UNIT_REQUESTS] = "requests",
  [ULL_UNIT_COUNT] = "count", [ULL_UNIT_PPM] = "ppm",       [ULL_UNIT_DTYPE] = "dtype",
};

const char *
ull_step_get_id (UllStepId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_STEP_IDS, NULL);

  return steps[id].id;
}

const char *
ull_step_get_label (UllStepId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_STEP_IDS, NULL);

  return _(steps[id].label);
}

UllStepId
ull_step_from_id (const char *id)
{
  for (int i = 0; i < ULL_N_STEP_IDS; i++)
    if (g_strcmp0 (steps[i].id, id) == 0)
      return (UllStepId) i;
  return ULL_N_STEP_IDS;
}

UllUnit
ull_step_get_unit (UllStepId id)
{
  switch (id)
    {
    case ULL_STEP_REQUEST_BLOCKS:
    case ULL_STEP_GROUP_BLOCKS:
    case ULL_STEP_MODEL_LEN_BLOCKS:
    case ULL_STEP_BLOCKS:
    case ULL_STEP_USABLE:
      return ULL_UNIT_BLOCKS;
    case ULL_STEP_REQUEST_TOKENS:
    case ULL_STEP_GROUP_TOKENS:
    case ULL_STEP_TOKENS:
    case ULL_STEP_RETAINED_TOKENS:
    case ULL_STEP_SHARED_TOKENS:
      return ULL_UNIT_TOKENS;
    case ULL_STEP_SHARERS:
    case ULL_STEP_OTHERS:
    case ULL_STEP_MAX_REQUESTS:
    case ULL_STEP_RUNNING:
      return ULL_UNIT_REQUESTS;
    case ULL_STEP_HEADS:
    case ULL_STEP_CHANNELS:
    case ULL_STEP_SHARED_ENTRIES:
    case ULL_STEP_VOCABULARY:
    case ULL_STEP_VOCABULARY_EACH:
      return ULL_UNIT_COUNT;
    default:
      return ULL_UNIT_BYTES;
    }
}

const char *
ull_op_get_id (UllOp op)
{
  g_return_val_if_fail ((guint) op < G_N_ELEMENTS (ops), NULL);

  return ops[op];
}

const char *
ull_fact_get_id (UllFactId fact)
{
  g_return_val_if_fail ((guint) fact < ULL_N_FACTS, NULL);

  return facts[fact];
}

const char *
ull_unit_get_id (UllUnit unit)
{
  g_return_val_if_fail ((guint) unit < G_N_ELEMENTS (units), NULL);

  return units[unit];
}

static char *
value_text (gint64 value, UllUnit unit)
{
  switch (unit)
    {
    case ULL_UNIT_BYTES:
      return ull_format_size (value);
    case ULL_UNIT_TOKENS:
      return ull_store_text_count (value, N_("token"), N_("tokens"));
    case ULL_UNIT_BLOCKS:
      return ull_store_text_count (value, N_("block"), N_("blocks"));
    case ULL_UNIT_REQUESTS:
      return ull_store_text_count (value, N_("request"), N_("requests"));
    case ULL_UNIT_PPM:
      return ull_format_fraction (value);
    case ULL_UNIT_DTYPE:
      return g_strdup (ull_dtype_info ((UllDtype) value)->id);
    case ULL_UNIT_COUNT:
    default:
      return ull_format_count (value);
    }
}

char *
ull_unit_format (UllUnit unit, gint64 value)
{
  return value_text (value, unit);
}

static const UllOperand *
operands_of (const UllDerivation *derivation, guint step)
{
  return &derivation->operand[derivation->step[step].first_operand];
}

/* Bytes per token are exact: a person compares them digit by digit. */
static gboolean
shown_exact (const UllStep *step)
{
  return step->unit == ULL_UNIT_BYTES && (step->id == ULL_STEP_BYTES_PER_TOKEN ||
                                          (step->id == ULL_STEP_STORE && step->value < ULL_MIB));
}

static char *
step_value (const UllStep *step)
{
  g_autofree char *count = NULL;

  if (!shown_exact (step))
    return value_text (step->value, step->unit);
  count = ull_format_count (step->value);
  return g_strdup_printf ("%s" ULL_NBSP "B", count);
}

static char *
operand_text (const UllDerivation *derivation, const UllOperand *operand)
{
  if (operand->kind == ULL_OPERAND_STEP)
    return step_value (&derivation->step[operand->ref]);
  return value_text (operand->value, operand->unit);
}

static char *
joined (const UllDerivation *derivation, guint step, const char *separator)
{
  const UllOperand *operands = operands_of (derivation, step);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < derivation->step[step].n_operands; i++)
    {
      g_autofree char *operand = operand_text (derivation, &operands[i]);

      g_string_append_printf (text, "%s%s", i > 0 ? separator : "", operand);
    }
  return g_string_free (text, FALSE);
}

static char *
dtype_sum (const UllOperand *operands)
{
  const UllDtypeInfo *info = ull_dtype_info ((UllDtype) operands[1].value);
  g_autofree char *count = ull_format_count (operands[0].value);

  if (info->block_elements == 1)
    return g_strdup_printf ("%s" TIMES "%" G_GINT64_FORMAT ULL_NBSP "B", count, info->block_bytes);
  return g_strdup_printf (CEIL_LEFT "%s" DIVIDED "%" G_GINT64_FORMAT CEIL_RIGHT TIMES "%" G_GINT64_FORMAT ULL_NBSP "B",
                          count, info->block_elements, info->block_bytes);
}

static char *
ratio_sum (const UllDerivation *derivation, guint step)
{
  const UllOperand *operands = operands_of (derivation, step);
  g_autofree char *first = operand_text (derivation, &operands[0]);
  g_autofree char *second = operand_text (derivation, &operands[1]);
  g_autofree char *third = operand_text (derivation, &operands[2]);

  return g_strconcat (first, DIVIDED, second, TIMES, third, NULL);
}

static char *
scaled_sum (const UllDerivation *derivation, guint step)
{
  const UllOperand *operands = operands_of (derivation, step);
  g_autofree char *first = operand_text (derivation, &operands[0]);
  g_autofree char *second = operand_text (derivation, &operands[1]);
  g_autofree char *third = operand_text (derivation, &operands[2]);

  return g_strconcat (first, TIMES, second, DIVIDED, third, NULL);
}

static char *
rounded_sum (const UllDerivation *derivation, guint step)
{
  const UllOperand *operands = operands_of (derivation, step);
  g_autofree char *first = operand_text (derivation, &operands[0]);
  g_autofree char *second = operand_text (derivation, &operands[1]);

  return g_strconcat (CEIL_LEFT, first, DIVIDED, second, CEIL_RIGHT, TIMES, second, NULL);
}

/* What a setting makes of a step that is another without it; NULL where it is the same. */
static const char *
special_label (const UllDerivation *derivation, guint step)
{
  const UllOperand *second = &operands_of (derivation, step)[1];

  if (derivation->step[step].n_operands != 2 || second->kind != ULL_OPERAND_FIELD)
    return NULL;
  return second->ref == ULL_FIELD_IMAGE_TOKENS ? N_("Tokens of a request with its images")
         : second->ref == ULL_FIELD_DRAFT_KV   ? N_("A block of the draft’s cache")
                                               : NULL;
}

char *
ull_derivation_step_label (const UllDerivation *derivation, guint step)
{
  const UllStep *s;

  g_return_val_if_fail (step < derivation->n_steps, NULL);

  s = &derivation->step[step];
  if (special_label (derivation, step) != NULL)
    return g_strdup (_(special_label (derivation, step)));
  if (s->id == ULL_STEP_STORE)
    return ull_store_text_label (s, (UllGrowth) operands_of (derivation, step)[ULL_STORE_GROWTH].value);
  if (s->id == ULL_STEP_TERM_SUM)
    return g_strdup (ull_term_get_label (s->term));
  if (s->id == ULL_STEP_WEIGHT_SHARE)
    return ull_weight_text_label (s);
  return g_strdup (_(steps[s->id].label));
}

char *
ull_derivation_step_sum (const UllDerivation *derivation, guint step)
{
  g_autofree char *inside = NULL;
  const UllStep *s;

  g_return_val_if_fail (step < derivation->n_steps, NULL);

  s = &derivation->step[step];
  switch (s->op)
    {
    case ULL_OP_STORE_BYTES:
      return ull_store_text_sum (operands_of (derivation, step));
    case ULL_OP_DTYPE_BYTES:
      inside = dtype_sum (operands_of (derivation, step));
      return ull_weight_text_note (s, inside);
    case ULL_OP_ADD:
      if (s->id == ULL_STEP_WEIGHT_PARTS)
        return ull_weight_text_sum (derivation, step);
      return joined (derivation, step, " + ");
    case ULL_OP_SUBTRACT:
    case ULL_OP_REMAIN:
      return joined (derivation, step, LESS);
    case ULL_OP_RATE_UP:
      inside = joined (derivation, step, TIMES);
      return g_strdup_printf ("%s" ULL_NBSP "B", inside);
    case ULL_OP_MULTIPLY:
    case ULL_OP_FRACTION_DOWN:
    case ULL_OP_FRACTION_UP:
      return joined (derivation, step, TIMES);
    case ULL_OP_MINIMUM:
      inside = joined (derivation, step, ", ");
      return g_strdup_printf (_("the smaller of %s"), inside);
    case ULL_OP_DIVIDE_DOWN:
      inside = joined (derivation, step, DIVIDED);
      return g_strconcat (FLOOR_LEFT, inside, FLOOR_RIGHT, NULL);
    case ULL_OP_RATIO_DOWN:
      inside = ratio_sum (derivation, step);
      return g_strconcat (FLOOR_LEFT, inside, FLOOR_RIGHT, NULL);
    case ULL_OP_SCALE_UP:
      inside = scaled_sum (derivation, step);
      return g_strconcat (CEIL_LEFT, inside, CEIL_RIGHT, NULL);
    case ULL_OP_ROUND_UP:
      return rounded_sum (derivation, step);
    case ULL_OP_SHARE_BYTES:
      return ull_weight_text_share (s, operands_of (derivation, step));
    case ULL_OP_DIVIDE_UP:
      inside = joined (derivation, step, DIVIDED);
      return g_strconcat (CEIL_LEFT, inside, CEIL_RIGHT, NULL);
    default:
      g_return_val_if_reached (NULL);
    }
}

char *
ull_derivation_step_value (const UllDerivation *derivation, guint step)
{
  g_return_val_if_fail (step < derivation->n_steps, NULL);

  return step_value (&derivation->step[step]);
}
