#include "ull-pool-pace.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Runs last from seconds to hours: that one is seen as a whole needs a time of its own, not a factor of the server's. Real time is what
 * somebody compares with a server. Steps last some hundredths of a second: one at a time they need longer than they take. */

#define WHOLE_SECONDS 30.0
#define STEPS_PER_SECOND 4

static const struct
{
  const char *id;
  const char *name;
  double times; /* so many times as fast as a whole run in WHOLE_SECONDS; 0: by another rule */
} paces[ULL_N_POOL_PACES] = {
  [ULL_POOL_PACE_QUARTER] = { "quarter", "¼×", 0.25 },
  [ULL_POOL_PACE_HALF] = { "half", "½×", 0.5 },
  [ULL_POOL_PACE_WHOLE] = { "whole", "1×", 1 },
  [ULL_POOL_PACE_DOUBLE] = { "double", "2×", 2 },
  [ULL_POOL_PACE_FOURFOLD] = { "fourfold", "4×", 4 },
  [ULL_POOL_PACE_REAL] = { "real", N_("Real"), 0 },
  [ULL_POOL_PACE_STEPS] = { "steps", N_("Steps"), 0 },
};

const char *
ull_pool_pace_id (UllPoolPace pace)
{
  g_return_val_if_fail (pace < ULL_N_POOL_PACES, NULL);

  return paces[pace].id;
}

gboolean
ull_pool_pace_from_id (const char *id, UllPoolPace *pace)
{
  for (guint i = 0; i < ULL_N_POOL_PACES; i++)
    if (g_strcmp0 (paces[i].id, id) == 0)
      {
        *pace = (UllPoolPace) i;
        return TRUE;
      }
  return FALSE;
}

const char *
ull_pool_pace_name (UllPoolPace pace)
{
  g_return_val_if_fail (pace < ULL_N_POOL_PACES, NULL);

  return paces[pace].times > 0 ? paces[pace].name : _(paces[pace].name);
}

char *
ull_pool_pace_describe (UllPoolPace pace)
{
  double seconds;

  g_return_val_if_fail (pace < ULL_N_POOL_PACES, NULL);

  if (pace == ULL_POOL_PACE_REAL)
    return g_strdup (_("A second of the server in a second"));
  if (pace == ULL_POOL_PACE_STEPS)
    return g_strdup_printf (_("%d steps in a second"), STEPS_PER_SECOND);
  seconds = WHOLE_SECONDS / paces[pace].times;
  return seconds >= 60 ? g_strdup_printf (_("The whole run in %g" ULL_NBSP "min"), seconds / 60)
                       : g_strdup_printf (_("The whole run in %g" ULL_NBSP "s"), seconds);
}

double
ull_pool_pace_advance (UllPoolPace pace, double end, double elapsed)
{
  g_return_val_if_fail (pace < ULL_N_POOL_PACES, 0);

  if (pace == ULL_POOL_PACE_REAL)
    return elapsed;
  return end * paces[pace].times * elapsed / WHOLE_SECONDS;
}

double
ull_pool_pace_step_seconds (UllPoolPace pace)
{
  return pace == ULL_POOL_PACE_STEPS ? 1.0 / STEPS_PER_SECOND : 0;
}

static void
append (GMenu *menu, const char *action, UllPoolPace pace)
{
  g_autofree char *said = ull_pool_pace_describe (pace), *label = g_strdup_printf (_("%s: %s"), ull_pool_pace_name (pace), said);
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", paces[pace].id);
  g_menu_append_item (menu, item);
}

GMenuModel *
ull_pool_pace_menu (const char *action)
{
  g_autoptr (GMenu) whole = g_menu_new (), other = g_menu_new ();
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < ULL_N_POOL_PACES; i++)
    append (paces[i].times > 0 ? whole : other, action, (UllPoolPace) i);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (whole));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (other));
  return G_MENU_MODEL (menu);
}
