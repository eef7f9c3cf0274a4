#include "ull-load-lists.h"

#include "ull-ramp-picture.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A log has its own times and no others; other loads have none of their own. */
static gboolean
may_arrive (UllLoadKind kind, UllArrivals arrivals)
{
  if (kind == ULL_LOAD_TRACE)
    return arrivals == ULL_ARRIVALS_CLOSED || arrivals == ULL_ARRIVALS_TRACE;
  return arrivals != ULL_ARRIVALS_TRACE;
}

guint
ull_load_find_arrivals (UllLoadKind kind, UllArrivals arrivals)
{
  guint place = 0;

  for (guint i = 0; i < arrivals; i++)
    place += may_arrive (kind, (UllArrivals) i);
  return place;
}

UllArrivals
ull_load_nth_arrivals (UllLoadKind kind, guint place)
{
  for (guint i = 0; i < ULL_N_ARRIVALS; i++)
    if (may_arrive (kind, (UllArrivals) i) && place-- == 0)
      return (UllArrivals) i;
  return ULL_ARRIVALS_CLOSED;
}

GListModel *
ull_load_list_arrivals (UllLoadKind kind)
{
  static const char *const names[ULL_N_ARRIVALS] = { [ULL_ARRIVALS_CLOSED] = N_("Closed loop"), [ULL_ARRIVALS_POISSON] = N_("Poisson"),
                                                     [ULL_ARRIVALS_GAMMA] = N_("Bursts"), [ULL_ARRIVALS_ON_OFF] = N_("On and off"),
                                                     [ULL_ARRIVALS_TRACE] = N_("As recorded") };
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < ULL_N_ARRIVALS; i++)
    if (may_arrive (kind, (UllArrivals) i))
      gtk_string_list_append (list, _(names[i]));
  return G_LIST_MODEL (list);
}

GListModel *
ull_load_list_presets (void)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < ull_load_get_n_presets (); i++)
    gtk_string_list_append (list, _(ull_load_get_preset (i)->title));
  gtk_string_list_append (list, _("A recorded log…"));
  return G_LIST_MODEL (list);
}

guint
ull_load_find_preset (const UllLoad *load)
{
  for (guint i = 0; load->preset != NULL && i < ull_load_get_n_presets (); i++)
    if (g_str_equal (ull_load_get_preset (i)->id, load->preset))
      return i;
  return GTK_INVALID_LIST_POSITION;
}

static char *
describe_facts (const char *name, const UllRequestLogFacts *log)
{
  g_autofree char *requests = ull_format_count (log->requests), *prompt = ull_format_count (log->prompt_median);
  g_autofree char *answer = ull_format_count (log->output_median), *span = ull_format_seconds ((double) log->span_ns / 1e9);

  return g_strdup_printf (_("%s: the first %s requests, over %s; prompts of %s and answers of %s tokens at the median."), name, requests,
                          span, prompt, answer);
}

char *
ull_load_describe_log (const UllLoad *load, const UllRamp *ramp)
{
  guint preset = ull_load_find_preset (load);
  const char *public = preset != GTK_INVALID_LIST_POSITION ? ull_load_get_preset (preset)->log : NULL;

  if (load->kind == ULL_LOAD_TRACE)
    {
      g_autofree char *name = g_path_get_basename (load->trace);

      if (ramp == NULL || ramp->log.requests == 0 || g_strcmp0 (ramp->load->trace, load->trace) != 0)
        return g_steal_pointer (&name);
      return describe_facts (name, &ramp->log);
    }
  if (public != NULL)
    return g_strdup_printf (_("Drawn from a fit. For the log itself, get %s and open it here."), public);
  return NULL;
}
