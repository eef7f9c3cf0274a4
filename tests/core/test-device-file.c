#include "ull-device.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>

/* A person's own cards, written and read again. */

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("ullage-cards-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "ullage", "devices.json", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *inner = g_path_get_dirname (fixture->path);

  g_remove (fixture->path);
  g_rmdir (inner);
  g_rmdir (fixture->folder);
  g_clear_pointer (&fixture->path, g_free);
  g_clear_pointer (&fixture->folder, g_free);
}

static UllDevice *
card (const char *id, gint64 mib)
{
  return ull_device_new (id, "Card of mine", 24, (mib + 100) * ULL_MIB, mib * ULL_MIB);
}

static void
put (Fixture *fixture, const UllDevice *device)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (ull_device_file_put (fixture->path, device, &error));
  g_assert_no_error (error);
}

static void
test_put (Fixture *fixture, gconstpointer data)
{
  g_autoptr (UllDevice) first = card ("mine", 24000), changed = card ("mine", 25000), other = card ("other", 1000);
  g_autoptr (GPtrArray) own = NULL;
  g_autoptr (GError) error = NULL;

  put (fixture, first);
  put (fixture, other);
  put (fixture, changed);
  own = ull_device_read_file (fixture->path, NULL);
  g_assert_cmpuint (own->len, ==, 2);
  g_assert_true (ull_device_equal (g_ptr_array_index (own, 0), other));
  g_assert_true (ull_device_equal (g_ptr_array_index (own, 1), changed));
  g_assert_true (ull_device_file_remove (fixture->path, "other", NULL));
  g_assert_false (ull_device_file_remove (fixture->path, "other", &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_MISSING);
}

/* Unknown figures stay unknown, a guess stays a range, and a size that no driver reported is not written as one. */
static void
test_guess (Fixture *fixture, gconstpointer data)
{
  UllDevice facts = { .id = (char *) "mine", .name = (char *) "Mine", .label_gb = 16, .dies = 1, .reported_guess = TRUE, .guess = TRUE,
                      .bandwidth_gb_s = 512.5, .bf16_tflops = -1, .fp8_tflops = -1, .link_gb_s = -1 };
  g_autoptr (UllDevice) device = NULL;
  g_autoptr (GPtrArray) own = NULL;
  const UllDevice *read;

  ull_device_guess_sizes (16, &facts.allocatable_low, &facts.allocatable_high);
  facts.allocatable = facts.allocatable_low;
  facts.reported = facts.allocatable_high;
  device = ull_device_new_with (&facts);
  put (fixture, device);
  own = ull_device_read_file (fixture->path, NULL);
  read = g_ptr_array_index (own, 0);
  g_assert_true (ull_device_equal (read, device));
  g_assert_true (read->guess && read->reported_guess);
  g_assert_cmpfloat (read->bandwidth_gb_s, ==, 512.5);
  g_assert_cmpfloat (read->link_gb_s, <, 0);
}

static void
test_kept (Fixture *fixture, gconstpointer data)
{
  static const char before[] = "{\"note\": [1, null], \"devices\": [{\"id\": \"a\", \"name\": \"A\", \"allocatable_mib\": 9000}]}";
  g_autofree char *inner = g_path_get_dirname (fixture->path), *text = NULL;
  g_autoptr (UllDevice) device = card ("mine", 24000);

  g_mkdir (inner, 0700);
  g_assert_true (g_file_set_contents (fixture->path, before, -1, NULL));
  put (fixture, device);
  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"note\""));
  g_assert_nonnull (strstr (text, "9000"));
}

/* A damaged file is all there may be of it. */
static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = { "{\"devices\": [{\"id\": \"a\"", "{}", "[]", "", "{\"devices\": [{\"id\": \"rtx-4090\", \"name\": \"A\", \"allocatable_mib\": 9}]}" };
  g_autofree char *inner = g_path_get_dirname (fixture->path);
  g_autoptr (UllDevice) device = card ("mine", 24000), taken = card ("rtx-4090", 24000);
  g_autoptr (GError) refused = NULL;

  g_mkdir (inner, 0700);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *after = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (fixture->path, texts[i], -1, NULL));
      g_assert_false (ull_device_file_put (fixture->path, device, &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "devices.json: "));
      g_assert_true (g_file_get_contents (fixture->path, &after, NULL, NULL));
      g_assert_cmpstr (after, ==, texts[i]);
    }
  g_remove (fixture->path);
  g_assert_false (ull_device_file_put (fixture->path, taken, &refused));
  g_assert_false (g_file_test (fixture->path, G_FILE_TEST_EXISTS));
}

static void
test_ids (Fixture *fixture, gconstpointer data)
{
  static const char *const cases[][2] = { { "My Card (24 GB)", "my-card-24-gb" }, { "RTX 4090", "rtx-4090-2" }, { "…", "card" },
                                          { "Mine", "mine-2" }, { "custom", "card" } };
  g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func ((GDestroyNotify) ull_device_unref);

  g_ptr_array_add (own, card ("mine", 1000));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *id = ull_device_make_id (cases[i][0], own);

      g_assert_cmpstr (id, ==, cases[i][1]);
    }
}

static void
add (const char *name, void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/device-file/", name, NULL);

  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("put", test_put);
  add ("guess", test_guess);
  add ("kept", test_kept);
  add ("damaged", test_damaged);
  add ("ids", test_ids);
  return g_test_run ();
}
