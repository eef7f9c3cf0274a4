#include "ull-weight-folder-private.h"

#include "ull-census.h"
#include "ull-json.h"
#include "ull-units.h"
#include "ull-weight-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* Where shards are there they are believed, and what the index says otherwise is said. A clone without Git LFS has texts in their
 * place that tell the files' sizes: exact, but for the headers, about 140 bytes a tensor. An index alone tells a sum, which
 * scripts have been seen to write before packing, as 0, or not at all: those are not taken. */

/* Bytes of a header for each tensor, and of its beginning. */
#define HEADER_OF_TENSOR 400
#define HEADER_BASE 65536
/* Of an adapter's configuration. */
#define MAX_ADAPTER (1 << 20)

void
ull_weight_folder_warn (UllWeightFolder *result, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (result->warnings, g_strdup_vprintf (format, args));
  va_end (args);
}

void
ull_weight_folder_clear (UllWeightFolder *result)
{
  g_clear_pointer (&result->warnings, g_ptr_array_unref);
}

/* The size of what a pointer of Git LFS in place of the file stands for, or -1. */
static gint64
get_pointed (const char *path)
{
  gint64 size, bytes = -1;
  int fd = ull_weight_file_open (path, &size, NULL);

  if (fd < 0)
    return -1;
  if (!ull_weight_file_read_pointer (fd, size, &bytes))
    bytes = -1;
  close (fd);
  return bytes;
}

/* Whether all files are pointers, and what they come to. */
static gboolean
are_pointers (const UllWeightList *list, const char *folder, gint64 *sum)
{
  *sum = 0;
  for (guint i = 0; i < list->files->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, list->files->pdata[i], NULL);
      gint64 bytes = get_pointed (path);

      if (bytes < 0 || !ull_add (*sum, bytes, sum))
        return FALSE;
    }
  return list->files->len > 0;
}

static void
take_pointers (UllWeightFolder *result, const UllShardIndex *index, gint64 sum)
{
  gint64 said = index ? index->total_size : -1;
  gboolean agrees = said > 0 && said <= sum && sum - said <= HEADER_BASE + HEADER_OF_TENSOR * index->tensors;

  result->found = agrees ? ULL_FOUND_INDEX : ULL_FOUND_SIZES;
  result->bytes = agrees ? said : sum;
  ull_weight_folder_warn (result, "%s",
                          agrees ? _("the weight files are Git LFS pointers: their sizes bear out what the index says")
                                 : _("the weight files are Git LFS pointers: the sizes that they tell are taken, headers with them"));
}

/* Whether what an index says can be: written before the weights were packed, it is their size at 2 bytes each. */
static gboolean
believe_index (UllWeightFolder *result, const UllShardIndex *index)
{
  gint64 unpacked;

  if (index->total_size <= 0)
    {
      ull_weight_folder_warn (result, index->tensors > 0 ? _("%s does not say what its files come to")
                                                         : _("%s names no weight file"), index->name);
      return FALSE;
    }
  if (index->packed && index->total_parameters > 0 && ull_mul (2, index->total_parameters, &unpacked) && index->total_size >= unpacked)
    {
      ull_weight_folder_warn (result, _("%s says the size that the weights had before they were packed; it is not taken"), index->name);
      return FALSE;
    }
  return TRUE;
}

static void
take_index (UllWeightFolder *result, const UllShardIndex *index)
{
  if (!believe_index (result, index))
    return;
  result->found = ULL_FOUND_INDEX;
  result->bytes = index->total_size;
}

static void
compare_shard (UllWeightFolder *result, const UllShardIndex *index, guint i, gint64 tensors, guint64 names)
{
  const UllIndexShard *shard = index ? index->shards->pdata[i] : NULL;

  if (!shard || (shard->tensors == tensors && shard->names == names))
    return;
  g_autofree char *listed = ull_format_count (shard->tensors);
  g_autofree char *held = ull_format_count (tensors);
  ull_weight_folder_warn (result, shard->tensors == tensors
                                    ? _("%s: the index names other tensors than its %s (it holds %s); what the file holds is taken")
                                    : _("%s: the index names %s tensors of it, and it holds %s; what the file holds is taken"),
                          shard->file, listed, held);
}

static void
compare_sum (UllWeightFolder *result, const UllShardIndex *index, gint64 folded)
{
  gint64 stored = result->bytes;

  if (folded > 0)
    {
      g_autofree char *bytes = ull_format_both (folded);
      ull_weight_folder_warn (result, _("the output head is the embedding, stored a second time: %s are left out"), bytes);
      (void) !ull_add (stored, folded, &stored);
    }
  if (!index || index->total_size == stored || index->total_size == result->bytes)
    return;
  if (index->total_size < 0)
    {
      ull_weight_folder_warn (result, _("%s does not say what its files come to; the shards do"), index->name);
      return;
    }
  g_autofree char *said = ull_format_count (index->total_size);
  g_autofree char *held = ull_format_count (stored);
  ull_weight_folder_warn (result, _("%s says %s bytes, and the shards hold %s; what they hold is taken"), index->name, said, held);
}

/* A header may list nothing. Weights of no bytes would leave the whole card to the cache. */
static gboolean
refuse_empty (const char *folder, GError **error)
{
  g_autofree char *name = g_filename_display_name (folder);

  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: the weight files have no tensor with bytes; the model’s tensors would be right"),
               name);
  return FALSE;
}

static gboolean
take_headers (UllWeightFolder *result, const UllWeightList *list, const char *folder, gint64 layers, gboolean tied, GError **error)
{
  g_autoptr (UllCensus) census = ull_census_new (layers, tied);
  g_autofree char *lack = NULL;
  gint64 copies, tensors;
  guint64 names;

  for (guint i = 0; i < list->files->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, list->files->pdata[i], NULL);

      if (!ull_census_add (census, path, &tensors, &names, error))
        return FALSE;
      compare_shard (result, list->index, i, tensors, names);
    }
  if (!ull_census_finish (census, &result->weights, &copies, error))
    return FALSE;
  (void) !ull_weights_sum (&result->weights, &result->bytes);
  if (result->bytes == 0)
    return refuse_empty (folder, error);
  result->found = ULL_FOUND_HEADERS;
  result->lacking = ull_census_find_missing (census, &result->n_lacking);
  lack = ull_census_dup_lack (census);
  if (lack)
    ull_weight_folder_warn (result, "%s", lack);
  if (copies > 0)
    {
      g_autofree char *count = ull_format_count (copies);
      ull_weight_folder_warn (result,
                              g_dngettext (GETTEXT_PACKAGE, "%s tensor stands in two shards; it is counted once",
                                           "%s tensors stand in two shards; each is counted once", (gulong) copies),
                              count);
    }
  compare_sum (result, list->index, ull_census_get_folded (census));
  return TRUE;
}

static gboolean
has_ending (const char *folder, const char *const *endings)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    for (gsize i = 0; endings[i]; i++)
      if (g_str_has_suffix (name, endings[i]))
        return TRUE;
  return FALSE;
}

gboolean
ull_weight_folder_has_pickles (const char *folder)
{
  static const char *const endings[] = { ".bin", ".pt", ".pth", ".ckpt", NULL };

  return has_ending (folder, endings);
}

/* The same model in another form, or another one: either way not what is counted. */
static void
warn_of_gguf (UllWeightFolder *result, const char *folder)
{
  static const char *const endings[] = { ".gguf", NULL };

  if (!has_ending (folder, endings))
    return;
  ull_weight_folder_warn (result, "%s",
                          result->found == ULL_FOUND_NOTHING
                            ? _("the weights beside the configuration are GGUF files, which have figures of their own: opening one of them "
                                "would tell them exactly")
                            : _("the folder has GGUF files too; the .safetensors files are counted, and a GGUF file is opened by itself"));
}

static void
warn_of_pickles (UllWeightFolder *result, const char *folder)
{
  if (ull_weight_folder_has_pickles (folder))
    ull_weight_folder_warn (result, _("the weights are pickles of PyTorch, programs that make tensors when they are run; they are not opened"));
}

gboolean
ull_weight_folder_read (
  UllWeightFolder *result, const char *folder, const char *file, gint64 layers, gboolean tied, GError **error)
{
  g_auto (UllWeightList) list = { NULL, NULL };
  gint64 sum;

  *result = (UllWeightFolder) { .bytes = -1, .parameters = -1, .lacking = -1, .warnings = g_ptr_array_new_with_free_func (g_free) };
  if (!ull_weight_list_init (&list, result, folder, file, error))
    return FALSE;
  if (list.index)
    result->parameters = list.index->total_parameters;
  if (are_pointers (&list, folder, &sum))
    take_pointers (result, list.index, sum);
  else if (list.files->len > 0 && !(list.index && strstr (list.index->name, ".bin.")))
    {
      if (!take_headers (result, &list, folder, layers, tied, error))
        return FALSE;
    }
  else if (list.index)
    take_index (result, list.index);
  if (result->found == ULL_FOUND_NOTHING || (list.index && strstr (list.index->name, ".bin.")))
    warn_of_pickles (result, folder);
  warn_of_gguf (result, folder);
  return TRUE;
}

static UllJson *
read_small (const char *path)
{
  g_autofree char *text = g_malloc (MAX_ADAPTER);
  gint64 size;
  gssize n;
  int fd = ull_weight_file_open (path, &size, NULL);

  if (fd < 0)
    return NULL;
  n = ull_weight_file_read (fd, text, MAX_ADAPTER, 0, "", NULL);
  close (fd);
  return n < 0 ? NULL : ull_json_parse ("adapter_config.json", text, (gsize) n, ULL_JSON_HF, NULL);
}

/* What an adapter's own configuration says that it is made for, or NULL. */
static char *
read_base (const char *path, gint64 *rank)
{
  g_autoptr (UllJson) json = read_small (path);
  UllJsonRef ref;

  *rank = 0;
  if (!json || ull_json_type (ull_json_root (json)) != ULL_JSON_OBJECT)
    return NULL;
  if (ull_json_get (ull_json_root (json), "r", &ref) && !ull_json_read_int (ref, rank, NULL))
    *rank = 0;
  if (!ull_json_get (ull_json_root (json), "base_model_name_or_path", &ref))
    return NULL;
  g_autofree char *base = ull_json_read_string (ref, NULL);
  return base ? ull_json_dup_shown (base) : NULL;
}

char *
ull_weight_folder_describe_adapter (const char *folder)
{
  static const char *const names[] = { "adapter_model.safetensors", "adapter_model.bin", "adapters.safetensors", NULL };
  g_autofree char *config = g_build_filename (folder, "adapter_config.json", NULL);
  g_autofree char *base = NULL, *of = NULL;
  gboolean adapter = g_file_test (config, G_FILE_TEST_EXISTS);
  gint64 rank;

  for (gsize i = 0; !adapter && names[i]; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      adapter = g_file_test (path, G_FILE_TEST_EXISTS);
    }
  if (!adapter)
    return NULL;
  base = read_base (config, &rank);
  of = base ? g_strdup_printf (_("a LoRA adapter of %s"), base) : g_strdup (_("a LoRA adapter"));
  if (rank < 1 || rank > 4096)
    return g_strdup_printf (_("this is %s, not a model; its model, with LoRA slots for it (--set max_loras=1), would be right"), of);
  return g_strdup_printf (_("this is %s of rank %d, not a model; its model, with LoRA slots for it (--set max_loras=1 --set "
                            "max_lora_rank=%d), would be right"),
                          of, (int) rank, (int) rank);
}
