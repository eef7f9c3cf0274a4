/* The charts in words: titles, text alternatives, the caption of an export. A text alternative says what the picture
 * shows, in the picture's order, with every number once; a withheld picture's says what is given and no more. */
#include "ull-curves.h"

#include "ull-ghost.h"
#include "ull-stack.h"
#include "ull-engine.h"
#include "ull-units.h"
#include "ull-vessel.h"

#include <glib/gi18n-lib.h>

static void
append_sentence (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_sentence (GString *out, const char *format, ...)
{
  va_list args;

  if (out->len > 0)
    g_string_append_c (out, ' ');
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
}

/* The verdict and the figures behind it: the same in both charts. */
static void
append_answers (GString *out, const UllPlan *plan)
{
  g_autofree char *headline = ull_plan_headline (plan);
  g_autofree char *detail = ull_plan_detail (plan);
  g_autofree char *context = ull_format_count (plan->context);
  g_autofree char *asked = ull_format_count (plan->concurrency);
  g_autofree char *most = ull_format_count (plan->max_concurrency);
  g_autofree char *pool = ull_format_both (plan->budget.pool);
  g_autofree char *bytes = ull_format_count (plan->budget.pool);

  append_sentence (out, "%s %s", headline, detail);
  append_sentence (out, _("Context %s tokens, concurrency %s."), context, asked);
  append_sentence (out, _("KV pool %s, %s bytes."), pool, bytes);
  if (plan->max_concurrency != G_MAXINT64)
    append_sentence (out, _("Most requests: %s."), most);
}

static void
append_ghost (GString *out, const UllDisclosure *disclosure)
{
  g_autofree char *ghost = ull_ghost_describe (disclosure);

  if (ghost != NULL)
    append_sentence (out, "%s", ghost);
}

static void
append_card (GString *out, const UllStack *stack)
{
  g_autofree char *card = ull_format_both (stack->card);

  append_sentence (out, _("One card: %s."), card);
}

static void
append_others (GString *out, const UllStack *stack, const UllDisclosure *disclosure)
{
  UllOthers others;

  ull_other_cards_init (&others, stack, disclosure);
  for (guint i = 0; i < others.n; i++)
    {
      g_autofree char *cards = ull_other_cards_describe (&others.group[i], disclosure);

      append_sentence (out, "%s", cards);
    }
}

static void
append_parts (GString *out, const UllStack *stack, const UllDisclosure *disclosure)
{
  if (stack->n_parts > 0)
    append_sentence (out, "%s", _("From the bottom up:"));
  for (guint i = 0; i < stack->n_parts; i++)
    {
      g_autofree char *part = ull_stack_describe_part (disclosure, &stack->part[i]);

      append_sentence (out, "%s", part);
    }
}

char *
ull_chart_describe_memory (const UllDisclosure *disclosure)
{
  GString *out = g_string_new (NULL);
  g_autofree char *line = NULL;
  UllStack stack;

  if (!ull_stack_init (&stack, disclosure))
    {
      if (!disclosure->withheld)
        return g_string_append (out, disclosure->problem), g_string_free (out, FALSE);
      append_card (out, &stack);
      append_parts (out, &stack, disclosure);
      line = ull_stack_describe_line (&stack, disclosure);
      append_sentence (out, "%s %s", line,
                       disclosure->drawn ? _("The rest is withheld.") : _("The rest is withheld until you commit."));
      return g_string_free (out, FALSE);
    }
  append_answers (out, disclosure->plan);
  append_card (out, &stack);
  append_parts (out, &stack, disclosure);
  line = ull_stack_describe_line (&stack, disclosure);
  append_sentence (out, "%s", line);
  if (stack.overflow > 0)
    {
      g_autofree char *over = ull_stack_describe_overflow (&stack, disclosure);

      append_sentence (out, "%s", over);
    }
  append_others (out, &stack, disclosure);
  append_ghost (out, disclosure);
  return g_string_free (out, FALSE);
}

static void
append_curves (GString *out, const UllDisclosure *disclosure)
{
  const UllPlan *plan = disclosure->plan;
  g_autofree char *context = ull_format_count (plan->context);
  UllCurves curves;

  ull_curves_init (&curves, disclosure);
  append_sentence (out, _("That fit in memory at %s tokens:"), context);
  for (guint i = 0; i < curves.n; i++)
    {
      gint64 requests = ull_layout_max_requests (&curves.curve[i].layout, plan->context);
      g_autofree char *count = requests == G_MAXINT64 ? g_strdup (_("any number")) : ull_format_count (requests);

      append_sentence (out, "%s %s%s", curves.curve[i].name, count, i + 1 < curves.n ? "," : ".");
    }
}

char *
ull_chart_describe_curves (const UllDisclosure *disclosure)
{
  GString *out = g_string_new (NULL);
  g_autofree char *longest = NULL, *sequences = NULL;

  if (disclosure->withheld)
    g_string_append (out, _("Requests at once over context. The curves are withheld until you commit."));
  else if (disclosure->plan == NULL)
    g_string_append (out, disclosure->problem);
  if (disclosure->withheld || disclosure->plan == NULL)
    return g_string_free (out, FALSE);

  append_answers (out, disclosure->plan);
  append_curves (out, disclosure);
  longest = ull_format_count (disclosure->plan->longest_request);
  if (disclosure->plan->longest_request == G_MAXINT64)
    append_sentence (out, "%s", _("The length of a request does not bind."));
  else
    append_sentence (out, _("The longest single request: %s tokens."), longest);
  if (ull_engine_get_setting (disclosure->scenario, ULL_FIELD_MAX_NUM_SEQS) != ULL_UNSET)
    {
      sequences = ull_format_count (ull_engine_get_setting (disclosure->scenario, ULL_FIELD_MAX_NUM_SEQS));
      append_sentence (out, _("Max sequences: %s."), sequences);
    }
  append_ghost (out, disclosure);
  return g_string_free (out, FALSE);
}

static char *
typed_or (const UllScenario *scenario, UllFieldId field, char *text)
{
  g_autofree char *own = text;

  return scenario->typed[field] != NULL ? g_strdup (scenario->typed[field]) : g_steal_pointer (&own);
}

static void
append_clause (GString *out, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_clause (GString *out, const char *format, ...)
{
  va_list args;

  if (out->len > 0)
    g_string_append (out, ", ");
  va_start (args, format);
  g_string_append_vprintf (out, format, args);
  va_end (args);
}

static void
append_card_clauses (GString *out, const UllDisclosure *disclosure)
{
  const UllScenario *scenario = disclosure->scenario;
  const gint64 *value = scenario->value;
  const UllTerm *weights = &disclosure->given.term[ULL_TERM_WEIGHTS];
  g_autofree char *size = ull_format_both (weights->bytes);
  g_autofree char *utilisation = ull_format_fraction (ull_engine_get_setting (scenario, ULL_FIELD_UTILIZATION));
  g_autofree char *headroom = ull_format_fraction (value[ULL_FIELD_HEADROOM]);
  g_autofree char *card = ull_format_gib (disclosure->given.allocatable);
  g_autofree char *overhead = NULL;

  if (value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    {
      append_clause (out, _("KV memory %s given"), card);
      return;
    }
  if (g_str_equal (scenario->device->id, "custom"))
    append_clause (out, _("a card of %s"), card);
  else
    append_clause (out, _("%s with %s allocatable"), scenario->device->name, card);
  append_clause (out, _("utilisation %s"), utilisation);
  if (weights->present)
    append_clause (out, _("weights %s %s"), size, ull_source_get_label (weights->source));
  if (value[ULL_FIELD_OVERHEAD] != ULL_UNSET)
    {
      overhead = typed_or (scenario, ULL_FIELD_OVERHEAD, ull_format_gib (value[ULL_FIELD_OVERHEAD]));
      append_clause (out, _("overhead %s"), overhead);
    }
  if (value[ULL_FIELD_HEADROOM] > 0)
    append_clause (out, _("failure headroom %s"), headroom);
}

/* What requests share, what stays resident, and how many cards share a layer: said only where set. */
static void
append_sharing_clauses (GString *out, const gint64 *value)
{
  g_autofree char *prefix = ull_format_count (value[ULL_FIELD_PREFIX_TOKENS]);
  g_autofree char *sharers = ull_format_count (value[ULL_FIELD_PREFIX_REQUESTS]);
  g_autofree char *retained = ull_format_count (value[ULL_FIELD_RETAIN]);
  g_autofree char *cards = ull_format_count (value[ULL_FIELD_TP]);

  if (value[ULL_FIELD_PREFIX_TOKENS] > 0 && value[ULL_FIELD_PREFIX_REQUESTS] == ULL_UNSET)
    append_clause (out, _("a prefix of %s tokens shared by all"), prefix);
  else if (value[ULL_FIELD_PREFIX_TOKENS] > 0)
    append_clause (out, _("a prefix of %s tokens shared by at most %s"), prefix, sharers);
  if (value[ULL_FIELD_RETAIN] > 0)
    append_clause (out, _("%s tokens of prefixes retained"), retained);
  if (value[ULL_FIELD_TP] > 1)
    append_clause (out, _("one of %s cards, tensor parallel"), cards);
}

char *
ull_chart_assumptions (const UllDisclosure *disclosure)
{
  const UllScenario *scenario = disclosure->scenario;
  const gint64 *value = scenario->value;
  GString *out = g_string_new (scenario->model->name);
  g_autofree char *context = ull_format_count (value[ULL_FIELD_CONTEXT]);
  g_autofree char *requests = ull_format_count (value[ULL_FIELD_CONCURRENCY]);
  g_autofree char *block = ull_format_count (ull_engine_get_setting (scenario, ULL_FIELD_BLOCK_SIZE));
  g_autofree char *heads = ull_format_count (value[ULL_FIELD_KV_HEADS]);
  g_autofree char *format = ull_plan_kv_format (disclosure->plan, scenario);

  append_card_clauses (out, disclosure);
  if (format != NULL)
    append_clause (out, _("KV dtype %s"), format);
  else
    append_clause (out, _("no keys and values"));
  if (value[ULL_FIELD_KV_HEADS] != ULL_UNSET)
    append_clause (out, _("KV heads %s"), heads);
  append_clause (out, _ ("engine %s, blocks of %s"), ull_engine_get_label ((UllEngineId) value[ULL_FIELD_ENGINE]),
                 block);
  append_clause (out, g_dngettext (GETTEXT_PACKAGE, "%s request of %s tokens", "%s requests of %s tokens",
                                   (gulong) value[ULL_FIELD_CONCURRENCY]),
                 requests, context);
  if (scenario->lengths != NULL)
    append_clause (out, _("on average, of the lengths %s"), ull_lengths_get_spec (scenario->lengths));
  append_sharing_clauses (out, value);
  return g_string_free (out, FALSE);
}

char *
ull_chart_caption (const UllDisclosure *disclosure)
{
  g_autofree char *clauses = ull_chart_assumptions (disclosure);

  return g_strconcat (clauses,
                      disclosure->withheld ? _(". The answer is withheld.") : _(". Arithmetic, not a measurement."), NULL);
}
