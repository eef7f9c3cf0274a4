/* What the parts of the vessel are called and said to be. Numbers come from the stack, units stand with each; GiB and
 * GB are both spoken. */
#include "ull-stack.h"

#include "ull-engine.h"
#include "ull-tolerance.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DOT " \302\267 " /* a middle dot between size and source */

char *
ull_stack_format (gint64 bytes)
{
  /* Two decimals round below this to nothing. */
  gboolean tiny = bytes > 0 && bytes < ULL_GIB / 200 + 1;

  return tiny ? ull_format_size (bytes) : ull_format_gib (bytes);
}

static char *
without_unit (gint64 bytes)
{
  char *text = ull_format_gib (bytes);
  char *space = strstr (text, ULL_NBSP);

  if (space != NULL)
    *space = '\0';
  return text;
}

static char *
format_percent (gint64 ppm)
{
  g_autofree char *whole = ull_format_count (ppm / 10000);
  gint64 rest = ppm % 10000;
  int digits = 4;

  if (rest == 0)
    return g_strdup_printf ("%s" ULL_NBSP "%%", whole);

  while (rest % 10 == 0)
    {
      rest /= 10;
      digits--;
    }
  return g_strdup_printf ("%s.%0*" G_GINT64_FORMAT ULL_NBSP "%%", whole, digits, rest);
}

static const char *
short_source (UllSource source)
{
  switch (source)
    {
    case ULL_SOURCE_MEASURED:
      return _("measured");
    case ULL_SOURCE_FILE:
      return _("file");
    case ULL_SOURCE_FORMULA:
      return _("formula");
    case ULL_SOURCE_TYPED:
      return _("set");
    case ULL_SOURCE_GUESS:
    default:
      return _("guess");
    }
}

static char *
in_flight_detail (const UllStack *stack, const UllDisclosure *disclosure, const UllStackPart *part)
{
  g_autofree char *size = ull_stack_format (part->bytes);
  g_autofree char *count = ull_format_count (disclosure->plan->concurrency);
  g_autofree char *each = NULL;

  if (stack->overflow > 0 && !stack->refused)
    {
      g_autofree char *held = part->bytes < ULL_GIB / 200 ? g_strdup (size) : without_unit (part->bytes);
      g_autofree char *asked = ull_stack_format (stack->asked);

      return g_strdup_printf (_("%s of %s asked"), held, asked);
    }
  /* Requests that share a prefix are not so many times one of them. */
  if (disclosure->plan->saved_bytes > 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s · %s request, prefix once", "%s · %s requests, prefix once",
                                         (gulong) disclosure->plan->concurrency),
                            size, count);
  each = ull_format_size (stack->request);
  return g_strdup_printf ("%s" DOT "%s" ULL_NBSP ULL_TIMES ULL_NBSP "%s", size, count, each);
}

static char *
ullage_detail (const UllDisclosure *disclosure, const char *size)
{
  gint64 most = disclosure->plan->max_concurrency;
  gint64 more = most - disclosure->plan->concurrency;
  g_autofree char *count = NULL;

  if (most == G_MAXINT64 || more < 0 || disclosure->plan->budget.refused > 0)
    return g_strdup (size);
  if (more == 0)
    return g_strconcat (size, DOT, _("not one more"), NULL);

  count = ull_format_count (more);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s · %s more fits", "%s · %s more fit", (gulong) more),
                          size, count);
}

static char *
term_detail (const UllStackPart *part, const char *size, gboolean narrow)
{
  if (part->low != part->high)
    {
      g_autofree char *low = without_unit (part->low);
      g_autofree char *high = without_unit (part->high);
      g_autofree char *near = ull_format_tolerance (part->low, part->size, part->high);

      if (near != NULL)
        return g_strconcat (size, DOT, near, NULL);
      return g_strdup_printf ("%s" DOT "%s" ULL_NBSP ULL_EN_DASH " %s", size, low, high);
    }
  /* What was measured needs no reason. */
  if (part->source < 0 || part->source == ULL_SOURCE_MEASURED)
    return g_strdup (size);

  return g_strconcat (size, DOT,
                      narrow ? short_source ((UllSource) part->source)
                             : ull_source_get_label ((UllSource) part->source),
                      NULL);
}

char *
ull_stack_detail (const UllStack *stack, const UllDisclosure *disclosure, const UllStackPart *part, gboolean narrow)
{
  const gint64 *value = disclosure->scenario->value;
  g_autofree char *size = ull_stack_format (part->size);
  g_autofree char *fraction = NULL;

  if (part->withheld)
    return g_strdup ("?");
  switch (part->area)
    {
    case ULL_AREA_IN_FLIGHT:
      return in_flight_detail (stack, disclosure, part);
    case ULL_AREA_ULLAGE:
      return disclosure->plan != NULL ? ullage_detail (disclosure, size) : g_strdup (size);
    case ULL_AREA_RETAINED:
      fraction = ull_format_count (value[ULL_FIELD_RETAIN]);
      return g_strdup_printf (_("%s · %s tokens"), size, fraction);
    case ULL_AREA_WASTE:
      return narrow ? g_strdup (size) : g_strconcat (size, DOT, _("partial blocks"), NULL);
    case ULL_AREA_HEADROOM:
      fraction = format_percent (value[ULL_FIELD_HEADROOM]);
      return g_strconcat (size, DOT, fraction, NULL);
    case ULL_AREA_NOT_GIVEN:
      /* Other processes' part is drawn alike. */
      if (!g_str_equal (part->id, ull_term_get_id (ULL_TERM_NOT_GIVEN)))
        return term_detail (part, size, narrow);
      if (disclosure->given.outside > 0)
        return g_strconcat (size, DOT, _("left outside"), NULL);
      fraction = ull_format_fraction (ull_engine_get_setting (disclosure->scenario, ULL_FIELD_UTILIZATION));
      return g_strdup_printf ("%s" DOT "1" ULL_NBSP ULL_MINUS ULL_NBSP "%s", size, fraction);
    default:
      return term_detail (part, size, narrow);
    }
}

/* The line from what the question gives, not from what it comes to. */
static char *
line_sum (const UllDisclosure *disclosure)
{
  const gint64 *value = disclosure->scenario->value;
  gint64 of = disclosure->given.allocatable;
  g_autofree char *fraction = ull_format_fraction (ull_engine_get_setting (disclosure->scenario, ULL_FIELD_UTILIZATION));
  g_autofree char *count = ull_format_count (of / ULL_MIB);
  g_autofree char *card = of % ULL_MIB == 0 ? g_strdup_printf ("%s" ULL_NBSP "MiB", count) : ull_format_gib (of);
  g_autofree char *headroom = NULL;

  if (value[ULL_FIELD_AVAILABLE] != ULL_UNSET)
    return g_strdup (card);
  if (value[ULL_FIELD_HEADROOM] == 0)
    return g_strdup_printf (_("%s of %s"), fraction, card);

  headroom = format_percent (value[ULL_FIELD_HEADROOM]);
  return g_strdup_printf (_("%s − %s of %s"), fraction, headroom, card);
}

char *
ull_stack_line_detail (const UllStack *stack, const UllDisclosure *disclosure)
{
  g_autofree char *size = NULL;

  if (disclosure->withheld)
    return line_sum (disclosure);

  size = ull_stack_format (stack->given);
  if (disclosure->given.term[ULL_TERM_HEADROOM].present)
    return g_strdup_printf (_("%s safe"), size);
  return g_strdup_printf (_("%s given"), size);
}

static char *
append_step (const UllDisclosure *disclosure, int step, char *sentence)
{
  g_autofree char *first = sentence;
  g_autofree char *label = NULL;

  if (step < 0)
    return g_steal_pointer (&first);

  label = ull_derivation_step_label (&disclosure->plan->derivation, (guint) step);
  return g_strdup_printf (_("%s Step %d: %s."), first, step + 1, label);
}

char *
ull_stack_describe_part (const UllDisclosure *disclosure, const UllStackPart *part)
{
  g_autofree char *both = ull_format_both (part->size);
  g_autofree char *low = NULL, *high = NULL, *near = NULL;
  char *sentence;

  if (part->withheld)
    return g_strdup_printf (_("%s."), part->name);
  if (part->low != part->high)
    {
      low = ull_format_gib (part->low);
      high = ull_format_gib (part->high);
      near = ull_format_tolerance (part->low, part->size, part->high);
      if (near != NULL)
        sentence = g_strdup_printf (_("%s: %s, %s."), part->name, both, near);
      else if (part->source == ULL_SOURCE_FORMULA)
        sentence = g_strdup_printf (_("%s: %s, an estimate between %s and %s."), part->name, both, low, high);
      else
        sentence = g_strdup_printf (_("%s: %s, between %s and %s."), part->name, both, low, high);
    }
  else if (part->source >= 0)
    sentence = g_strdup_printf (_("%s: %s, %s."), part->name, both, ull_source_get_label ((UllSource) part->source));
  else
    sentence = g_strdup_printf (_("%s: %s."), part->name, both);
  return append_step (disclosure, part->step, sentence);
}

/* How sure a part of the weights is. (transfer full) */
static char *
describe_source (const UllDisclosure *disclosure)
{
  const UllTerm *term = &disclosure->given.term[ULL_TERM_WEIGHTS];
  g_autofree char *whole = ull_format_gib (term->bytes);
  g_autofree char *low = ull_format_gib (term->low);
  g_autofree char *high = ull_format_gib (term->high);
  g_autofree char *near = ull_format_tolerance (term->low, term->bytes, term->high);

  if (near != NULL)
    return g_strdup_printf (_("An estimate: all of them are %s, %s."), whole, near);
  if (term->low != term->high)
    return g_strdup_printf (_("An estimate: all of them are between %s and %s."), low, high);
  switch (disclosure->scenario->model->weight_source)
    {
    case ULL_WEIGHTS_HEADERS:
      return g_strdup (_("Exact, from the files’ headers."));
    case ULL_WEIGHTS_INDEX:
      return g_strdup (_("All of them are what the index says; the parts are by the shapes."));
    case ULL_WEIGHTS_ESTIMATE:
    case ULL_WEIGHTS_TYPED:
    case ULL_WEIGHTS_UNKNOWN:
    default:
      return g_strdup (_("An estimate from the shapes."));
    }
}

char *
ull_stack_describe_weights (const UllDisclosure *disclosure, UllWeightPart part)
{
  g_autofree char *both = ull_format_both (disclosure->given.weight_part[part]);
  g_autofree char *source = describe_source (disclosure);
  char *sentence = part == ULL_WEIGHT_EXPERTS
                     ? g_strdup_printf (_("Weights, %s: %s. %s All of them are in memory; the active ones are for speed only."),
                                        ull_weight_part_get_label (part), both, source)
                     : g_strdup_printf (_("Weights, %s: %s. %s"), ull_weight_part_get_label (part), both, source);

  return append_step (disclosure, ull_stack_weights_step (disclosure, part), sentence);
}

char *
ull_stack_describe_line (const UllStack *stack, const UllDisclosure *disclosure)
{
  g_autofree char *both = ull_format_both (stack->given);
  g_autofree char *sum = line_sum (disclosure);

  /* What the line comes to is the first thing a learner works out. */
  if (disclosure->withheld)
    return g_strdup_printf (_("Load line: %s."), sum);

  return append_step (disclosure, ull_stack_step (disclosure, ULL_STEP_GIVEN),
                      g_strdup_printf (_("Load line: %s, %s."), both, sum));
}

const char *
ull_stack_overflow_label (const UllStack *stack)
{
  return stack->refused ? _("More than is free") : _("Over the load line");
}

char *
ull_stack_describe_overflow (const UllStack *stack, const UllDisclosure *disclosure)
{
  UllStepId step = stack->weights_over ? ULL_STEP_POOL : ULL_STEP_ULLAGE;
  g_autofree char *both = ull_format_both (stack->overflow);

  return append_step (disclosure, ull_stack_step (disclosure, step),
                      g_strdup_printf (_("%s: %s."), ull_stack_overflow_label (stack), both));
}
