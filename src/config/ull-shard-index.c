#include "ull-shard-index.h"

#include "ull-json-pull.h"
#include "ull-tensor.h"
#include "ull-weight-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

/* Read from front to back without keeping the names: of each shard their number and the sum of their hashes, which the shard's
 * own header must have too. "metadata" may stand before the map, behind it, or not at all; a size that is no whole number is as
 * good as none. Files are named beside the index and nowhere else. */

#define MAX_SHARDS 65536

typedef struct
{
  UllJsonPull *pull;
  int fd;
  gint64 at;
  const char *file;
  UllShardIndex *index;
  GHashTable *by_file;
  UllIndexShard *last;
  gboolean mapped;
} Reader;

static void
index_shard_free (gpointer data)
{
  UllIndexShard *shard = data;

  g_clear_pointer (&shard->file, g_free);
  g_free (shard);
}

void
ull_shard_index_free (UllShardIndex *index)
{
  if (!index)
    return;
  g_free (index->name);
  g_ptr_array_unref (index->shards);
  g_free (index);
}

static gssize
read_index (gpointer data, char *buffer, gsize size, GError **error)
{
  Reader *reader = data;
  gssize n = ull_weight_file_read (reader->fd, buffer, size, reader->at, reader->file, error);

  reader->at += MAX (n, 0);
  return n;
}

static gboolean
read_size (Reader *reader, gint64 *value, GError **error)
{
  UllJsonType type;
  gint64 number;

  if (!ull_json_pull_type (reader->pull, &type, error))
    return FALSE;
  if (type != ULL_JSON_REAL)
    return ull_json_pull_skip (reader->pull, error);
  if (!ull_json_pull_int (reader->pull, &number, error))
    return FALSE;
  *value = MAX (number, -1);
  return TRUE;
}

static gboolean
read_metadata (Reader *reader, GError **error)
{
  UllJsonType type;
  UllJsonText name;
  gboolean more;

  if (!ull_json_pull_type (reader->pull, &type, error))
    return FALSE;
  if (type != ULL_JSON_OBJECT)
    return ull_json_pull_skip (reader->pull, error);
  if (!ull_json_pull_open (reader->pull, ULL_JSON_OBJECT, error))
    return FALSE;
  for (;;)
    {
      gboolean ok;

      if (!ull_json_pull_member (reader->pull, &name, &more, error))
        return FALSE;
      if (!more)
        return TRUE;
      if (ull_json_text_equal (&name, "total_size"))
        ok = read_size (reader, &reader->index->total_size, error);
      else if (ull_json_text_equal (&name, "total_parameters"))
        ok = read_size (reader, &reader->index->total_parameters, error);
      else
        ok = ull_json_pull_skip (reader->pull, error);
      if (!ok)
        return FALSE;
    }
}

static gboolean
is_packed (const UllJsonText *name)
{
  static const char *const endings[] = { "weight_packed", ".qweight", "_blocks", ".absmax", ".scales", "weight_scale_inv", "weight_scale" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize n = strlen (endings[i]);

      if (name->length > n && memcmp (name->text + name->length - n, endings[i], n) == 0)
        return TRUE;
    }
  return FALSE;
}

static UllIndexShard *
find_shard (Reader *reader, const UllJsonText *file, GError **error)
{
  g_autofree char *name = NULL;
  UllIndexShard *shard;

  if (reader->last && ull_json_text_equal (file, reader->last->file))
    return reader->last;
  name = g_strndup (file->text, file->length);
  shard = g_hash_table_lookup (reader->by_file, name);
  if (shard)
    return shard;
  if (strlen (name) != file->length || name[0] == '\0' || name[0] == '.' || strchr (name, '/'))
    {
      g_autofree char *shown = ull_json_text_dup_shown (file);

      ull_json_pull_refuse (reader->pull, error, ULL_ERROR_INVALID,
                            _("weight_map: “%s” is no file’s name; a file beside the index would be right"), shown);
      return NULL;
    }
  if (reader->index->shards->len == MAX_SHARDS)
    {
      ull_json_pull_refuse (reader->pull, error, ULL_ERROR_INVALID, _("weight_map: more shards than any model has; at most %d are read"),
                            MAX_SHARDS);
      return NULL;
    }
  shard = g_new0 (UllIndexShard, 1);
  shard->file = g_steal_pointer (&name);
  g_ptr_array_add (reader->index->shards, shard);
  g_hash_table_insert (reader->by_file, shard->file, shard);
  return shard;
}

static gboolean
read_map (Reader *reader, GError **error)
{
  UllJsonText name, file;
  gboolean more;

  reader->mapped = TRUE;
  if (!ull_json_pull_open (reader->pull, ULL_JSON_OBJECT, error))
    return FALSE;
  for (;;)
    {
      guint64 hash;

      if (!ull_json_pull_member (reader->pull, &name, &more, error))
        return FALSE;
      if (!more)
        return TRUE;
      hash = ull_tensor_hash (name.text, name.length);
      reader->index->packed |= is_packed (&name);
      if (!ull_json_pull_string (reader->pull, &file, error))
        return FALSE;
      reader->last = find_shard (reader, &file, error);
      if (!reader->last)
        return FALSE;
      reader->last->tensors++;
      reader->last->names += hash;
      reader->index->tensors++;
    }
}

static gboolean
read_all (Reader *reader, GError **error)
{
  UllJsonText name;
  gboolean more;

  if (!ull_json_pull_open (reader->pull, ULL_JSON_OBJECT, error))
    return FALSE;
  for (;;)
    {
      gboolean ok;

      if (!ull_json_pull_member (reader->pull, &name, &more, error))
        return FALSE;
      if (!more)
        break;
      if (ull_json_text_equal (&name, "metadata"))
        ok = read_metadata (reader, error);
      else if (ull_json_text_equal (&name, "weight_map"))
        ok = read_map (reader, error);
      else
        ok = ull_json_pull_skip (reader->pull, error);
      if (!ok)
        return FALSE;
    }
  return (reader->mapped
          || ull_json_pull_refuse (reader->pull, error, ULL_ERROR_MISSING,
                                   _("weight_map is missing; an index of weight files would be right")))
         && ull_json_pull_end (reader->pull, error);
}

UllShardIndex *
ull_shard_index_read_fd (int fd, gint64 size, const char *name, GError **error)
{
  g_autoptr (UllShardIndex) index = g_new0 (UllShardIndex, 1);
  g_autoptr (GHashTable) by_file = g_hash_table_new (g_str_hash, g_str_equal);
  Reader reader = { .fd = fd, .file = name, .index = index, .by_file = by_file };
  g_autoptr (UllJsonPull) pull = ull_json_pull_new (name, read_index, &reader);

  index->name = g_strdup (name);
  index->shards = g_ptr_array_new_with_free_func (index_shard_free);
  index->total_size = index->total_parameters = -1;
  if (size > ULL_SHARD_INDEX_MAX_BYTES)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_UNSUPPORTED, _("%s: larger than any index; at most 256 MiB are read"), name);
      return NULL;
    }
  reader.pull = pull;
  return read_all (&reader, error) ? g_steal_pointer (&index) : NULL;
}

UllShardIndex *
ull_shard_index_read (const char *path, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  gint64 size;
  int fd = ull_weight_file_open (path, &size, error);
  UllShardIndex *index;

  if (fd < 0)
    return NULL;
  index = ull_shard_index_read_fd (fd, size, name, error);
  close (fd);
  return index;
}
