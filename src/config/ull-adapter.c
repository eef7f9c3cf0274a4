#include "ull-adapter.h"

#include "ull-json.h"
#include "ull-shard.h"
#include "ull-weight-file.h"

#include <string.h>
#include <unistd.h>

/* An adapter is its adapter_config.json; what its matrices tell besides is of the header of adapter_model.safetensors alone. A
 * projection's A is of rank × inputs, and those of q, k, v, gate and up take the hidden state: inputs = elements / rank. */

#define MAX_CONFIG (1 << 20)
#define MAX_RANK 4096

void
ull_adapter_free (UllAdapter *adapter)
{
  if (adapter == NULL)
    return;
  g_clear_pointer (&adapter->name, g_free);
  g_clear_pointer (&adapter->base, g_free);
  g_free (adapter);
}

static UllJson *
read_config (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "adapter_config.json", NULL);
  g_autofree char *text = NULL;
  gint64 size;
  gssize n;
  int fd = ull_weight_file_open (path, &size, NULL);

  if (fd < 0)
    return NULL;
  text = g_malloc (MAX_CONFIG);
  n = ull_weight_file_read (fd, text, MAX_CONFIG, 0, "", NULL);
  close (fd);
  return n < 0 ? NULL : ull_json_parse ("adapter_config.json", text, (gsize) n, ULL_JSON_HF, NULL);
}

/* Some layers may have a rank of their own: a slot is as wide as the widest, and what inputs they have is not told. */
static gint64
read_rank (UllJsonRef root, gboolean *uniform)
{
  UllJsonRef ref, pattern;
  gint64 rank = 0, other;

  *uniform = TRUE;
  if (!ull_json_get (root, "r", &ref) || !ull_json_read_int (ref, &rank, NULL))
    return 0;
  if (!ull_json_get (root, "rank_pattern", &pattern) || ull_json_type (pattern) != ULL_JSON_OBJECT)
    return rank;
  for (gboolean ok = ull_json_first (pattern, &ref); ok; ok = ull_json_next (&ref))
    {
      *uniform = FALSE;
      if (ull_json_read_int (ref, &other, NULL))
        rank = MAX (rank, other);
    }
  return rank;
}

static gboolean
has (const UllTensor *tensor, const char *part)
{
  return g_strstr_len (tensor->name, (gssize) tensor->length, part) != NULL;
}

static gboolean
takes_hidden (const UllTensor *tensor)
{
  static const char *const names[] = { ".q_proj.", ".k_proj.", ".v_proj.", ".qkv_proj.", ".gate_proj.", ".up_proj.", ".gate_up_proj." };

  if (!has (tensor, ".lora_A."))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (has (tensor, names[i]))
      return TRUE;
  return FALSE;
}

static gboolean
add_tensor (const UllTensor *tensor, gpointer data, GError **error)
{
  UllAdapter *adapter = data;
  UllTensorKind kind;

  ull_tensor_kind (tensor->name, tensor->length, &kind);
  /* An encoder for images has layers and sizes of its own. */
  if (kind.part == ULL_WEIGHT_VISION)
    return TRUE;
  if (kind.layer >= 0)
    adapter->layers = MAX (adapter->layers, ull_tensor_number (tensor->name, tensor->length, (gsize) kind.layer) + 1);
  if (adapter->hidden == 0 && takes_hidden (tensor) && tensor->elements % adapter->rank == 0)
    adapter->hidden = tensor->elements / adapter->rank;
  return TRUE;
}

/* A pickle is not opened, and what cannot be read says nothing. */
static void
read_matrices (UllAdapter *adapter, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "adapter_model.safetensors", NULL);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && ull_shard_read (path, add_tensor, adapter, NULL))
    return;
  adapter->hidden = adapter->layers = 0;
}

static char *
find_folder (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    return g_strdup (path);
  return g_str_has_prefix (base, "adapter") ? g_path_get_dirname (path) : NULL;
}

UllAdapter *
ull_adapter_read (const char *path)
{
  g_autofree char *folder = find_folder (path);
  g_autofree char *base = NULL;
  g_autofree char *whole = NULL;
  g_autoptr (UllJson) json = folder != NULL ? read_config (folder) : NULL;
  g_autoptr (UllAdapter) adapter = NULL;
  UllJsonRef ref;
  gboolean uniform;
  gint64 rank;

  if (json == NULL || ull_json_type (ull_json_root (json)) != ULL_JSON_OBJECT)
    return NULL;
  rank = read_rank (ull_json_root (json), &uniform);
  if (rank < 1 || rank > MAX_RANK)
    return NULL;
  adapter = g_new0 (UllAdapter, 1);
  whole = g_canonicalize_filename (folder, NULL);
  adapter->name = g_filename_display_basename (whole);
  adapter->rank = rank;
  if (ull_json_get (ull_json_root (json), "base_model_name_or_path", &ref))
    base = ull_json_read_string (ref, NULL);
  if (base != NULL)
    adapter->base = ull_json_dup_shown (base);
  read_matrices (adapter, folder);
  if (!uniform)
    adapter->hidden = 0;
  return g_steal_pointer (&adapter);
}
