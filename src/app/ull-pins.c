#include "ull-pins.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Invariants: `shown` is one of the pins or NULL, and that pin alone says so of itself. A pin holds a scenario and never
 * what it comes to: while a prediction is pending there is no plan of it. No two pins have one
 * scenario. */

struct _UllPin
{
  GObject parent_instance;

  /* Owned */
  UllScenario *scenario;
  char *name;

  gboolean shown;
};

G_DEFINE_FINAL_TYPE (UllPin, ull_pin, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_NAME,
  PROP_SHOWN,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
ull_pin_get_property (GObject *object, guint property_id, GValue *value, GParamSpec *pspec)
{
  UllPin *self = ULL_PIN (object);

  if (property_id == PROP_NAME)
    g_value_set_string (value, self->name);
  else
    g_value_set_boolean (value, self->shown);
}

static void
ull_pin_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  ull_pin_set_name (ULL_PIN (object), g_value_get_string (value));
}

static void
ull_pin_finalize (GObject *object)
{
  UllPin *self = ULL_PIN (object);

  g_clear_pointer (&self->scenario, ull_scenario_unref);
  g_clear_pointer (&self->name, g_free);
  G_OBJECT_CLASS (ull_pin_parent_class)->finalize (object);
}

static void
ull_pin_class_init (UllPinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ull_pin_get_property;
  object_class->set_property = ull_pin_set_property;
  object_class->finalize = ull_pin_finalize;
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_SHOWN] = g_param_spec_boolean ("shown", NULL, NULL, FALSE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
ull_pin_init (UllPin *self)
{
}

UllScenario *
ull_pin_get_scenario (UllPin *self)
{
  g_return_val_if_fail (ULL_IS_PIN (self), NULL);

  return self->scenario;
}

const char *
ull_pin_get_name (UllPin *self)
{
  g_return_val_if_fail (ULL_IS_PIN (self), NULL);

  return self->name;
}

void
ull_pin_set_name (UllPin *self, const char *name)
{
  g_autofree char *plain = NULL;

  g_return_if_fail (ULL_IS_PIN (self));

  plain = g_strstrip (ull_format_plain (name != NULL ? name : ""));
  if (*plain == '\0' || g_strcmp0 (self->name, plain) == 0)
    return;
  g_clear_pointer (&self->name, g_free);
  self->name = g_steal_pointer (&plain);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

gboolean
ull_pin_get_shown (UllPin *self)
{
  g_return_val_if_fail (ULL_IS_PIN (self), FALSE);

  return self->shown;
}

static void
set_shown (UllPin *self, gboolean shown)
{
  if (self == NULL || self->shown == shown)
    return;
  self->shown = shown;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOWN]);
}

struct _UllPins
{
  GObject parent_instance;

  /* Owned */
  GPtrArray *pins;

  /* Borrowed from them */
  UllPin *shown;
};

static void ull_pins_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (UllPins, ull_pins, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, ull_pins_list_model_init))

static guint changed_signal;

static GType
ull_pins_get_item_type (GListModel *model)
{
  return ULL_TYPE_PIN;
}

static guint
ull_pins_get_n_items (GListModel *model)
{
  return ULL_PINS (model)->pins->len;
}

static gpointer
ull_pins_get_item (GListModel *model, guint position)
{
  UllPin *pin = ull_pins_get (ULL_PINS (model), position);

  return pin != NULL ? g_object_ref (pin) : NULL;
}

static void
ull_pins_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = ull_pins_get_item_type;
  iface->get_n_items = ull_pins_get_n_items;
  iface->get_item = ull_pins_get_item;
}

static void
ull_pins_finalize (GObject *object)
{
  g_clear_pointer (&ULL_PINS (object)->pins, g_ptr_array_unref);
  G_OBJECT_CLASS (ull_pins_parent_class)->finalize (object);
}

static void
ull_pins_class_init (UllPinsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ull_pins_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
ull_pins_init (UllPins *self)
{
  self->pins = g_ptr_array_new_with_free_func (g_object_unref);
}

UllPins *
ull_pins_new (void)
{
  return g_object_new (ULL_TYPE_PINS, NULL);
}

guint
ull_pins_get_n (UllPins *self)
{
  g_return_val_if_fail (ULL_IS_PINS (self), 0);

  return self->pins->len;
}

UllPin *
ull_pins_get (UllPins *self, guint n)
{
  g_return_val_if_fail (ULL_IS_PINS (self), NULL);

  return n < self->pins->len ? g_ptr_array_index (self->pins, n) : NULL;
}

static void
emit_changed (UllPins *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
has_name (UllPins *self, const char *name)
{
  for (guint i = 0; i < self->pins->len; i++)
    if (g_strcmp0 (ull_pins_get (self, i)->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Names stand at the end of a curve: the model's, and a number where that is taken. */
static char *
free_name (UllPins *self, const UllScenario *scenario)
{
  g_autofree char *base = g_strstrip (ull_format_plain (scenario->model->name));
  g_autofree char *first = *base != '\0' ? g_steal_pointer (&base) : g_strdup (_("Pinned"));

  if (!has_name (self, first))
    return g_steal_pointer (&first);
  for (guint i = 2;; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s (%u)", first, i);

      if (!has_name (self, name))
        return g_steal_pointer (&name);
    }
}

static UllPin *
find_scenario (UllPins *self, const UllScenario *scenario)
{
  for (guint i = 0; i < self->pins->len; i++)
    if (ull_scenario_equal (ull_pins_get (self, i)->scenario, scenario))
      return ull_pins_get (self, i);
  return NULL;
}

static void
move_shown (UllPins *self, UllPin *pin)
{
  if (self->shown == pin)
    return;
  set_shown (self->shown, FALSE);
  self->shown = pin;
  set_shown (pin, TRUE);
}

UllPin *
ull_pins_add (UllPins *self, UllScenario *scenario, gboolean *added)
{
  UllPin *pin;

  g_return_val_if_fail (ULL_IS_PINS (self), NULL);
  g_return_val_if_fail (scenario != NULL, NULL);

  pin = find_scenario (self, scenario);
  *added = pin == NULL;
  if (pin == NULL)
    {
      pin = g_object_new (ULL_TYPE_PIN, NULL);
      pin->scenario = ull_scenario_ref (scenario);
      pin->name = free_name (self, scenario);
      g_signal_connect_object (pin, "notify::name", G_CALLBACK (emit_changed), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->pins, pin);
      g_list_model_items_changed (G_LIST_MODEL (self), self->pins->len - 1, 0, 1);
    }
  move_shown (self, pin);
  emit_changed (self);
  return pin;
}

void
ull_pins_remove (UllPins *self, UllPin *pin)
{
  guint position;

  g_return_if_fail (ULL_IS_PINS (self));

  if (!g_ptr_array_find (self->pins, pin, &position))
    return;
  if (self->shown == pin)
    self->shown = NULL;
  g_ptr_array_remove_index (self->pins, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  emit_changed (self);
}

UllPin *
ull_pins_get_shown (UllPins *self)
{
  g_return_val_if_fail (ULL_IS_PINS (self), NULL);

  return self->shown;
}

void
ull_pins_show (UllPins *self, UllPin *pin)
{
  g_return_if_fail (ULL_IS_PINS (self));
  g_return_if_fail (pin == NULL || g_ptr_array_find (self->pins, pin, NULL));

  if (self->shown == pin)
    return;
  move_shown (self, pin);
  emit_changed (self);
}
