#include "ull-fleet-row.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A row is chosen, and what can be done with the choice stands beside the list: it has no button of its own. */

struct _UllFleetRow
{
  UllFigureRow parent_instance;
};

G_DEFINE_FINAL_TYPE (UllFleetRow, ull_fleet_row, ULL_TYPE_FIGURE_ROW)

static void
ull_fleet_row_class_init (UllFleetRowClass *klass)
{
}

static void
ull_fleet_row_init (UllFleetRow *self)
{
  ull_figure_row_set_plain (ULL_FIGURE_ROW (self));
}

GtkWidget *
ull_fleet_row_new (void)
{
  return g_object_new (ULL_TYPE_FLEET_ROW, NULL);
}

static char *
price_text (gint64 price)
{
  g_autofree char *whole = NULL;

  if (price < 0)
    return g_strdup (_("no price"));
  whole = ull_format_count (price / ULL_PPM_ONE);
  return g_strdup_printf ("%s.%02d", whole, (int) (price % ULL_PPM_ONE / (ULL_PPM_ONE / 100)));
}

static char *
cards_text (gint64 cards)
{
  g_autofree char *count = ull_format_count (cards);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s card", "%s cards", (gulong) cards), count);
}

static char *
replicas_text (const UllFleetOption *option)
{
  g_autofree char *count = ull_format_count (option->replicas);
  g_autofree char *replicas
    = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s replica", "%s replicas", (gulong) option->replicas), count);
  g_autofree char *split = ull_format_count (option->devices);
  g_autofree char *cards
    = option->device->dies > 1
        ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s die", "%s dies", (gulong) option->devices), split)
        : cards_text (option->devices);

  /* Translators: "4 replicas of 2 cards". */
  return g_strdup_printf (_("%s of %s"), replicas, cards);
}

static char *
each_text (const UllFleetOption *option)
{
  g_autofree char *count = ull_format_count (option->requests_per_replica);

  if (option->requests_per_replica == G_MAXINT64)
    return g_strdup (option->replicas == 1 ? _("any number of requests") : _("any number of requests each"));
  if (option->replicas == 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "room for %s request", "room for %s requests",
                                         (gulong) option->requests_per_replica),
                            count);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "room for %s request each", "room for %s requests each",
                                       (gulong) option->requests_per_replica),
                          count);
}

static char *
detail_text (const UllFleetOption *option, gboolean priced)
{
  g_autofree char *replicas = replicas_text (option), *each = each_text (option);
  g_autofree char *reason = ull_fleet_option_reason (option), *memory = NULL;

  if (!priced)
    return g_strdup_printf (_("%s, %s. %s"), replicas, each, reason);
  memory = ull_format_gib (option->memory);
  return g_strdup_printf (_("%s, %s, %s. %s"), replicas, each, memory, reason);
}

void
ull_fleet_row_set (UllFleetRow *self, const UllFleetOption *option, gboolean present, gboolean priced)
{
  g_autofree char *marked = present ? g_strdup_printf (_("%s, this card"), option->device->name) : NULL;
  const char *label = present ? marked : option->device->name;
  g_autofree char *first = priced ? price_text (option->price) : ull_format_gib (option->memory);
  g_autofree char *used = g_strdup_printf ("%.0f" ULL_NBSP "%%", 100 * (double) option->used / (double) option->memory);
  g_autofree char *count = ull_format_count (option->cards), *cards = cards_text (option->cards);
  g_autofree char *detail = detail_text (option, priced);
  g_autofree char *figures = g_strdup_printf (_("%s · %s · %s used"), cards, first, used);
  g_autofree char *spoken = g_strdup_printf (_("%s: %s, %s, %s used; %s"), label, cards, first, used, detail);

  g_return_if_fail (ULL_IS_FLEET_ROW (self));

  ull_figure_row_set (ULL_FIGURE_ROW (self), &(UllFigureTexts) { label, { first, used, count }, figures, detail }, spoken);
}

void
ull_fleet_row_set_head (UllFleetRow *self, gboolean priced)
{
  const char *const figures[] = { priced ? _("Price") : _("Memory"), _("Used"), _("Cards") };

  g_return_if_fail (ULL_IS_FLEET_ROW (self));

  ull_figure_row_set_head (ULL_FIGURE_ROW (self), _("Card"), figures);
}
