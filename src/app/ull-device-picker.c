#include "ull-device-picker.h"

#include "ull-own-cards.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* MiB and not GiB, because that is the unit in which driver tools and engines print a card's size: people compare. */
static char *
describe_memory (const UllDevice *device)
{
  g_autofree char *reported = ull_format_count (device->reported / ULL_MIB);
  g_autofree char *low = ull_format_count (device->allocatable_low / ULL_MIB);
  g_autofree char *high = ull_format_count (device->allocatable_high / ULL_MIB);

  if (device->guess && device->reported_guess)
    return g_strdup_printf (_("%s to %s MiB allocatable, a guess"), low, high);
  if (device->guess)
    return g_strdup_printf (_("%s MiB reported · %s to %s allocatable, a guess"), reported, low, high);
  if (device->reported_guess)
    return g_strdup_printf (_("%s MiB allocatable"), low);
  if (device->reported == device->allocatable)
    return g_strdup_printf (_("%s MiB, all of it allocatable"), reported);
  return g_strdup_printf (_("%s MiB reported · %s allocatable"), reported, low);
}

char *
ull_device_picker_describe (const UllDevice *device)
{
  g_autofree char *memory = describe_memory (device), *dies = ull_format_count (device->dies);

  return device->dies == 1 ? g_steal_pointer (&memory) : g_strdup_printf (_("%s · one of %s devices"), memory, dies);
}

static void
add_cards (UllPicker *picker, GPtrArray *devices, const char *group)
{
  for (guint i = 0; i < devices->len; i++)
    {
      const UllDevice *device = g_ptr_array_index (devices, i);
      g_autofree char *about = ull_device_picker_describe (device);

      ull_picker_add (picker, device->id, device->name, about, group);
    }
}

/* A file that cannot be read keeps nobody from a bundled card; what is wrong with it is said where cards are added. */
static void
fill (UllPicker *picker)
{
  g_autoptr (GPtrArray) own = ull_own_cards_read (NULL);

  ull_picker_set_names (picker, _("Search cards"), _("Cards"));
  if (own != NULL && own->len > 0)
    add_cards (picker, own, _("Yours"));
  add_cards (picker, ull_device_catalogue (), own != NULL && own->len > 0 ? _("Catalogue") : NULL);
  ull_picker_add_button (picker, _("_Add a Card…"), "win.add-card");
  ull_picker_add_button (picker, _("_Edit Yours…"), "win.edit-card");
}

GtkWidget *
ull_device_picker_new (void)
{
  return ull_picker_new (fill);
}
