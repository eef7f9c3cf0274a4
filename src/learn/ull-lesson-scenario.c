#include "ull-lesson-private.h"

#include "ull-config.h"
#include "ull-document.h"
#include "ull-error.h"
#include "ull-load-json.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A scenario of a lesson, in one of four ways: from another one of the lesson; a bundled model's id; the figures of a dense
 * model; the text of a config.json. Or a whole .ullage document, as the window makes one. Settings are named and typed as on
 * the command line; a load is a preset's id, or an object as a document has it. */

static UllScenario *
take_with (UllScenario *taken, UllJsonRef member, UllFieldId id, gint64 value, const char *typed, GError **error)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autoptr (GError) fault = NULL;
  UllScenario *next = ull_scenario_with (scenario, id, value, typed, &fault);

  if (next == NULL)
    ull_json_set_error (member, error, ULL_ERROR_INVALID, "%s", fault->message);
  return next;
}

static UllScenario *
apply_setting (UllScenario *taken, UllJsonRef member, GError **error)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autofree char *key = ull_json_dup_key (member);
  g_autofree char *text = ull_json_read_string (member, error);
  gboolean both = g_str_equal (key, "kv-dtype");
  const UllField *field = both ? ull_field_get (ULL_FIELD_K_DTYPE) : ull_field_by_option (key);
  g_autoptr (GError) fault = NULL;
  UllScenario *next;
  gint64 value;

  if (text == NULL)
    return NULL;
  if (field == NULL)
    {
      ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no setting; the options of ‘ullage-cli plan’ are"));
      return NULL;
    }
  if (!ull_field_parse (field, text, &value, &fault))
    {
      ull_json_set_error (member, error, ULL_ERROR_INVALID, "%s", fault->message);
      return NULL;
    }
  next = take_with (g_steal_pointer (&scenario), member, field->id, value, text, error);
  return both && next != NULL ? take_with (next, member, ULL_FIELD_V_DTYPE, value, text, error) : next;
}

static UllScenario *
apply_settings (UllScenario *taken, UllJsonRef object, GError **error)
{
  UllScenario *scenario = taken;
  UllJsonRef settings, child;

  if (!ull_json_get (object, "settings", &settings))
    return scenario;
  for (gboolean more = ull_json_first (settings, &child); more && scenario != NULL; more = ull_json_next (&child))
    scenario = apply_setting (scenario, child, error);
  return scenario;
}

static UllModel *
read_dense (UllJsonRef object, GError **error)
{
  static const char *const members[] = { "name", "layers", "query_heads", "kv_heads", "head_dim", NULL };
  g_autofree char *name = NULL;
  g_autoptr (GError) fault = NULL;
  gint64 figure[4];
  UllModel *model;

  if (!ull_lesson_check_members (object, members, error) ||
      (name = ull_lesson_read_text (object, "name", TRUE, error)) == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (figure); i++)
    {
      UllJsonRef member;

      if (!ull_json_get (object, members[i + 1], &member))
        {
          ull_json_set_error (object, error, ULL_ERROR_MISSING, _("has no “%s”; a whole number would be right"), members[i + 1]);
          return NULL;
        }
      if (!ull_json_read_int (member, &figure[i], error))
        return NULL;
    }
  model = ull_model_new_dense (name, figure[0], figure[1], figure[2], figure[3], &fault);
  if (model == NULL)
    ull_json_set_error (object, error, ULL_ERROR_INVALID, "%s", fault->message);
  return model;
}

UllModel *
ull_lesson_read_config (UllJsonRef config, GError **error)
{
  g_autofree char *raw = ull_json_dup_raw (config);
  g_autoptr (GError) fault = NULL;
  UllModel *model = ull_config_parse ("config.json", NULL, raw, strlen (raw), ULL_CONFIG_DEFAULT, &fault);

  if (model == NULL)
    ull_json_set_error (config, error, ULL_ERROR_INVALID, "%s", fault->message);
  return model;
}

static UllModel *
read_model (UllJsonRef object, GError **error)
{
  g_autoptr (GError) fault = NULL;
  g_autofree char *id = NULL;
  UllJsonRef member;
  UllModel *model;

  if (ull_json_get (object, "config", &member))
    return ull_lesson_read_config (member, error);
  if (!ull_json_get (object, "model", &member))
    {
      ull_json_set_error (object, error, ULL_ERROR_MISSING,
                          _("has no model; “from”, “model”, “config” or “document” would be right"));
      return NULL;
    }
  if (ull_json_type (member) == ULL_JSON_OBJECT)
    return read_dense (member, error);
  id = ull_json_read_string (member, error);
  if (id == NULL)
    return NULL;
  model = ull_config_open_bundled (id, &fault);
  if (model == NULL)
    ull_json_set_error (member, error, ULL_ERROR_MISSING, "%s", fault->message);
  return model;
}

/* A card of the catalogue, or one of a typed size. */
static UllDevice *
read_device (UllJsonRef object, GError **error)
{
  g_autofree char *id = ull_lesson_read_text (object, "device", FALSE, NULL);
  g_autofree char *size = ull_lesson_read_text (object, "memory", FALSE, NULL);
  g_autoptr (GError) fault = NULL;
  UllDevice *device = id != NULL ? ull_device_find (id) : NULL;
  gint64 bytes;

  if (device != NULL)
    return ull_device_ref (device);
  if (size != NULL && ull_size_parse (size, &bytes, &fault) && bytes > 0)
    return ull_device_new_custom (bytes);
  ull_json_set_error (object, error, ULL_ERROR_INVALID, _("has no card; the id of one as “device” or a size as “memory” would be right"));
  return NULL;
}

static UllScenario *
read_document (UllJsonRef document, GError **error)
{
  g_autofree char *raw = ull_json_dup_raw (document);
  g_autoptr (GError) fault = NULL;
  UllScenario *scenario = ull_document_parse ("document", raw, strlen (raw), &fault);

  if (scenario == NULL)
    ull_json_set_error (document, error, ULL_ERROR_INVALID, "%s", fault->message);
  return scenario;
}

static UllScenario *
read_derived (const UllLessonReader *reader, UllJsonRef object, UllJsonRef from, GError **error)
{
  g_autofree char *name = ull_json_read_string (from, error);
  UllScenario *base = name != NULL ? ull_stage_find (reader->stage, name) : NULL;
  g_autoptr (UllDevice) device = NULL;
  UllJsonRef member;

  if (name == NULL)
    return NULL;
  if (base == NULL)
    {
      ull_json_set_error (from, error, ULL_ERROR_INVALID, _("names no scenario; one that stands before it would be right"));
      return NULL;
    }
  if (!ull_json_get (object, "memory", &member) && !ull_json_get (object, "device", &member))
    return ull_scenario_ref (base);
  device = read_device (object, error);
  return device != NULL ? ull_scenario_with_device (base, device) : NULL;
}

static UllLoad *
read_load (UllJsonRef member, GError **error)
{
  g_autofree char *id = NULL;
  UllLoad *load;

  if (ull_json_type (member) == ULL_JSON_OBJECT)
    return ull_load_from_json (member, error);
  id = ull_json_read_string (member, error);
  if (id == NULL)
    return NULL;
  load = ull_load_new_preset (id);
  if (load == NULL)
    ull_json_set_error (member, error, ULL_ERROR_INVALID, _("is no preset of a load; chapter, chat or another of ‘ullage-cli list presets’ would be right"));
  return load;
}

static UllScenario *
apply_load (UllScenario *taken, UllJsonRef object, GError **error)
{
  g_autoptr (UllScenario) scenario = taken;
  g_autoptr (UllLoad) load = NULL;
  UllJsonRef member;

  if (!ull_json_get (object, "load", &member))
    return g_steal_pointer (&scenario);
  load = read_load (member, error);
  return load != NULL ? ull_scenario_with_load (scenario, load) : NULL;
}

UllScenario *
ull_lesson_read_scenario (const UllLessonReader *reader, UllJsonRef object, GError **error)
{
  static const char *const members[] = { "from", "model", "config", "document", "device", "memory", "load", "settings", NULL };
  g_autoptr (UllModel) model = NULL;
  g_autoptr (UllDevice) device = NULL;
  UllScenario *scenario = NULL;
  UllJsonRef member;

  if (!ull_lesson_check_members (object, members, error))
    return NULL;
  if (ull_json_get (object, "document", &member))
    scenario = read_document (member, error);
  else if (ull_json_get (object, "from", &member))
    scenario = read_derived (reader, object, member, error);
  else if ((model = read_model (object, error)) != NULL && (device = read_device (object, error)) != NULL)
    scenario = ull_scenario_new (model, device);
  if (scenario != NULL)
    scenario = apply_load (scenario, object, error);
  return scenario != NULL ? apply_settings (scenario, object, error) : NULL;
}

UllScenario *
ull_lesson_read_scenario_name (const UllLessonReader *reader, UllJsonRef object, GError **error)
{
  g_autofree char *name = NULL;
  UllScenario *scenario;
  UllJsonRef member;

  if (!ull_json_get (object, "scenario", &member))
    return NULL;
  name = ull_json_read_string (member, error);
  if (name == NULL)
    return NULL;
  scenario = ull_stage_find (reader->stage, name);
  if (scenario == NULL)
    ull_json_set_error (member, error, ULL_ERROR_INVALID, _("names no scenario; one of “scenarios” would be right"));
  return scenario;
}
