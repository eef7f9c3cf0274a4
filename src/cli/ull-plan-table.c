#include "ull-plan-report.h"

#include "ull-mix-report.h"
#include "ull-table.h"
#include "ull-engine.h"
#include "ull-tolerance.h"
#include "ull-units.h"

/* For people: the verdict first, as the window says it, then the figures behind it. The memory's parts are in
 * the order of the vessel from the bottom up and sum to the card; what is lacking stands below it, as a
 * negative part. */

/* "bf16 KV", "packed fp8 KV", "q8_0 keys and q4_0": what is kept, not only what is set. */
static char *
cache_text (const UllPlan *plan, const UllScenario *scenario)
{
  g_autofree char *format = ull_plan_kv_format (plan, scenario);
  g_auto (GStrv) apart = format != NULL ? g_strsplit (format, "/", 2) : NULL;

  if (apart == NULL)
    return g_strdup ("no KV");
  if (apart[1] != NULL)
    return g_strdup_printf ("%s keys and %s", apart[0], apart[1]);
  return g_strdup_printf ("%s KV", format);
}

static void
append_setup (const UllPlan *plan, const UllScenario *scenario, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("ll");
  g_autofree char *card = ull_format_both (scenario->device->reported);
  g_autofree char *named = g_strdup_printf ("%s, %s", scenario->device->name, card);
  g_autofree char *cache = cache_text (plan, scenario);
  g_autofree char *engine = g_strdup_printf ("%s, %s, blocks of %" G_GINT64_FORMAT,
                                             ull_engine_get_id ((UllEngineId) scenario->value[ULL_FIELD_ENGINE]), cache,
                                             ull_engine_get_setting (scenario, ULL_FIELD_BLOCK_SIZE));

  ull_table_add (table, (const char *[]){ "Model", scenario->model->name });
  if (scenario->value[ULL_FIELD_AVAILABLE] == ULL_UNSET)
    ull_table_add (table, (const char *[]){ "Card", scenario->device->label_gb >= 0 ? named : card });
  ull_table_add (table, (const char *[]){ "Cache", engine });
  ull_table_append_to (table, out);
}

static void
add_term (UllTable *table, const char *label, gint64 bytes, const char *source)
{
  g_autofree char *indented = g_strconcat ("  ", label, NULL);
  g_autofree char *gib = ull_format_gib (bytes);
  g_autofree char *gb = ull_format_gb (bytes);

  ull_table_add (table, (const char *[]){ indented, gib, gb, source });
}

/* Where a term comes from; of one that is known within a range, that. (transfer full) */
static char *
dup_source (const UllTerm *term)
{
  gboolean open = term->high > term->low;
  const char *source = open && term->source == ULL_SOURCE_FORMULA ? "an estimate" : ull_source_get_label (term->source);
  g_autofree char *near = ull_format_tolerance (term->low, term->bytes, term->high);
  g_autofree char *low = ull_format_gib (term->low);
  g_autofree char *high = ull_format_gib (term->high);

  if (near != NULL)
    return g_strdup_printf ("%s, %s", source, near);
  return open ? g_strdup_printf ("%s, %s to %s", source, low, high) : g_strdup (source);
}

static void
add_weight_parts (UllTable *table, const UllBudget *budget)
{
  for (int i = 0; i < ULL_N_WEIGHT_PARTS; i++)
    if (budget->weight_part[i] > 0)
      {
        g_autofree char *label = g_strconcat ("  ", ull_weight_part_get_label ((UllWeightPart) i), NULL);

        add_term (table, label, budget->weight_part[i], "of the weights");
      }
}

static void
append_memory (const UllBudget *budget, gboolean explain, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("lrrl");

  for (int i = 0; i < ULL_N_TERMS; i++)
    {
      g_autofree char *source = dup_source (&budget->term[i]);

      if (!budget->term[i].present)
        continue;
      add_term (table, ull_term_get_label ((UllTermId) i), budget->term[i].bytes,
                i == ULL_TERM_KV_POOL ? "what is left" : source);
      if (i == ULL_TERM_WEIGHTS && explain)
        add_weight_parts (table, budget);
    }
  if (budget->deficit > 0)
    add_term (table, "Lacking", -budget->deficit, "over the load line");
  add_term (table, "Together", budget->card, "");
  g_string_append (out, "\nMemory\n");
  ull_table_append_to (table, out);
}

static void
add_count (UllTable *table, const char *label, gint64 value, const char *unit)
{
  g_autofree char *indented = g_strconcat ("  ", label, NULL);
  g_autofree char *count = ull_format_count (value);
  g_autofree char *text = g_strconcat (count, ULL_NBSP, unit, NULL);
  gboolean unbounded = value < 0 || value == G_MAXINT64;

  ull_table_add (table, (const char *[]){ indented, unbounded ? "no bound" : text, "" });
}

static void
add_bytes (UllTable *table, const char *label, gint64 bytes)
{
  g_autofree char *indented = g_strconcat ("  ", label, NULL);
  g_autofree char *count = ull_format_count (bytes);
  g_autofree char *text = g_strconcat (count, ULL_NBSP "B", NULL);
  g_autofree char *size = ABS (bytes) >= ULL_GIB ? ull_format_both (bytes) : ull_format_size (bytes);

  ull_table_add (table, (const char *[]){ indented, text, ABS (bytes) >= ULL_KIB ? size : "" });
}

static void
append_cache (const UllPlan *plan, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("lrl");
  g_autofree char *tokens = ull_format_count (plan->context);
  g_autofree char *request = g_strdup_printf ("One request of %s", tokens);
  g_autofree char *asked = ull_format_count (plan->concurrency);
  g_autofree char *demand = g_strdup_printf ("Demand of %s", asked);
  g_autofree char *longest = plan->concurrency == 1 ? g_strdup ("Longest that fits")
                                                    : g_strdup_printf ("Longest, %s at once", asked);

  add_bytes (table, "A token", plan->layout.per_token);
  add_bytes (table, request, plan->request_bytes);
  if (plan->blocks_per_request >= 0)
    add_count (table, "The same in blocks", plan->blocks_per_request, "blocks");
  add_bytes (table, demand, plan->demand_bytes);
  add_bytes (table, "KV pool", plan->budget.pool);
  add_bytes (table, plan->ullage_bytes < 0 ? "Overflow" : "Ullage", plan->ullage_bytes);
  add_count (table, "Tokens in the pool", plan->layout.tokens, "tokens");
  add_count (table, "Blocks in the pool", plan->layout.blocks, "blocks");
  add_count (table, "Requests that fit", plan->max_concurrency, "requests");
  add_count (table, longest, plan->max_context, "tokens");
  g_string_append (out, "\nCache\n");
  ull_table_append_to (table, out);
}

static void
append_sum (const UllDerivation *derivation, const UllScenario *scenario, GString *out)
{
  g_autoptr (UllTable) table = ull_table_new ("lll");

  for (guint i = 0; i < derivation->n_steps; i++)
    {
      g_autofree char *label = ull_derivation_step_label (derivation, i);
      g_autofree char *indented = g_strconcat ("  ", label, NULL);
      g_autofree char *sum = ull_derivation_step_sum (derivation, i);
      g_autofree char *value = ull_derivation_step_value (derivation, i);
      g_autofree char *result = g_strconcat ("= ", value, NULL);

      ull_table_add (table, (const char *[]){ indented, sum, result });
    }
  g_string_append (out, ull_plan_is_replica (scenario) ? "\nSum of one replica\n" : "\nSum\n");
  ull_table_append_to (table, out);
}

static void
append_warnings (const UllPlan *plan, const UllScenario *scenario, GString *out)
{
  for (int i = 0; i < ULL_N_WARNINGS; i++)
    if (ull_plan_shows_warning (plan, scenario, (UllWarning) i))
      {
        g_autofree char *text = ull_plan_warning_text (plan, scenario, (UllWarning) i);

        g_string_append_printf (out, "\nWarning: %s\n", text);
      }
  for (char **text = scenario->model->warnings; text != NULL && *text != NULL; text++)
    g_string_append_printf (out, "\nWarning: %s\n", *text);
}

void
ull_plan_report_text (const UllPlan *plan,
                      const UllScenario *scenario,
                      const UllLengths *lengths,
                      const UllMix *mix,
                      gboolean explain,
                      GString *out)
{
  g_autofree char *headline = ull_plan_headline (plan);
  g_autofree char *detail = ull_plan_detail (plan);

  g_string_append_printf (out, "%s\n", headline);
  if (detail != NULL && *detail != '\0')
    g_string_append_printf (out, "%s\n", detail);
  if (lengths != NULL)
    ull_mix_report_verdict (mix, out);
  g_string_append_c (out, '\n');
  append_setup (plan, scenario, out);
  append_memory (&plan->budget, explain, out);
  append_cache (plan, out);
  if (lengths != NULL)
    ull_mix_report_text (mix, lengths, out);
  if (explain)
    append_sum (&plan->derivation, scenario, out);
  append_warnings (plan, scenario, out);
}
