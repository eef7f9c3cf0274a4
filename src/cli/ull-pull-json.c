#include "ull-pull-report.h"

#include "ull-members.h"
#include "ull-plan-report.h"

#include "ull-units.h"

/* A row's change is told as the options that make it: `plan` with them, in place of those that said otherwise, prints the
 * row's plan. */

static void
add_device (JsonBuilder *builder, const UllDevice *device)
{
  g_autofree char *bytes = g_strdup_printf ("%" G_GINT64_FORMAT, device->allocatable);

  if (ull_device_find (device->id) != NULL)
    ull_member_text (builder, "device", device->id);
  else
    ull_member_text (builder, "memory", bytes);
}

static void
add_field (JsonBuilder *builder, const UllField *field, gint64 value)
{
  g_autofree char *text = ull_field_format (field, value);

  ull_member_text (builder, field->option, value == ULL_UNSET ? NULL : text);
}

static gboolean
differs (const UllScenario *before, const UllScenario *after, UllFieldId id)
{
  return before->value[id] != after->value[id];
}

static void
add_change (JsonBuilder *builder, const UllScenario *before, const UllScenario *after)
{
  gint64 k = after->value[ULL_FIELD_K_DTYPE];
  gboolean together = differs (before, after, ULL_FIELD_K_DTYPE) && k == after->value[ULL_FIELD_V_DTYPE]
                      && differs (before, after, ULL_FIELD_V_DTYPE);

  json_builder_set_member_name (builder, "change");
  json_builder_begin_object (builder);
  if (before->device != after->device)
    add_device (builder, after->device);
  if (together)
    ull_member_text (builder, "kv-dtype", ull_dtype_info ((UllDtype) k)->id);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    if (differs (before, after, (UllFieldId) i) && !(together && (i == ULL_FIELD_K_DTYPE || i == ULL_FIELD_V_DTYPE)))
      add_field (builder, ull_field_get ((UllFieldId) i), after->value[i]);
  json_builder_end_object (builder);
}

static void
add_plan (JsonBuilder *builder, const char *name, const UllPlan *plan, const UllScenario *scenario)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  ull_plan_report_members (plan, scenario, builder);
  json_builder_end_object (builder);
}

static void
add_offload (JsonBuilder *builder, const UllPullRow *row)
{
  json_builder_set_member_name (builder, "offload");
  if (row->host_bytes == 0)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  ull_member_int (builder, "bytes", row->host_bytes);
  ull_member_int (builder, "bytes_per_s", row->host_rate);
  ull_member_known_int (builder, "tokens", row->tokens);
  ull_member_int (builder, "hit_bytes", row->hit_bytes);
  ull_member_known_int (builder, "hit_us", row->hit_us);
  json_builder_end_object (builder);
}

static void
add_row (JsonBuilder *builder, const UllPullRow *row, const UllScenario *before)
{
  g_autofree char *id = ull_pull_row_dup_id (row);
  g_autofree char *cost = ull_pull_row_dup_cost (row);
  /* The same that the row was filled from: planned again rather than kept, as it is large. */
  g_autoptr (UllPlan) plan = ull_plan_new (row->scenario, NULL);

  json_builder_begin_object (builder);
  ull_member_text (builder, "id", id);
  add_change (builder, before, row->scenario);
  add_plan (builder, "plan", plan, row->scenario);
  ull_member_double (builder, "factor_tokens", row->factor_tokens);
  ull_member_int (builder, "gain_bytes", row->gain_bytes);
  ull_member_text (builder, "kind", ull_gain_get_id (row->gain));
  ull_member_array (builder, "terms");
  for (guint i = 0; i < row->n_pulls; i++)
    json_builder_add_string_value (builder, ull_pull_get_term_id (row->pull[i].id));
  json_builder_end_array (builder);
  ull_member_text (builder, "cost", cost);
}

void
ull_levers_report_json (const UllLevers *levers, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_plan (builder, "base", levers->plan, levers->scenario);
  ull_member_array (builder, "levers");
  for (guint i = 0; i < levers->rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (levers->rows, UllPullRow, i);

      add_row (builder, row, levers->scenario);
      add_offload (builder, row);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}

static void
add_rows (JsonBuilder *builder, const char *name, const GArray *rows, const UllScenario *before)
{
  ull_member_array (builder, name);
  for (guint i = 0; i < rows->len; i++)
    {
      const UllPullRow *row = &g_array_index (rows, UllPullRow, i);

      add_row (builder, row, before);
      ull_member_bool (builder, "reached", row->reached);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
ull_reach_report_json (const UllReach *reach, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  ull_member_text (builder, "want", ull_want_get_id (reach->want));
  ull_member_int (builder, "amount", reach->amount);
  ull_member_bool (builder, "reached", reach->reached);
  add_plan (builder, "base", reach->plan, reach->scenario);
  add_rows (builder, "single", reach->single, reach->scenario);
  add_rows (builder, "pairs", reach->pairs, reach->scenario);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}
