#include "ull-error.h"
#include "ull-version.h"

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    gint64 version;
    const char *shown;
  } rows[] = {
    { "0.19.0", 19000, "0.19.0" },           { "v0.19", 19000, "0.19.0" },
    { "0.11.x", 11000, "0.11.0" },           { "1.2.3", 1002003, "1.2.3" },
    { "0.8.5.post1", 8005, "0.8.5" },        { "0.10.2rc3", 10002, "0.10.2" },
    { "0.9.1+cu128", 9001, "0.9.1" },        { "0.19.2rc1.dev12+g0123abc", 19002, "0.19.2" },
    { "0.21.0-rc1", 21000, "0.21.0" },       { "2026-03-24", 20260324, "2026-03-24" },
    { "0.10.1.1", 10001, "0.10.1" },         { "0", 0, "0.0.0" },                     { "18.999.999", 18999999, "18.999.999" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = NULL;
      gint64 version, again;

      g_assert_true (ull_version_parse (rows[i].text, &version, &error));
      g_assert_no_error (error);
      g_assert_cmpint (version, ==, rows[i].version);
      shown = ull_version_format (version);
      g_assert_cmpstr (shown, ==, rows[i].shown);
      g_assert_true (ull_version_parse (shown, &again, NULL));
      g_assert_cmpint (again, ==, version);
      g_assert_true (ull_version_is_day (version) == (version > 19000000));
    }
}

static void
test_refused (void)
{
  static const char *const rows[] = { "",          "v",         "x",          "0.",         "0.19.0 V1", "1.2.x.y",
                                      "newest",    "-1",        "0.1000.0",   "20.0.0",     "2026-02-30", "2026-3-4",
                                      "20260324",  "1969-12-31", "2100-01-01", "2026-03-24x", "0.19.0rc",  "\377\376" };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 version = 7;

      g_assert_false (ull_version_parse (rows[i], &version, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
      g_assert_cmpint (version, ==, 7);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/version/parse", test_parse);
  g_test_add_func ("/version/refused", test_refused);
  return g_test_run ();
}
