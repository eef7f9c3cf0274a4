#include "ull-plan-report.h"

#include "ull-launch-scenario.h"
#include "ull-members.h"
#include "ull-mix-report.h"

/* Every value of the plan as it is: bytes, tokens, parts per million. Formats and the other enumerations of
 * the derivation are ids. A step that repeats (one a store) has its number in its id, so that operands name
 * one step. */

static const char *const growths[] = { [ULL_GROWTH_TOKEN] = "token",
                                       [ULL_GROWTH_CAPPED] = "capped",
                                       [ULL_GROWTH_CONSTANT] = "constant",
                                       [ULL_GROWTH_SIDE] = "side" };

static const char *const roles[] = { [ULL_ROLE_CACHE] = "cache",
                                     [ULL_ROLE_INDEXER] = "indexer",
                                     [ULL_ROLE_CONVOLUTION] = "convolution" };

/* The weights' own parts, where they are known. */
static void
add_weight_parts (JsonBuilder *builder, const UllBudget *budget)
{
  gint64 sum = 0;

  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    sum += budget->weight_part[i];
  if (sum == 0)
    return;
  json_builder_set_member_name (builder, "parts");
  json_builder_begin_object (builder);
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (budget->weight_part[i] > 0)
      ull_member_int (builder, ull_weight_part_get_id ((UllWeightPart) i), budget->weight_part[i]);
  json_builder_end_object (builder);
}

static void
add_terms (JsonBuilder *builder, const UllBudget *budget)
{
  ull_member_array (builder, "terms");
  for (int i = 0; i < ULL_N_TERMS; i++)
    {
      const UllTerm *term = &budget->term[i];

      if (!term->present)
        continue;
      json_builder_begin_object (builder);
      ull_member_text (builder, "id", ull_term_get_id ((UllTermId) i));
      ull_member_int (builder, "bytes", term->bytes);
      ull_member_int (builder, "low", term->low);
      ull_member_int (builder, "high", term->high);
      ull_member_text (builder, "source", ull_source_get_id (term->source));
      ull_member_bool (builder, "inside", term->inside);
      if (i == ULL_TERM_WEIGHTS)
        add_weight_parts (builder, budget);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_step_id (JsonBuilder *builder, const UllDerivation *derivation, guint index)
{
  UllStepId id = derivation->step[index].id;
  g_autofree char *numbered = NULL;
  guint before = 0;

  for (guint i = 0; i < index; i++)
    before += derivation->step[i].id == id;
  if (before > 0)
    numbered = g_strdup_printf ("%s_%u", ull_step_get_id (id), before + 1);
  ull_member_text (builder, "id", numbered != NULL ? numbered : ull_step_get_id (id));
}

static void
add_value (JsonBuilder *builder, UllUnit unit, gint64 value)
{
  if (unit == ULL_UNIT_DTYPE && value >= 0 && value < ULL_N_DTYPES)
    ull_member_text (builder, "value", ull_dtype_info ((UllDtype) value)->id);
  else
    ull_member_int (builder, "value", value);
  ull_member_text (builder, "unit", ull_unit_get_id (unit));
}

static void
add_fact (JsonBuilder *builder, const UllOperand *operand)
{
  ull_member_text (builder, "id", ull_fact_get_id ((UllFactId) operand->ref));
  if (operand->ref != ULL_FACT_GROWTH)
    {
      add_value (builder, operand->unit, operand->value);
      return;
    }
  ull_member_text (builder, "value", growths[operand->value]);
  ull_member_text (builder, "unit", "id");
}

static void
add_operand (JsonBuilder *builder, const UllDerivation *derivation, const UllOperand *operand)
{
  static const char *const kinds[] = { [ULL_OPERAND_STEP] = "step",
                                       [ULL_OPERAND_FIELD] = "field",
                                       [ULL_OPERAND_TERM] = "term",
                                       [ULL_OPERAND_FACT] = "fact",
                                       [ULL_OPERAND_CONSTANT] = "constant" };

  json_builder_begin_object (builder);
  ull_member_text (builder, "kind", kinds[operand->kind]);
  switch (operand->kind)
    {
    case ULL_OPERAND_STEP:
      add_step_id (builder, derivation, operand->ref);
      break;
    case ULL_OPERAND_FIELD:
      ull_member_text (builder, "id", ull_field_get ((UllFieldId) operand->ref)->name);
      break;
    case ULL_OPERAND_TERM:
      ull_member_text (builder, "id", ull_term_get_id ((UllTermId) operand->ref));
      break;
    case ULL_OPERAND_FACT:
      add_fact (builder, operand);
      break;
    case ULL_OPERAND_CONSTANT:
    default:
      ull_member_text (builder, "id", NULL);
      break;
    }
  if (operand->kind != ULL_OPERAND_FACT)
    add_value (builder, operand->unit, operand->value);
  json_builder_end_object (builder);
}

static void
add_share (JsonBuilder *builder, const UllStep *step)
{
  ull_member_text (builder, "part", ull_weight_part_get_id (step->part));
  if (step->layers > 0)
    ull_member_int (builder, "layers", step->layers);
}

static void
add_steps (JsonBuilder *builder, const UllDerivation *derivation)
{
  ull_member_array (builder, "steps");
  for (guint i = 0; i < derivation->n_steps; i++)
    {
      const UllStep *step = &derivation->step[i];

      json_builder_begin_object (builder);
      add_step_id (builder, derivation, i);
      ull_member_text (builder, "op", ull_op_get_id (step->op));
      if (step->op == ULL_OP_STORE_BYTES && step->role != ULL_ROLE_CACHE)
        ull_member_text (builder, "role", roles[step->role]);
      if (step->id == ULL_STEP_WEIGHT_SHARE)
        add_share (builder, step);
      ull_member_array (builder, "operands");
      for (guint k = 0; k < step->n_operands; k++)
        add_operand (builder, derivation, &derivation->operand[step->first_operand + k]);
      json_builder_end_array (builder);
      add_value (builder, step->unit, step->value);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_warning (JsonBuilder *builder, const char *id, const char *text)
{
  json_builder_begin_object (builder);
  ull_member_text (builder, "id", id);
  ull_member_text (builder, "text", text);
  json_builder_end_object (builder);
}

static void
add_warnings (JsonBuilder *builder, const UllPlan *plan, const UllScenario *scenario)
{
  ull_member_array (builder, "warnings");
  for (int i = 0; i < ULL_N_WARNINGS; i++)
    if (plan->warnings & (1u << i))
      {
        g_autofree char *text = ull_plan_warning_text (plan, scenario, (UllWarning) i);

        add_warning (builder, ull_warning_get_id ((UllWarning) i), text);
      }
  for (char **text = scenario->model->warnings; text != NULL && *text != NULL; text++)
    add_warning (builder, "model", *text);
  json_builder_end_array (builder);
}

/* A convention is no program that could be started: then there are none. */
static void
add_flags (JsonBuilder *builder, const UllPlan *plan, const UllScenario *scenario)
{
  g_autoptr (GPtrArray) settings = ull_launch_settings (scenario, plan);

  ull_member_array (builder, "flags");
  for (guint i = 0; i < settings->len; i++)
    {
      const UllLaunchSetting *setting = g_ptr_array_index (settings, i);

      json_builder_begin_object (builder);
      ull_member_text (builder, "flag", setting->flag);
      ull_member_text (builder, "value", setting->value != NULL ? setting->value : "");
      ull_member_text (builder, "why", setting->why);
      ull_member_bool (builder, "suggested", setting->suggested);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* What the engine itself would say when it starts; null where the convention is no program. */
static void
add_engine_report (JsonBuilder *builder, const UllEngineReport *report)
{
  json_builder_set_member_name (builder, "engine_report");
  if (!report->known)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  ull_member_int (builder, "needed_bytes", report->needed_bytes);
  ull_member_int (builder, "available_bytes", report->available_bytes);
  ull_member_int (builder, "estimated_max_model_len", report->estimated_len);
  ull_member_bool (builder, "starts", report->starts);
  ull_member_bool (builder, "admits_model_len", report->admits);
  json_builder_end_object (builder);
}

static void
add_groups (JsonBuilder *builder, const UllLayout *layout)
{
  ull_member_array (builder, "groups");
  for (guint i = 0; i < layout->n_groups; i++)
    {
      const UllLayoutGroup *group = &layout->group[i];

      json_builder_begin_object (builder);
      ull_member_text (builder, "kind", ull_layer_kind_get_id (group->kind));
      ull_member_int (builder, "layers", group->layers);
      ull_member_int (builder, "groups", group->groups);
      ull_member_int (builder, "group_layers", group->group_layers);
      ull_member_known_int (builder, "block_tokens", group->block_tokens > 0 ? group->block_tokens : -1);
      ull_member_int (builder, "page_bytes", group->page_bytes);
      ull_member_int (builder, "padding_bytes", group->page_bytes - group->filled_bytes);
      ull_member_int (builder, "fixed_blocks", group->fixed_blocks);
      ull_member_known_int (builder, "kept_tokens", group->cap_tokens == G_MAXINT64 ? -1 : group->cap_tokens);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_answers (JsonBuilder *builder, const UllPlan *plan)
{
  ull_member_text (builder, "verdict", plan->fits ? "fits" : "exceeds");
  ull_member_text (builder, "limit", ull_limit_get_id (plan->limit));
  ull_member_int (builder, "pool_bytes", plan->budget.pool);
  ull_member_int (builder, "pool_low", plan->budget.pool_low);
  ull_member_int (builder, "pool_high", plan->budget.pool_high);
  ull_member_int (builder, "kv_bytes_per_token", plan->layout.per_token);
  ull_member_int (builder, "kv_bytes_per_request", plan->request_bytes);
  ull_member_known_int (builder, "tokens", plan->layout.tokens);
  ull_member_known_int (builder, "blocks", plan->layout.blocks);
  ull_member_known_int (builder, "usable_blocks", plan->layout.usable_blocks);
  ull_member_known_int (builder, "blocks_per_request", plan->blocks_per_request);
  ull_member_known_int (builder, "max_concurrency", plan->max_concurrency);
  ull_member_double (builder, "concurrency_x", plan->concurrency_x);
  ull_member_known_int (builder, "max_context", plan->max_context);
  ull_member_int (builder, "demand_bytes", plan->demand_bytes);
  ull_member_int (builder, "ullage_bytes", plan->ullage_bytes);
}

void
ull_plan_report_members (const UllPlan *plan, const UllScenario *scenario, JsonBuilder *builder)
{
  add_answers (builder, plan);
  add_engine_report (builder, &plan->report);
  add_groups (builder, &plan->layout);
  add_terms (builder, &plan->budget);
  add_steps (builder, &plan->derivation);
  add_flags (builder, plan, scenario);
  add_warnings (builder, plan, scenario);
}

void
ull_plan_report_json (const UllPlan *plan,
                      const UllScenario *scenario,
                      const UllLengths *lengths,
                      const UllMix *mix,
                      GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_plan_report_members (plan, scenario, builder);
  if (lengths != NULL)
    ull_mix_report_json (mix, lengths, builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}
