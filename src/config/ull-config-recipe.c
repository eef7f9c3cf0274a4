#include "ull-config-folder.h"
#include "ull-config-private.h"
#include "ull-weight-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* How weights are quantised may stand in a file of its own beside a configuration that does not tell:
 *
 *   hf_quant_config.json   ModelOpt: {"quantization": {"quant_algo": …}}
 *   quantize_config.json   AutoGPTQ of before config.json had a place for it: {"bits": …, "group_size": …}
 *   quant_config.json      AWQ of before that: {"w_bit": …, "q_group_size": …}
 *
 * Without it a checkpoint in 4 bits looks like one in 16, so one that is there and cannot be understood is never passed over. */

static const char *const names[] = { "hf_quant_config.json", "quantize_config.json", "quant_config.json" };

static UllJson *
read_json (const char *folder, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gint64 size = 0, at = 0;
  gssize n = 1;
  int fd = ull_weight_file_open (path, &size, error);

  if (fd < 0)
    return NULL;
  if (size > ULL_CONFIG_MAX_BYTES)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, _("%s: the file is too large for a configuration; at most 16 MiB are read"), name);
      close (fd);
      return NULL;
    }
  text = g_malloc ((gsize) size + 1);
  for (; n > 0 && at < size; at += MAX (n, 0))
    n = ull_weight_file_read (fd, text + at, (gsize) (size - at), at, name, error);
  close (fd);
  return n < 0 ? NULL : ull_json_parse (name, text, (gsize) at, ULL_JSON_HF, error);
}

static gboolean
refuse_member (UllJsonRef ref, GError **error, const char *right)
{
  ull_json_set_error (ref, error, ULL_ERROR_INVALID, _("this does not say how the weights are quantised; %s would be right"), right);
  return FALSE;
}

/* Only what is plainly wrong: a word that is not known is for the reader to name. */
static gboolean
check_recipe (const UllJson *json, GError **error)
{
  gboolean modelopt = g_str_equal (ull_json_get_name (json), names[0]);
  UllJsonRef root = ull_json_root (json), object = root, ref;
  gint64 bits;

  if (modelopt && !ull_json_get (root, "quantization", &object))
    return refuse_member (root, error, _("an object “quantization” with a quant_algo"));
  if (ull_json_type (object) != ULL_JSON_OBJECT)
    return refuse_member (object, error, _("an object"));
  if (modelopt)
    return ull_json_get (object, "quant_algo", &ref) && (ull_json_type (ref) == ULL_JSON_STRING || ull_json_type (ref) == ULL_JSON_NULL)
             ? TRUE
             : refuse_member (object, error, _("a quant_algo, as “NVFP4”,"));
  if (!ull_json_get (object, "bits", &ref) && !ull_json_get (object, "w_bit", &ref))
    return refuse_member (object, error, _("a number of bits"));
  return (ull_json_read_int (ref, &bits, NULL) && bits >= 1 && bits <= 16) || refuse_member (ref, error, _("1 to 16 bits"));
}

/* Sets *recipe to NULL where there is none. */
static gboolean
read_recipe (const char *folder, UllJson **recipe, GError **error)
{
  *recipe = NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        continue;
      *recipe = read_json (folder, names[i], error);
      return *recipe && check_recipe (*recipe, error);
    }
  return TRUE;
}

static gboolean
says_itself (UllJsonRef top)
{
  UllConfigReader reader = { .top = top, .text = top };
  UllJsonRef ref;

  if (ull_json_type (top) != ULL_JSON_OBJECT)
    return TRUE;
  ull_config_find_text (&reader);
  return ull_config_find_quantisation (&reader, &ref);
}

UllModel *
ull_config_parse_beside (const UllConfigPlace *place, const char *text, gsize length, UllConfigFlags flags, GError **error)
{
  g_autofree char *name = g_filename_display_basename (place->config);
  g_autofree char *folder = g_path_get_dirname (place->config);
  g_autoptr (UllJson) json = ull_json_parse (name, text, length, ULL_JSON_HF, error);
  g_autoptr (UllJson) recipe = NULL;
  g_autoptr (GError) fault = NULL;
  UllConfigSource source = { .title = place->title, .parameters = -1 };

  if (!json)
    return NULL;
  if (place->beside && !says_itself (ull_json_root (json)) && !read_recipe (folder, &recipe, &fault))
    {
      if (place->strict)
        {
          g_propagate_error (error, g_steal_pointer (&fault));
          return NULL;
        }
      g_clear_pointer (&recipe, ull_json_free);
      source.fault = fault->message;
    }
  g_autofree char *digest = ull_config_digest (json);
  source.digest = digest;
  source.quantisation = recipe;
  return ull_config_read (ull_json_root (json), &source, flags, error);
}
