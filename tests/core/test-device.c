#include "ull-device.h"
#include "ull-document.h"
#include "ull-error.h"
#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>

/* The figures of the cards named here are public: see the catalogue's own test for where they are compared. */

static void
test_facts (void)
{
  GPtrArray *devices = ull_device_catalogue ();
  UllDevice *card = ull_device_find ("h100-sxm");

  g_assert_cmpuint (devices->len, >, 115);
  g_assert_cmpstr (card->vendor, ==, "NVIDIA");
  g_assert_cmpstr (card->arch, ==, "Hopper");
  g_assert_cmpint (card->label_gb, ==, 80);
  g_assert_cmpint (card->reported, ==, 81559 * ULL_MIB);
  g_assert_cmpint (card->allocatable, ==, 81080 * ULL_MIB);
  g_assert_cmpfloat (card->bandwidth_gb_s, ==, 3350);
  g_assert_cmpfloat (card->bf16_tflops, ==, 989);
  g_assert_cmpfloat (card->fp8_tflops, ==, 1979);
  g_assert_cmpfloat (card->link_gb_s, ==, 900);
  g_assert_cmpint (card->dies, ==, 1);
  g_assert_false (card->guess || card->reported_guess);
  /* Two devices to an engine: its 131,032 MiB are 65,516 each. */
  card = ull_device_find ("mi250x");
  g_assert_cmpint (card->dies, ==, 2);
  g_assert_cmpint (card->label_gb, ==, 128);
  g_assert_cmpint (card->reported, ==, 65516 * ULL_MIB);
  g_assert_cmpint (card->allocatable, ==, 65516 * ULL_MIB);
}

/* Nobody has published the bandwidth of a TPU7x, nor what a driver reports of an H800. */
static void
test_unknown (void)
{
  UllDevice *card = ull_device_find ("h800-sxm");

  g_assert_cmpfloat (ull_device_find ("tpu7x")->bandwidth_gb_s, ==, -1);
  g_assert_true (card->reported_guess);
  g_assert_true (card->guess);
  g_assert_cmpint (card->allocatable_low, <, card->allocatable_high);
  g_assert_cmpint (card->allocatable, ==, card->allocatable_low);
  g_assert_cmpint (card->reported, ==, card->allocatable_high);
  /* An H100 of the same memory, which was measured, lies within. */
  g_assert_cmpint (card->allocatable_low, <=, 81080 * ULL_MIB);
  g_assert_cmpint (card->allocatable_high, >=, 81080 * ULL_MIB);
}

/* Cards of one name and several sizes are a card each: 2/3 of 16 GiB are 10,922 MiB. */
static void
test_sizes (void)
{
  UllDevice *card = ull_device_find ("apple-m1-16");

  g_assert_cmpstr (card->name, ==, "Apple M1 16GB");
  g_assert_cmpint (card->allocatable, ==, 10922 * ULL_MIB);
  g_assert_false (card->guess);
  g_assert_true (ull_device_find ("apple-m2-24")->guess);
  g_assert_null (ull_device_find ("apple-m1"));
}

static UllScenario *
scenario_on (UllDevice *device)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Dense", 32, 32, 8, 128, NULL);

  return ull_scenario_new (model, device);
}

/* A guess is a guess after it was saved; the same file with a measured card says nothing of a range. */
static void
test_document (void)
{
  g_autoptr (UllScenario) guessed = scenario_on (ull_device_find ("h800-sxm"));
  g_autoptr (UllScenario) measured = scenario_on (ull_device_find ("rtx-3060"));
  g_autofree char *first = ull_document_write (guessed, NULL);
  g_autofree char *second = ull_document_write (measured, first);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) again = ull_document_parse ("a.ullage", first, strlen (first), &error);
  g_autoptr (UllScenario) other = NULL;

  g_assert_no_error (error);
  g_assert_true (ull_device_equal (again->device, guessed->device));
  g_assert_true (again->device->guess);
  g_assert_true (again->device->reported_guess);
  g_assert_cmpstr (again->device->vendor, ==, "NVIDIA");
  g_assert_cmpfloat (again->device->bandwidth_gb_s, ==, 3350);
  g_assert_nonnull (strstr (second, "\"note\""));
  g_assert_null (strstr (second, "guess"));
  g_assert_null (strstr (second, "_low"));
  g_assert_null (strstr (second, "link_gb_s"));
  other = ull_document_parse ("b.ullage", second, strlen (second), &error);
  g_assert_no_error (error);
  g_assert_true (ull_device_equal (other->device, measured->device));
}

/* A file holds the sizes of the whole card, and the device that is read from it is the one that was saved. */
static void
test_document_dies (void)
{
  g_autoptr (UllScenario) scenario = scenario_on (ull_device_find ("mi250"));
  g_autofree char *text = ull_document_write (scenario, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) again = ull_document_parse ("a.ullage", text, strlen (text), &error);
  g_autofree char *low = g_strdup_printf ("%" G_GINT64_FORMAT, 130735 * ULL_MIB);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, low));
  g_assert_true (ull_device_equal (again->device, scenario->device));
  g_assert_cmpint (again->device->dies, ==, 2);
  g_assert_cmpint (again->device->allocatable_low, ==, 130735 * ULL_MIB / 2);
}

/* What files held before there were guesses, and what cannot be. */
static void
test_document_ranges (void)
{
  static const struct
  {
    const char *device;
    gboolean right;
  } rows[] = {
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100", TRUE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"guess\": false", TRUE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"guess\": true, \"allocatable_low_bytes\": 90, "
      "\"allocatable_high_bytes\": 110", TRUE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"guess\": true", FALSE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"guess\": 1", FALSE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"guess\": true, \"allocatable_low_bytes\": 101, "
      "\"allocatable_high_bytes\": 110", FALSE },
    { "\"reported_bytes\": 105, \"allocatable_bytes\": 100, \"guess\": true, \"allocatable_low_bytes\": 90, "
      "\"allocatable_high_bytes\": 110", FALSE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"bandwidth_gb_s\": -3", FALSE },
    { "\"reported_bytes\": 200, \"allocatable_bytes\": 100, \"vendor\": 3", FALSE },
  };
  g_autoptr (UllScenario) scenario = scenario_on (ull_device_find ("rtx-4090"));
  g_autofree char *text = ull_document_write (scenario, NULL);
  const char *device = strstr (text, "\"device\"");
  const char *settings = strstr (text, "\"settings\"");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *changed = g_strdup_printf ("%.*s\"device\": {\"id\": \"a\", \"name\": \"b\", %s}, %s", (int) (device - text),
                                                  text, rows[i].device, settings);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", changed, strlen (changed), &error);

      g_test_message ("%s", rows[i].device);
      g_assert_true ((read != NULL) == rows[i].right);
      g_assert_true ((error == NULL) == rows[i].right);
    }
}

#define CARD "\"id\": \"lab\", \"name\": \"The lab's\""

/* What a person's own file may hold: cards, or what is wrong, named with its place. */
static void
test_own_file (void)
{
  static const struct
  {
    const char *text;
    int n_cards; /* -1: an error that has @said */
    const char *said;
  } rows[] = {
    { "{\"devices\": []}", 0, NULL },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": 40000}]}", 1, NULL },
    { "{\"devices\": [{" CARD ", \"label_gb\": 48, \"reported_mib\": 49000, \"allocatable_mib\": [47000, 48500], "
      "\"bandwidth_gb_s\": 900.5}]}", 1, NULL },
    { "{\"devices\": [{" CARD ", \"sizes\": [{\"label_gb\": 8, \"allocatable_mib\": 1}, "
      "{\"label_gb\": 9, \"allocatable_mib\": 2}]}]}", 2, NULL },
    { "", -1, "own.json: " },
    { "[]", -1, "devices" },
    { "{\"devices\": 3}", -1, "devices" },
    { "{\"devices\": [3]}", -1, "devices[0]" },
    { "{\"devices\": [{" CARD "}]}", -1, "allocatable_mib" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": -5}]}", -1, "devices[0].allocatable_mib: is \342\210\2225" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": \"big\"}]}", -1, "devices[0].allocatable_mib" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": [5]}]}", -1, "no range" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": [5, 4]}]}", -1, "no range" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": 5, \"reported_mib\": 4}]}", -1, "more than the driver" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": 9223372036854775807}]}", -1, "allocatable_mib" },
    { "{\"devices\": [{" CARD ", \"alocatable_mib\": 5, \"allocatable_mib\": 5}]}", -1, "alocatable_mib" },
    { "{\"devices\": [{" CARD ", \"sizes\": []}]}", -1, "sizes" },
    { "{\"devices\": [{" CARD ", \"sizes\": [{\"allocatable_mib\": 5}]}]}", -1, "label_gb" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": 5, \"bf16_tflops\": 0}]}", -1, "bf16_tflops" },
    { "{\"devices\": [{\"id\": \"The Lab\", \"name\": \"x\", \"allocatable_mib\": 5}]}", -1, "no id" },
    { "{\"devices\": [{\"id\": \"custom\", \"name\": \"x\", \"allocatable_mib\": 5}]}", -1, "custom" },
    { "{\"devices\": [{\"id\": \"rtx-4090\", \"name\": \"x\", \"allocatable_mib\": 5}]}", -1, "rtx-4090" },
    { "{\"devices\": [{" CARD ", \"allocatable_mib\": 5}, {" CARD ", \"allocatable_mib\": 6}]}", -1, "lab" },
  };
  g_autofree char *folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "own.json", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) devices = NULL;

      g_assert_true (g_file_set_contents (path, rows[i].text, -1, NULL));
      devices = ull_device_read_file (path, &error);
      g_test_message ("%s: %s", rows[i].text, error != NULL ? error->message : "no error");
      g_assert_true ((devices == NULL) == (rows[i].n_cards < 0));
      g_assert_true ((error != NULL) == (rows[i].n_cards < 0));
      if (devices != NULL)
        g_assert_cmpuint (devices->len, ==, (guint) rows[i].n_cards);
      else
        g_assert_nonnull (strstr (error->message, rows[i].said));
    }
  g_remove (path);
  g_rmdir (folder);
}

/* No file is no cards; a folder in its place, or one that is too long, is an error. */
static void
test_no_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "own.json", NULL);
  g_autofree char *spaces = g_strnfill (2 << 20, ' ');
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) devices = ull_device_read_file (path, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (devices->len, ==, 0);
  g_assert_null (ull_device_read_file (folder, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_IO);
  g_clear_error (&error);
  g_assert_true (g_file_set_contents (path, spaces, -1, NULL));
  g_assert_null (ull_device_read_file (path, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_IO);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device/facts", test_facts);
  g_test_add_func ("/device/unknown", test_unknown);
  g_test_add_func ("/device/sizes", test_sizes);
  g_test_add_func ("/device/document", test_document);
  g_test_add_func ("/device/document-dies", test_document_dies);
  g_test_add_func ("/device/document-ranges", test_document_ranges);
  g_test_add_func ("/device/own-file", test_own_file);
  g_test_add_func ("/device/no-file", test_no_file);
  return g_test_run ();
}
