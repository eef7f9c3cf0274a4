#include "ull-config-private.h"

#include "ull-data.h"
#include "ull-units.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* The bundled models: one small file each, {id, name, group, parameters, config}, where config is read by
 * the same rules as any other. The list is made once, when it is first asked for, and its notes come from
 * the models that were read, so they cannot say anything else. A fault in these files is a programming
 * error and a test, not a message. */

#define FOLDER "/org/ullage/Ullage/data/models/"

typedef struct
{
  UllBundledModel *models; /* n_models, and one of NULLs */
  guint n_models;
} Catalogue;

static UllJson *
load (const char *file)
{
  g_autofree char *path = g_strconcat (FOLDER, file, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ull_data_get_resource (), path, 0, NULL);
  g_autoptr (GError) error = NULL;
  gsize length;

  const char *text = g_bytes_get_data (bytes, &length);
  UllJson *json = ull_json_parse (file, text, length, ULL_JSON_STRICT, &error);
  g_assert_no_error (error);
  return json;
}

static UllJsonRef
get_member (const UllJson *json, const char *name)
{
  UllJsonRef ref;
  if (!ull_json_get (ull_json_root (json), name, &ref))
    g_error ("%s: %s is missing", ull_json_get_name (json), name);
  return ref;
}

static UllModel *
read_model (const UllJson *json, const char *name, const char *digest, const UllJson *quantisation)
{
  g_autoptr (GError) error = NULL;
  UllConfigSource source = { .title = name, .digest = digest, .quantisation = quantisation };

  /* null: not published to the last one, and not to be had from the shapes. */
  source.parameters = -1;
  if (ull_json_type (get_member (json, "parameters")) != ULL_JSON_NULL)
    ull_json_read_int (get_member (json, "parameters"), &source.parameters, &error);
  g_assert_no_error (error);
  UllModel *model = ull_config_read (get_member (json, "config"), &source, ULL_CONFIG_DEFAULT, &error);
  g_assert_no_error (error);
  return model;
}

static char *
read_text (const UllJson *json, const char *member)
{
  g_autoptr (GError) error = NULL;
  char *text = ull_json_read_string (get_member (json, member), &error);
  g_assert_no_error (error);
  return text;
}

/* The figures are within a few thousand: an int holds them, and a format that translators see whole needs
 * one. */
static char *
make_note (const UllModel *model)
{
  guint layers = ull_model_get_layers (model);
  gint64 heads = ull_model_get_kv_heads (model);
  gint64 dim = ull_model_get_head_dim (model);
  guint kinds[ULL_N_LAYER_KINDS] = { 0 };
  GString *note = g_string_new (NULL);

  for (guint i = 0; i < model->n_runs; i++)
    if (!model->runs[i].draft)
      kinds[model->runs[i].kind] += (guint) model->runs[i].count;
  if (kinds[ULL_LAYER_LATENT] == 0 && heads > 0 && dim > 0)
    g_string_printf (note, _("%u layers · %d KV heads × %d"), layers, (int) heads, (int) dim);
  else
    g_string_printf (note, _("%u layers"), layers);
  for (guint kind = 0; kind < ULL_N_LAYER_KINDS; kind++)
    if (kind != ULL_LAYER_FULL && kinds[kind] == layers)
      g_string_append_printf (note, " · %s", ull_layer_kind_get_label (kind));
    else if (kind != ULL_LAYER_FULL && kinds[kind] > 0)
      g_string_append_printf (note, " · %u %s", kinds[kind], ull_layer_kind_get_label (kind));
  return g_string_free (note, FALSE);
}

static UllBundledModel
describe (const char *file)
{
  g_autoptr (UllJson) json = load (file);
  char *name = read_text (json, "name");
  g_autoptr (UllModel) model = read_model (json, name, NULL, NULL);

  return (UllBundledModel) {
    .id = read_text (json, "id"),
    .name = name,
    .group = read_text (json, "group"),
    .note = make_note (model),
  };
}

static int
compare_models (const void *a, const void *b)
{
  const UllBundledModel *first = a, *second = b;
  int groups = strcmp (first->group, second->group);
  return groups ? groups : strcmp (first->name, second->name);
}

static gpointer
make_catalogue (gpointer data)
{
  g_auto (GStrv) files = g_resource_enumerate_children (ull_data_get_resource (), FOLDER, 0, NULL);
  Catalogue *catalogue = g_new0 (Catalogue, 1);

  catalogue->n_models = g_strv_length (files);
  catalogue->models = g_new0 (UllBundledModel, catalogue->n_models + 1);
  for (guint i = 0; i < catalogue->n_models; i++)
    catalogue->models[i] = describe (files[i]);
  qsort (catalogue->models, catalogue->n_models, sizeof (UllBundledModel), compare_models);
  return catalogue;
}

const UllBundledModel *
ull_config_bundled (guint *n_models)
{
  static GOnce once = G_ONCE_INIT;
  const Catalogue *catalogue = g_once (&once, make_catalogue, NULL);

  if (n_models)
    *n_models = catalogue->n_models;
  return catalogue->models;
}

/* Ids that hold what was typed, then those that start alike. */
static char *
dup_near_ids (const char *id)
{
  const gsize alike = 5;
  g_autofree char *typed = g_ascii_strdown (id, -1);
  g_autoptr (GPtrArray) near = g_ptr_array_new ();

  for (guint pass = 0; pass < 2; pass++)
    for (const UllBundledModel *model = ull_config_bundled (NULL); model->id && near->len < 4; model++)
      {
        gboolean holds = typed[0] != '\0' && strstr (model->id, typed);
        if (pass == 0 ? holds : !holds && strncmp (model->id, typed, alike) == 0)
          g_ptr_array_add (near, (gpointer) model->id);
      }
  if (near->len == 0)
    g_ptr_array_add (near, (gpointer) ull_config_bundled (NULL)->id);
  g_ptr_array_add (near, NULL);
  return g_strjoinv (", ", (char **) near->pdata);
}

UllModel *
ull_config_open_bundled (const char *id, GError **error)
{
  g_autofree char *file = g_strconcat (id, ".json", NULL);
  g_autofree char *path = g_strconcat (FOLDER, file, NULL);

  if (id[0] == '\0' || strchr (id, '/')
      || !g_resource_get_info (ull_data_get_resource (), path, 0, NULL, NULL, NULL))
    {
      g_autofree char *near = dup_near_ids (id);
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                   _("%s: no bundled model has this id; %s would be right"), id, near);
      return NULL;
    }

  g_autoptr (UllJson) json = load (file);
  g_autofree char *name = read_text (json, "name");
  g_autofree char *digest = ull_config_digest (json);
  return read_model (json, name, digest, NULL);
}

static gboolean
is_quantised (const UllJson *json)
{
  UllJsonRef config = get_member (json, "config"), ref;

  return ull_json_get (config, "quantization_config", &ref);
}

/* A base model in few bits of its own is not what another's ending is of. */
static UllModel *
open_quantised (const char *repository, const char *id, const char *text, GError **error)
{
  g_autofree char *file = g_strconcat (id, ".json", NULL);
  g_autoptr (UllJson) json = load (file), quantisation = NULL;

  if (is_quantised (json))
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
                   _("%s: %s has weights of its own format, and what they are in this one is not known; its config.json would be right"),
                   repository, id);
      return NULL;
    }
  quantisation = ull_json_parse (repository, text, strlen (text), ULL_JSON_STRICT, error);
  g_autofree char *digest = ull_config_digest (json);
  return quantisation ? read_model (json, strrchr (repository, '/') + 1, digest, quantisation) : NULL;
}

UllModel *
ull_config_open_repository (const char *repository, GError **error)
{
  const char *text, *id = ull_config_quantised_of (repository, &text);

  if (id)
    return open_quantised (repository, id, text, error);
  id = ull_config_bundled_of (repository);
  if (id)
    return ull_config_open_bundled (id, error);
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING,
               _("%s: no bundled model is of this repository; its config.json would be right"), repository);
  return NULL;
}
