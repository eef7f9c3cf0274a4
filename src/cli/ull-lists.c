#include "ull-lists.h"

#include "ull-cards.h"
#include "ull-members.h"

#include "ull-config.h"
#include "ull-load.h"
#include "ull-lesson.h"
#include "ull-scenario.h"
#include "ull-units.h"

#include <math.h>

/* Each list adds its rows to both forms: the table's columns are an id and what it is. */

static void
add_row (UllTable *table, JsonBuilder *builder, const char *id, const char *text)
{
  ull_table_add (table, (const char *[]){ id, text });
  json_builder_begin_object (builder);
  ull_member_text (builder, "id", id);
}

void
ull_list_models (UllTable *table, JsonBuilder *builder)
{
  guint n_models;
  const UllBundledModel *models = ull_config_bundled (&n_models);

  for (guint i = 0; i < n_models; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s: %s", models[i].name, models[i].note);

      add_row (table, builder, models[i].id, text);
      ull_member_text (builder, "name", models[i].name);
      ull_member_text (builder, "group", models[i].group);
      json_builder_end_object (builder);
    }
}

static char *
allocatable_text (const UllDevice *device)
{
  g_autofree char *low = ull_format_gib (device->allocatable_low);
  g_autofree char *high = ull_format_gib (device->allocatable_high);

  return device->guess ? g_strdup_printf ("between %s and %s allocatable, a guess", low, high)
                       : g_strdup_printf ("%s allocatable", low);
}

static char *
device_text (const UllDevice *device)
{
  g_autoptr (GString) text = g_string_new (device->name);
  g_autofree char *reported = ull_format_gib (device->reported);
  g_autofree char *allocatable = allocatable_text (device);

  g_string_append (text, ": ");
  if (device->label_gb >= 0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT ULL_NBSP "GB, ", device->label_gb);
  if (device->dies > 1)
    g_string_append_printf (text, "each of %" G_GINT64_FORMAT " devices ", device->dies);
  if (!device->reported_guess)
    g_string_append_printf (text, "%s reported, ", reported);
  g_string_append (text, allocatable);
  if (device->bandwidth_gb_s > 0)
    g_string_append_printf (text, ", %g" ULL_NBSP "GB/s", device->bandwidth_gb_s);
  if (device->note != NULL)
    g_string_append_printf (text, " (%s)", device->note);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
add_figure (JsonBuilder *builder, const char *name, double value)
{
  ull_member_double (builder, name, value > 0 ? value : NAN);
}

static void
add_device (JsonBuilder *builder, const UllDevice *device)
{
  ull_member_text (builder, "name", device->name);
  ull_member_text (builder, "vendor", device->vendor);
  ull_member_text (builder, "arch", device->arch);
  ull_member_known_int (builder, "label_gb", device->label_gb);
  ull_member_known_int (builder, "reported_bytes", device->reported_guess ? -1 : device->reported);
  ull_member_int (builder, "allocatable_bytes", device->allocatable);
  ull_member_int (builder, "allocatable_low_bytes", device->allocatable_low);
  ull_member_int (builder, "allocatable_high_bytes", device->allocatable_high);
  ull_member_bool (builder, "guess", device->guess);
  ull_member_int (builder, "dies", device->dies);
  add_figure (builder, "bandwidth_gb_s", device->bandwidth_gb_s);
  add_figure (builder, "bf16_tflops", device->bf16_tflops);
  add_figure (builder, "fp8_tflops", device->fp8_tflops);
  add_figure (builder, "link_gb_s", device->link_gb_s);
  ull_member_text (builder, "note", device->note);
}

void
ull_list_devices (UllTable *table, JsonBuilder *builder)
{
  g_autoptr (GPtrArray) devices = ull_cards_all ();

  for (guint i = 0; i < devices->len; i++)
    {
      const UllDevice *device = g_ptr_array_index (devices, i);
      g_autofree char *text = device_text (device);

      add_row (table, builder, device->id, text);
      add_device (builder, device);
      json_builder_end_object (builder);
    }
}

void
ull_list_engines (UllTable *table, JsonBuilder *builder)
{
  static const char *const texts[ULL_N_ENGINES] = {
    [ULL_ENGINE_IDEAL] = "a request takes its own bytes: tokens = floor (pool / bytes per token)",
    [ULL_ENGINE_PAGED] = "a request takes whole blocks: tokens = blocks × block size",
    [ULL_ENGINE_VLLM] = "blocks as vLLM lays them out: pages, groups of layers, a block of its own",
  };

  for (int i = 0; i < ULL_N_ENGINES; i++)
    {
      add_row (table, builder, ull_engine_get_id ((UllEngineId) i), texts[i]);
      ull_member_text (builder, "name", ull_engine_get_label ((UllEngineId) i));
      json_builder_end_object (builder);
    }
}

void
ull_list_formats (UllTable *table, JsonBuilder *builder)
{
  for (int i = 0; i < ULL_N_DTYPES; i++)
    {
      const UllDtypeInfo *info = ull_dtype_info ((UllDtype) i);
      g_autofree char *text
        = g_strdup_printf ("%" G_GINT64_FORMAT " %s per %" G_GINT64_FORMAT " %s", info->block_bytes,
                           info->block_bytes == 1 ? "byte" : "bytes", info->block_elements,
                           info->block_elements == 1 ? "element" : "elements");

      add_row (table, builder, info->id, text);
      ull_member_text (builder, "alias", info->alias);
      ull_member_int (builder, "block_elements", info->block_elements);
      ull_member_int (builder, "block_bytes", info->block_bytes);
      json_builder_end_object (builder);
    }
}

static void
add_choices (JsonBuilder *builder, const UllField *field)
{
  ull_member_array (builder, "choices");
  for (const char *const *id = field->choices; id != NULL && *id != NULL; id++)
    json_builder_add_string_value (builder, *id);
  json_builder_end_array (builder);
}

void
ull_list_settings (UllTable *table, JsonBuilder *builder)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);
      g_autofree char *option = field->option != NULL ? g_strconcat (" (--", field->option, ")", NULL) : g_strdup ("");
      g_autofree char *choices = field->choices != NULL ? g_strjoinv (", ", (char **) field->choices) : NULL;
      g_autofree char *text = g_strconcat (ull_field_get_help (field), choices != NULL ? ": " : "",
                                           choices != NULL ? choices : "", option, NULL);

      add_row (table, builder, field->name, text);
      ull_member_text (builder, "name", ull_field_get_label (field));
      ull_member_text (builder, "option", field->option);
      add_choices (builder, field);
      json_builder_end_object (builder);
    }
}

void
ull_list_presets (UllTable *table, JsonBuilder *builder)
{
  for (guint i = 0; i < ull_load_get_n_presets (); i++)
    {
      const UllLoadPreset *preset = ull_load_get_preset (i);

      add_row (table, builder, preset->id, preset->title);
      ull_member_text (builder, "title", preset->title);
      ull_member_text (builder, "lesson", preset->lesson);
      ull_member_text (builder, "source", preset->source);
      json_builder_end_object (builder);
    }
}

void
ull_list_lessons_in (UllTable *table, JsonBuilder *builder, const char *const *languages)
{
  for (const char *const *id = ull_lesson_bundled (); *id != NULL; id++)
    {
      g_autoptr (UllLesson) lesson = ull_lesson_open_bundled (*id, languages, NULL);
      g_autoptr (GPtrArray) questions = ull_lesson_questions (lesson);
      g_autofree char *text = g_strdup_printf ("%d. %s; %u questions", (int) lesson->number, lesson->title, questions->len);

      add_row (table, builder, *id, text);
      ull_member_int (builder, "number", lesson->number);
      ull_member_text (builder, "title", lesson->title);
      ull_member_text (builder, "summary", lesson->summary);
      ull_member_int (builder, "steps", lesson->steps->len);
      ull_member_int (builder, "questions", questions->len);
      json_builder_end_object (builder);
    }
}

void
ull_list_lessons (UllTable *table, JsonBuilder *builder)
{
  ull_list_lessons_in (table, builder, NULL);
}
