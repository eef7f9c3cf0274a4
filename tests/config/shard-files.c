#include "shard-files.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

void
shard_write_raw (const char *folder, const char *file, guint64 length, const char *header, gint64 size)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  guint64 little = GUINT64_TO_LE (length);
  int fd = g_open (path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, &little, sizeof little), ==, sizeof little);
  g_assert_cmpint (write (fd, header, strlen (header)), ==, (gssize) strlen (header));
  g_assert_cmpint (ftruncate (fd, size), ==, 0);
  close (fd);
}

void
shard_write (const char *folder, const char *file, const char *header, gint64 data_bytes)
{
  gint64 length = (gint64) strlen (header);

  shard_write_raw (folder, file, (guint64) length, header, 8 + length + data_bytes);
}

void
shard_write_tensors (const char *folder, const char *file, const ShardTensor *tensors, gsize n)
{
  g_autoptr (GString) header = g_string_new ("{\"__metadata__\":{\"format\":\"pt\"}");
  gint64 at = 0;

  for (gsize i = 0; i < n; i++)
    {
      g_string_append_printf (header, ",\"%s\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "]}",
                              tensors[i].name, tensors[i].dtype, tensors[i].shape, at, at + tensors[i].bytes);
      at += tensors[i].bytes;
    }
  g_string_append (header, "}  ");
  shard_write (folder, file, header->str, at);
}

void
shard_put (const char *folder, const char *file, const char *text)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

void
shard_write_pointer (const char *folder, const char *file, const char *oid, gint64 size)
{
  g_autofree char *text = g_strdup_printf ("version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %" G_GINT64_FORMAT "\n", oid, size);

  shard_put (folder, file, text);
}

gint64
shard_count_read (void)
{
  g_autofree char *text = NULL;
  const char *at;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  at = strstr (text, "rchar: ");
  g_assert_nonnull (at);
  return g_ascii_strtoll (at + strlen ("rchar: "), NULL, 10);
}

char *
shard_make_folder (void)
{
  char *folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

void
shard_remove_folder (char *folder)
{
  remove_tree (folder);
  g_free (folder);
}
