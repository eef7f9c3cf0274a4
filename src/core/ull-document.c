#include "ull-document.h"

#include "ull-device-private.h"
#include "ull-lengths-private.h"
#include "ull-load-json.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

/* {"ullage": 1, "model": {…}, "device": {…}, "settings": {name: value…}, "typed": {name: text…}, "lengths": {…}, "load": {…}}. Settings
 * that are unset are left out, and so are lengths where a request has one. Where both are there, lengths say what a request
 * is, and the context beside them is what a reader takes that knows of no lengths. Fractions are parts per million and sizes bytes, so that every number is exact. The scanner has
 * accepted a text before json-glib reads it to keep the members that this version does not know. */

static gboolean
need_object (UllJsonRef object, const char *name, UllJsonRef *value, GError **error)
{
  if (ull_json_get (object, name, value) && ull_json_type (*value) == ULL_JSON_OBJECT)
    return TRUE;
  ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no object “%s”; a Ullage file has one"), name);
  return FALSE;
}

static gboolean
check_version (UllJsonRef root, GError **error)
{
  g_autofree char *found = NULL;
  UllJsonRef member;
  gint64 version;

  if (!ull_json_get (root, "ullage", &member))
    {
      ull_json_set_error (root, error, ULL_ERROR_MISSING,
                          _("has no member “ullage”; a file saved by Ullage begins with its version"));
      return FALSE;
    }
  if (!ull_json_read_int (member, &version, error))
    return FALSE;
  if (version >= 1 && version <= ULL_DOCUMENT_VERSION)
    return TRUE;
  found = ull_format_count (version);
  ull_json_set_error (member, error, ULL_ERROR_UNSUPPORTED, _("is version %s; this program reads version %d"), found,
                      ULL_DOCUMENT_VERSION);
  return FALSE;
}

static gboolean
read_size (UllJsonRef object, const char *name, gint64 *bytes, GError **error)
{
  g_autofree char *found = NULL;
  UllJsonRef member;

  if (!ull_json_get (object, name, &member))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; a size in bytes would be right"), name);
      return FALSE;
    }
  if (!ull_json_read_int (member, bytes, error))
    return FALSE;
  if (*bytes >= 1 && *bytes <= G_GINT64_CONSTANT (1) << 60)
    return TRUE;
  found = ull_format_count (*bytes);
  ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is %s; a card’s size in bytes would be right"), found);
  return FALSE;
}

static char *
read_name (UllJsonRef object, const char *name, GError **error)
{
  UllJsonRef member;

  if (ull_json_get (object, name, &member))
    return ull_json_read_string (member, error);
  ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; text would be right"), name);
  return NULL;
}

/* The range of a guess; without it the size is measured, as in files of before there were guesses. */
static gboolean
read_range (UllJsonRef object, UllDevice *device, GError **error)
{
  UllJsonRef member;

  device->allocatable_low = device->allocatable_high = device->allocatable;
  if (ull_json_get (object, "reported_guess", &member) && !ull_json_read_bool (member, &device->reported_guess, error))
    return FALSE;
  if (ull_json_get (object, "guess", &member) && !ull_json_read_bool (member, &device->guess, error))
    return FALSE;
  if (!device->guess)
    return TRUE;
  if (!read_size (object, "allocatable_low_bytes", &device->allocatable_low, error) ||
      !read_size (object, "allocatable_high_bytes", &device->allocatable_high, error))
    return FALSE;
  if (device->allocatable_low <= device->allocatable && device->allocatable <= device->allocatable_high)
    return TRUE;
  ull_json_set_error (object, error, ULL_ERROR_INVALID,
                      _("has an allocatable size outside its range; one within would be right"));
  return FALSE;
}

static gboolean
read_device_facts (UllJsonRef object, UllDevice *device, GError **error)
{
  UllJsonRef member;

  if ((device->id = read_name (object, "id", error)) == NULL ||
      (device->name = read_name (object, "name", error)) == NULL ||
      !read_size (object, "reported_bytes", &device->reported, error) ||
      !read_size (object, "allocatable_bytes", &device->allocatable, error))
    return FALSE;
  if (ull_json_get (object, "label_gb", &member) && ull_json_type (member) != ULL_JSON_NULL &&
      !ull_json_read_int (member, &device->label_gb, error))
    return FALSE;
  if (!read_range (object, device, error) || !ull_device_read_facts (object, device, error))
    return FALSE;
  if (device->allocatable_high <= device->reported)
    {
      ull_device_facts_divide (device);
      return TRUE;
    }
  ull_json_set_error (object, error, ULL_ERROR_INVALID,
                      _("lets an allocation see more than the driver reports; at most the same would be right"));
  return FALSE;
}

static UllDevice *
read_device (UllJsonRef object, GError **error)
{
  UllDevice *device = NULL;
  UllDevice facts;

  ull_device_facts_init (&facts);
  if (read_device_facts (object, &facts, error))
    device = ull_device_new_with (&facts);
  ull_device_facts_clear (&facts);
  return device;
}

/* Whether the value is an id, which a file holds as text. */
static gboolean
is_text (const UllField *field)
{
  return field->kind == ULL_KIND_DTYPE || field->kind == ULL_KIND_ENGINE || field->kind == ULL_KIND_CHOICE ||
         field->kind == ULL_KIND_VERSION;
}

static gboolean
read_setting (UllJsonRef member, const UllField *field, gint64 *value, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autofree char *text = NULL;

  if (field->kind == ULL_KIND_BOOL)
    {
      gboolean on;

      if (!ull_json_read_bool (member, &on, error))
        return FALSE;
      *value = on;
      return TRUE;
    }
  if (!is_text (field))
    {
      if (!ull_json_read_int (member, value, error))
        return FALSE;
      if (*value != ULL_UNSET && ull_field_check (field, *value, &fault))
        return TRUE;
    }
  else
    {
      text = ull_json_read_string (member, error);
      if (text == NULL)
        return FALSE;
      if (ull_field_parse (field, text, value, &fault))
        return TRUE;
    }
  ull_json_set_error (member, error, ULL_ERROR_INVALID, "%s", fault ? fault->message : _("is out of range"));
  return FALSE;
}

/* The text that was typed for @value; NULL where it says another value, since it is shown in the value's place. */
static char *
typed_text (UllJsonRef root, const UllField *field, gint64 value)
{
  g_autofree char *text = NULL;
  UllJsonRef typed, member;
  gint64 said;

  if (!ull_json_get (root, "typed", &typed) || !ull_json_get (typed, field->name, &member) ||
      ull_json_type (member) != ULL_JSON_STRING)
    return NULL;
  text = ull_json_read_string (member, NULL);
  return text != NULL && ull_field_parse (field, text, &said, NULL) && said == value ? g_steal_pointer (&text) : NULL;
}

static UllScenario *
read_settings (UllScenario *scenario, UllJsonRef root, UllJsonRef settings, GError **error)
{
  g_autoptr (UllScenario) current = scenario;

  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);
      g_autofree char *typed = NULL;
      g_autoptr (GError) fault = NULL;
      UllScenario *next;
      UllJsonRef member;
      gint64 value;

      if (!ull_json_get (settings, field->name, &member))
        continue;
      if (!read_setting (member, field, &value, error))
        return NULL;
      typed = typed_text (root, field, value);
      next = ull_scenario_with (current, field->id, value, typed, &fault);
      if (next == NULL)
        {
          ull_json_set_error (member, error, ULL_ERROR_INVALID, "%s", fault->message);
          return NULL;
        }
      ull_scenario_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

static UllScenario *
read_lengths (UllScenario *scenario, UllJsonRef root, GError **error)
{
  g_autoptr (UllScenario) whole = scenario;
  g_autoptr (UllLengths) lengths = NULL;
  UllJsonRef member;

  if (!ull_json_get (root, "lengths", &member) || ull_json_type (member) == ULL_JSON_NULL)
    return g_steal_pointer (&whole);
  if (ull_json_type (member) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no object; lengths of requests are one"));
      return NULL;
    }
  lengths = ull_lengths_from_json (member, error);
  return lengths != NULL ? ull_scenario_with_lengths (whole, lengths) : NULL;
}

static UllScenario *
read_load (UllScenario *scenario, UllJsonRef root, GError **error)
{
  g_autoptr (UllScenario) whole = scenario;
  g_autoptr (UllLoad) load = NULL;
  UllJsonRef member;

  if (!ull_json_get (root, "load", &member) || ull_json_type (member) == ULL_JSON_NULL)
    return g_steal_pointer (&whole);
  load = ull_load_from_json (member, error);
  return load != NULL ? ull_scenario_with_load (whole, load) : NULL;
}

UllScenario *
ull_document_parse (const char *name, const char *text, gsize length, GError **error)
{
  g_autoptr (UllJson) json = ull_json_parse (name, text, length, ULL_JSON_STRICT, error);
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllDevice) device = NULL;
  UllJsonRef root, member, settings;
  UllScenario *scenario;

  if (json == NULL)
    return NULL;
  root = ull_json_root (json);
  if (ull_json_type (root) != ULL_JSON_OBJECT)
    {
      ull_json_set_error (root, error, ULL_ERROR_INVALID, _("is no object; a file saved by Ullage is one"));
      return NULL;
    }
  if (!check_version (root, error) || !need_object (root, "model", &member, error) ||
      (model = ull_model_from_json (member, error)) == NULL || !need_object (root, "device", &member, error) ||
      (device = read_device (member, error)) == NULL || !need_object (root, "settings", &settings, error))
    return NULL;
  scenario = read_settings (ull_scenario_new (model, device), root, settings, error);
  scenario = scenario != NULL ? read_lengths (scenario, root, error) : NULL;
  return scenario != NULL ? read_load (scenario, root, error) : NULL;
}

static JsonNode *
model_node (const UllModel *model)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  ull_model_build_json (model, builder);
  return json_builder_get_root (builder);
}

/* Sizes are the card's, all its devices together. */
static JsonObject *
device_object (const UllDevice *device)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "id", device->id);
  json_object_set_string_member (object, "name", device->name);
  if (device->label_gb >= 0)
    json_object_set_int_member (object, "label_gb", device->label_gb);
  json_object_set_int_member (object, "reported_bytes", device->reported * device->dies);
  json_object_set_int_member (object, "allocatable_bytes", device->allocatable * device->dies);
  if (device->guess)
    {
      json_object_set_int_member (object, "allocatable_low_bytes", device->allocatable_low * device->dies);
      json_object_set_int_member (object, "allocatable_high_bytes", device->allocatable_high * device->dies);
      json_object_set_boolean_member (object, "guess", TRUE);
    }
  if (device->reported_guess)
    json_object_set_boolean_member (object, "reported_guess", TRUE);
  if (device->dies > 1)
    json_object_set_int_member (object, "dies", device->dies);
  for (const UllDeviceMember *text = ull_device_texts; text->name != NULL; text++)
    if (G_STRUCT_MEMBER (char *, device, text->offset) != NULL)
      json_object_set_string_member (object, text->name, G_STRUCT_MEMBER (char *, device, text->offset));
  for (const UllDeviceMember *figure = ull_device_figures; figure->name != NULL; figure++)
    if (G_STRUCT_MEMBER (double, device, figure->offset) > 0)
      json_object_set_double_member (object, figure->name, G_STRUCT_MEMBER (double, device, figure->offset));
  return object;
}

static void
forget_member (JsonObject *device, JsonObject *fresh, const char *name)
{
  if (!json_object_has_member (fresh, name))
    json_object_remove_member (device, name);
}

/* What another card said and this one leaves unsaid would be taken for its own; what both say keeps its place. */
static void
forget_device (JsonObject *device, JsonObject *fresh)
{
  static const char *const members[] = { "label_gb", "allocatable_low_bytes", "allocatable_high_bytes", "guess",
                                         "reported_guess", "dies", NULL };

  for (gsize i = 0; members[i] != NULL; i++)
    forget_member (device, fresh, members[i]);
  for (const UllDeviceMember *text = ull_device_texts; text->name != NULL; text++)
    forget_member (device, fresh, text->name);
  for (const UllDeviceMember *figure = ull_device_figures; figure->name != NULL; figure++)
    forget_member (device, fresh, figure->name);
}

/* The object of that name in @root, kept with what it holds besides; made where absent or of another type. */
static JsonObject *
child_object (JsonObject *root, const char *name)
{
  JsonNode *node = json_object_get_member (root, name);

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    json_object_set_object_member (root, name, json_object_new ());
  return json_object_get_object_member (root, name);
}

static void
write_settings (const UllScenario *scenario, JsonObject *root)
{
  JsonObject *settings = child_object (root, "settings");
  JsonObject *typed = child_object (root, "typed");

  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);
      g_autofree char *text = ull_field_format (field, scenario->value[i]);

      if (scenario->value[i] == ULL_UNSET)
        json_object_remove_member (settings, field->name);
      else if (is_text (field))
        json_object_set_string_member (settings, field->name, text);
      else if (field->kind == ULL_KIND_BOOL)
        json_object_set_boolean_member (settings, field->name, scenario->value[i] != 0);
      else
        json_object_set_int_member (settings, field->name, scenario->value[i]);

      if (scenario->typed[i] != NULL)
        json_object_set_string_member (typed, field->name, scenario->typed[i]);
      else
        json_object_remove_member (typed, field->name);
    }
}

/* Members that this version writes replace those of the old object; the others stay. */
static void
merge_object (JsonObject *root, const char *name, JsonObject *fresh)
{
  JsonObject *target = child_object (root, name);
  JsonObjectIter iter;
  const char *member;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, fresh);
  while (json_object_iter_next_ordered (&iter, &member, &node))
    json_object_set_member (target, member, json_node_copy (node));
}

static JsonNode *
previous_root (const char *previous)
{
  g_autoptr (JsonNode) root = previous != NULL ? json_from_string (previous, NULL) : NULL;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    return g_steal_pointer (&root);
  g_clear_pointer (&root, json_node_unref);
  root = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (root, json_object_new ());
  return g_steal_pointer (&root);
}

/* json-glib 1.6 ends every double that has no point in ".0", one with an exponent too: 1e+17.0 is no number of JSON. */
static const char *
skip_point (const char *text, const char *c)
{
  const char *start = c;

  if (*c != '.')
    return c;
  while (start > text && g_ascii_isdigit (start[-1]))
    start--;
  if (start > text && (start[-1] == '+' || start[-1] == '-'))
    start--;
  return start > text && start[-1] == 'e' ? c + strspn (c, ".0") : c;
}

char *
ull_document_print (JsonNode *root)
{
  g_autofree char *text = json_to_string (root, TRUE);
  GString *out = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *c = text; *c != 0; c = g_utf8_next_char (c))
    {
      gunichar character;

      c = quoted ? c : skip_point (text, c);
      if (*c == 0)
        break;
      if (*c == '"')
        quoted = !quoted;
      /* What is escaped ends no text. */
      if (*c == '\\')
        g_string_append_c (out, *c++);
      character = g_utf8_get_char (c);
      /* Line ends stand between members; in a string they are escaped already. */
      if (character == '\n' || character > 0xffff || ull_char_is_plain (character))
        g_string_append_unichar (out, character);
      else
        g_string_append_printf (out, "\\u%04x", character);
    }
  return g_string_free (out, FALSE);
}

char *
ull_document_write (const UllScenario *scenario, const char *previous)
{
  g_autoptr (JsonNode) node = previous_root (previous);
  g_autoptr (JsonNode) model = model_node (scenario->model);
  g_autoptr (JsonObject) device = device_object (scenario->device);
  JsonObject *root = json_node_get_object (node);
  g_autofree char *text = NULL;

  json_object_set_int_member (root, "ullage", ULL_DOCUMENT_VERSION);
  /* Written only for models of several runs: one left over from another model would contradict the runs. */
  if (!json_object_has_member (json_node_get_object (model), "order"))
    json_object_remove_member (child_object (root, "model"), "order");
  merge_object (root, "model", json_node_get_object (model));
  forget_device (child_object (root, "device"), device);
  merge_object (root, "device", device);
  write_settings (scenario, root);
  if (scenario->lengths != NULL)
    ull_lengths_write_json (scenario->lengths, child_object (root, "lengths"));
  else
    json_object_remove_member (root, "lengths");
  if (scenario->load != NULL)
    ull_load_write_json (scenario->load, child_object (root, "load"));
  else
    json_object_remove_member (root, "load");
  text = ull_document_print (node);
  return g_strconcat (text, "\n", NULL);
}

gboolean
ull_document_save (const UllScenario *scenario, const char *previous, const char *path, GError **error)
{
  g_autoptr (UllScenario) placed = ull_document_place_log ((UllScenario *) scenario, path);
  g_autofree char *text = ull_document_write (placed, previous);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) fault = NULL;

  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, &fault))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: could not be saved: %s"), name, fault->message);
  return FALSE;
}
