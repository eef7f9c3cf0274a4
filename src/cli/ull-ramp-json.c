#include "ull-ramp-report.h"

#include "ull-members.h"
#include "ull-ramp-columns.h"

#include "ull-load-json.h"

#include <math.h>

/* What a program reads of a ramp. A figure that a line has no meaning for is null, and so is an interval without a bound. */

static const char *const coefficient_names[ULL_N_STEP_COEFFICIENTS] = { "base_us", "token_us", "context_us" };

static void
add_levels (JsonBuilder *builder, const UllRamp *ramp, UllRampLine line)
{
  ull_member_array (builder, "levels");
  for (guint i = 0; i < ramp->n_levels; i++)
    {
      const UllRampLevel *level = &ramp->level[line][i];

      json_builder_begin_object (builder);
      for (guint c = 0; c < ull_n_ramp_columns; c++)
        if (ull_ramp_columns[c].whole)
          ull_member_int (builder, ull_ramp_columns[c].name, G_STRUCT_MEMBER (gint64, level, ull_ramp_columns[c].offset));
        else
          ull_member_double (builder, ull_ramp_columns[c].name, ull_ramp_column_get (&ull_ramp_columns[c], level));
      ull_member_bool (builder, "growing", level->growing);
      ull_member_bool (builder, "stuck", level->stuck);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_unmeasured (JsonBuilder *builder, const UllRamp *ramp)
{
  ull_member_array (builder, "unmeasured");
  for (guint i = 0; i < ramp->unmeasured->len; i++)
    json_builder_add_int_value (builder, g_array_index (ramp->unmeasured, gint64, i));
  json_builder_end_array (builder);
}

static void
add_line (JsonBuilder *builder, const UllRamp *ramp, UllRampLine line, const char *name)
{
  const UllRampLevel *best;

  if (ramp->level[line] == NULL)
    return;
  best = &ramp->level[line][ull_ramp_get_best (ramp, line)];
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  ull_member_int (builder, "peak", best->concurrency);
  ull_member_double (builder, "output_tokens_per_s", best->output_tokens_per_s);
  add_levels (builder, ramp, line);
  json_builder_end_object (builder);
}

static void
add_step (JsonBuilder *builder, const UllStepCost *cost)
{
  json_builder_set_member_name (builder, "step");
  json_builder_begin_object (builder);
  for (guint i = 0; i < ULL_N_STEP_COEFFICIENTS; i++)
    {
      g_autofree char *why = ull_step_cost_text (cost, (UllStepCoefficient) i);
      gboolean known;

      json_builder_set_member_name (builder, coefficient_names[i]);
      json_builder_begin_object (builder);
      ull_member_double (builder, "value", cost->coefficient[i].us);
      /* What is typed or fitted has no range that anybody knows. */
      known = cost->coefficient[i].source == ULL_COST_FORMULA;
      ull_member_double (builder, "low", known ? cost->coefficient[i].low : NAN);
      ull_member_double (builder, "high", known ? cost->coefficient[i].high : NAN);
      ull_member_text (builder, "source", ull_cost_source_get_id (cost->coefficient[i].source));
      ull_member_text (builder, "why", why);
      json_builder_end_object (builder);
    }
  json_builder_end_object (builder);
}

static void
add_errors (JsonBuilder *builder, const UllFit *fit, gboolean fitted, const char *name)
{
  UllFitErrors errors;

  ull_fit_get_errors (fit, fitted, &errors);
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  ull_member_int (builder, "requests", errors.n);
  ull_member_double (builder, "e2e_total", errors.total_e2e);
  ull_member_double (builder, "ttft_total", errors.total_ttft);
  ull_member_double (builder, "e2e_median", errors.median_e2e);
  ull_member_double (builder, "ttft_median", errors.median_ttft);
  json_builder_end_object (builder);
}

static void
add_fit (JsonBuilder *builder, const UllFit *fit)
{
  g_autofree char *doubt = ull_fit_dup_doubt (fit);

  json_builder_set_member_name (builder, "fit");
  json_builder_begin_object (builder);
  ull_member_int (builder, "tries", fit->tries);
  ull_member_int (builder, "hidden_tokens", fit->hidden);
  ull_member_text (builder, "doubt", doubt);
  ull_member_array (builder, "runs");
  for (guint i = 0; i < fit->parts->len; i++)
    json_builder_add_int_value (builder, g_array_index (fit->parts, UllServerPart, i).concurrency);
  json_builder_end_array (builder);
  add_errors (builder, fit, TRUE, "fitted");
  add_errors (builder, fit, FALSE, "rest");
  json_builder_end_object (builder);
}

static void
add_surge_side (JsonBuilder *builder, const UllSurgeSide *side, const char *name)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  ull_member_int (builder, "cap", side->cap);
  ull_member_double (builder, "itl_p50", side->itl_p50);
  ull_member_double (builder, "itl_p99", side->itl_p99);
  ull_member_double (builder, "itl_max", side->itl_max);
  ull_member_double (builder, "ttft_p50", side->ttft_p50);
  ull_member_double (builder, "ttft_p99", side->ttft_p99);
  ull_member_double (builder, "done", side->done);
  ull_member_int (builder, "preemptions", side->preemptions);
  json_builder_end_object (builder);
}

static void
add_surge (JsonBuilder *builder, const UllSurge *surge)
{
  json_builder_set_member_name (builder, "surge");
  json_builder_begin_object (builder);
  ull_member_int (builder, "clients", surge->clients);
  ull_member_int (builder, "burst", surge->burst);
  add_surge_side (builder, &surge->side[ULL_SURGE_PEAK], "peak");
  add_surge_side (builder, &surge->side[ULL_SURGE_OPERATING], "operating");
  json_builder_end_object (builder);
}

static void
add_pool (JsonBuilder *builder, const UllRamp *ramp)
{
  g_autofree char *note = ull_ramp_pool_note (ramp);

  json_builder_set_member_name (builder, "pool");
  json_builder_begin_object (builder);
  ull_member_int (builder, "blocks", ramp->blocks);
  ull_member_known_int (builder, "block_tokens", ramp->state_blocks > 0 ? -1 : ramp->block_tokens);
  ull_member_int (builder, "cap", ramp->cap);
  ull_member_int (builder, "max_model_len", ramp->model_len);
  ull_member_bool (builder, "prefix_caching", ramp->caching);
  ull_member_bool (builder, "modelled", ramp->modelled);
  ull_member_text (builder, "note", note);
  json_builder_end_object (builder);
}

static void
add_load (JsonBuilder *builder, const UllRamp *ramp)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, json_object_new ());
  ull_load_write_json (ramp->load, json_node_get_object (node));
  json_builder_set_member_name (builder, "load");
  json_builder_add_value (builder, node);
}

static void
add_remarks (JsonBuilder *builder, const UllRamp *ramp)
{
  g_auto (GStrv) remarks = ull_ramp_dup_remarks (ramp);

  ull_member_array (builder, "remarks");
  for (guint i = 0; remarks[i] != NULL; i++)
    json_builder_add_string_value (builder, remarks[i]);
  json_builder_end_array (builder);
}

static void
add_answers (JsonBuilder *builder, const UllRamp *ramp)
{
  g_autofree char *reason = ull_ramp_reason_text (ramp);
  g_autofree char *shape = ull_ramp_shape_text (ramp);
  g_autofree char *nothing = ull_ramp_nothing_text (ramp);
  const UllRampLevel *levels = ramp->level[ULL_LINE_MAIN];

  /* Where nothing runs there are none, and one level has no shape. */
  ull_member_text (builder, "refusal", ramp->refusal);
  ull_member_text (builder, "shape", nothing == NULL && ramp->n_levels > 1 ? ull_shape_get_id (ramp->shape == ULL_SHAPE_CLIFF ? ULL_SHAPE_CLIFF : ULL_SHAPE_PLATEAU) : NULL);
  ull_member_bool (builder, "rising", nothing == NULL && ramp->shape == ULL_SHAPE_RISING);
  ull_member_text (builder, "shape_reason", shape);
  ull_member_known_int (builder, "peak", nothing == NULL ? levels[ramp->peak].concurrency : -1);
  ull_member_known_int (builder, "operating_point", ull_ramp_operates (ramp) ? levels[ramp->operating].concurrency : -1);
  ull_member_text (builder, "operating_reason", reason);
}

static void
add_beside (JsonBuilder *builder, const UllGivenBeside *beside, const UllRamp *ramp)
{
  const UllRamp *before = beside->ramp;
  g_autofree char *nothing = ull_ramp_nothing_text (before), *change = ull_ramp_change_text (before, ramp);
  const UllRampLevel *levels = before->level[ULL_LINE_MAIN];

  json_builder_set_member_name (builder, "beside");
  json_builder_begin_object (builder);
  ull_member_text (builder, "name", beside->name);
  ull_member_text (builder, "change", change);
  ull_member_int (builder, "blocks", before->blocks);
  ull_member_known_int (builder, "peak", nothing == NULL ? levels[before->peak].concurrency : -1);
  ull_member_known_int (builder, "operating_point", ull_ramp_operates (before) ? levels[before->operating].concurrency : -1);
  add_levels (builder, before, ULL_LINE_MAIN);
  json_builder_end_object (builder);
}

void
ull_ramp_report_json (const UllRamp *ramp, const UllRampExtras *extras, GString *out)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *retention = ull_ramp_retention_text (ramp);

  json_builder_begin_object (builder);
  add_levels (builder, ramp, ULL_LINE_MAIN);
  add_unmeasured (builder, ramp);
  add_answers (builder, ramp);
  add_line (builder, ramp, ULL_LINE_UNSHARED, "without_sharing");
  ull_member_double (builder, "retention_gain", ramp->retention_gain);
  ull_member_double (builder, "retention_low", ramp->retention_low);
  ull_member_double (builder, "retention_high", ramp->retention_high);
  ull_member_text (builder, "retention_reason", retention);
  add_line (builder, ramp, ULL_LINE_HEAVIER, "heavier_tail");
  add_line (builder, ramp, ULL_LINE_UNIFORM, "uniform");
  add_line (builder, ramp, ULL_LINE_RESERVED, "reserved");
  add_line (builder, ramp, ULL_LINE_STATIC, "static");
  add_step (builder, &ramp->cost);
  add_pool (builder, ramp);
  add_load (builder, ramp);
  add_remarks (builder, ramp);
  if (extras->fit != NULL)
    add_fit (builder, extras->fit);
  if (extras->surge != NULL)
    add_surge (builder, extras->surge);
  if (extras->beside->ramp != NULL)
    add_beside (builder, extras->beside, ramp);
  json_builder_end_object (builder);
  ull_members_append_to (builder, out);
}
