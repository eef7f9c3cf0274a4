#include "ull-lists.h"

#include "ull-members.h"

#include "ull-config.h"
#include "ull-scenario.h"
#include "ull-units.h"

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

void
ull_list_devices (UllTable *table, JsonBuilder *builder)
{
  GPtrArray *devices = ull_device_catalogue ();

  for (guint i = 0; i < devices->len; i++)
    {
      const UllDevice *device = g_ptr_array_index (devices, i);
      g_autofree char *size = ull_format_gib (device->allocatable);
      g_autofree char *text
        = g_strdup_printf ("%s: %s to allocate%s", device->name, size, device->guess ? ", a guess" : "");

      add_row (table, builder, device->id, text);
      ull_member_text (builder, "name", device->name);
      ull_member_known_int (builder, "label_gb", device->label_gb);
      ull_member_int (builder, "reported_bytes", device->reported);
      ull_member_int (builder, "allocatable_bytes", device->allocatable);
      ull_member_bool (builder, "guess", device->guess);
      json_builder_end_object (builder);
    }
}

void
ull_list_engines (UllTable *table, JsonBuilder *builder)
{
  static const char *const texts[ULL_N_ENGINES] = {
    [ULL_ENGINE_IDEAL] = "a request takes its own bytes: tokens = floor (pool / bytes per token)",
    [ULL_ENGINE_PAGED] = "a request takes whole blocks: tokens = blocks × block size",
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
