#include "ull-record.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* A record's figures against sums of the test's own, and its file against everything that can happen to a file. */

static void
add (UllRecord *record, const char *term, int confidence, gboolean right, const char *slip, double factor)
{
  UllRecordEntry entry = { 1764450000, g_strdup ("drill"), g_strdup ("drill-1"), g_strdup ("figure"), g_strdup (term), confidence,
                           right, g_strdup (slip), factor };

  g_array_append_val (record->entries, entry);
}

static UllRecord *
example (void)
{
  UllRecord *record = ull_record_new ();

  add (record, "tokens", 80, FALSE, "k_alone", 2);
  add (record, "tokens", 90, TRUE, NULL, 1);
  add (record, "pool_bytes", 60, FALSE, "overhead", 1.5);
  add (record, "fits", 50, TRUE, NULL, 0);
  add (record, "tokens", 100, FALSE, "k_alone", 4);
  add (record, "requests", ULL_NO_CONFIDENCE, TRUE, NULL, 1);
  return record;
}

/* A lesson of one question that is left at it. @digest: what it asks. */
static UllBookmark *
mark (const char *id, const char *title, const char *digest, const char *answer)
{
  const UllLesson lesson = { .id = (char *) id, .title = (char *) title, .digest = (char *) digest };
  UllBookmark *bookmark = ull_bookmark_new (&lesson);

  if (answer != NULL)
    ull_bookmark_add (bookmark, "a", answer, 70, TRUE);
  return bookmark;
}

static const char *
find_answer (const UllRecord *record, const char *id, const char *digest)
{
  const UllLesson lesson = { .id = (char *) id, .title = (char *) "", .digest = (char *) digest };
  const UllBookmark *bookmark = ull_record_find_bookmark (record, &lesson);
  const UllBookmarkAnswer *answer = bookmark != NULL ? ull_bookmark_find (bookmark, "a") : NULL;

  return answer != NULL ? answer->answer : NULL;
}

static gboolean
has_changed (const UllRecord *record, const char *id, const char *title, const char *digest)
{
  const UllLesson lesson = { .id = (char *) id, .title = (char *) title, .digest = (char *) digest };

  return ull_record_has_changed (record, &lesson);
}

/* One a lesson: it is told from another of the same id by what it asks, and from what it asked before by its title. */
static void
test_bookmarks (void)
{
  g_autoptr (UllRecord) record = ull_record_new ();

  ull_record_keep_bookmark (record, mark ("mine", "One", "x", "1"));
  ull_record_keep_bookmark (record, mark ("mine", "Two", "y", "2"));
  ull_record_keep_bookmark (record, mark ("budget", "One", "x", "3"));
  g_assert_cmpstr (find_answer (record, "mine", "x"), ==, "1");
  g_assert_cmpstr (find_answer (record, "mine", "y"), ==, "2");
  g_assert_cmpstr (find_answer (record, "budget", "x"), ==, "3");
  g_assert_null (find_answer (record, "mine", "z"));
  g_assert_true (has_changed (record, "mine", "One", "z"));
  g_assert_false (has_changed (record, "mine", "One", "x"));
  g_assert_false (has_changed (record, "mine", "Three", "z"));
  ull_record_keep_bookmark (record, mark ("mine", "One", "z", "4"));
  g_assert_null (find_answer (record, "mine", "x"));
  g_assert_cmpstr (find_answer (record, "mine", "z"), ==, "4");
  g_assert_cmpuint (record->bookmarks->len, ==, 3);
  /* At its beginning there is nothing to keep. */
  ull_record_keep_bookmark (record, mark ("mine", "One", "z", NULL));
  g_assert_null (find_answer (record, "mine", "z"));
  g_assert_cmpuint (record->bookmarks->len, ==, 2);
}

/* Of five with a confidence: (80 + 90 + 60 + 50 + 100) ÷ 5 = 76; squares 0.64, 0.01, 0.36, 0.25, 1, of which the mean is
 * 0.452. Factors 1, 1, 1.5, 2, 4: the middle one is 1.5. */
static void
test_summary (void)
{
  g_autoptr (UllRecord) record = example ();
  UllRecordSummary summary;

  ull_record_summarize (record, &summary);
  g_assert_cmpuint (summary.n_answers, ==, 6);
  g_assert_cmpuint (summary.n_right, ==, 3);
  g_assert_cmpuint (summary.n_confident, ==, 5);
  g_assert_cmpfloat_with_epsilon (summary.mean_confidence, 76, 1e-9);
  g_assert_cmpfloat_with_epsilon (summary.brier, 0.452, 1e-9);
  g_assert_cmpfloat_with_epsilon (summary.median_factor, 1.5, 1e-9);
  g_assert_cmpint (summary.missed_slip, ==, ULL_SLIP_K_ALONE);
  g_assert_cmpstr (summary.missed_term, ==, "tokens");
  g_assert_cmpuint (summary.n_missed, ==, 2);
}

static void
test_empty (void)
{
  g_autoptr (UllRecord) record = ull_record_new ();
  UllReliability points[ULL_RELIABILITY_POINTS];
  UllRecordSummary summary;

  ull_record_summarize (record, &summary);
  g_assert_true (isnan (summary.brier) && isnan (summary.median_factor) && isnan (summary.mean_confidence));
  g_assert_cmpint (summary.missed_slip, ==, ULL_N_SLIPS);
  g_assert_null (summary.missed_term);
  g_assert_cmpuint (ull_record_reliability (record, points), ==, 0);
}

/* Wilson at 95 % of 8 in 10: (8 + 1.92) ÷ 13.84 = 0.717, ± 1.96 ÷ 13.84 × √(8 × 2 ÷ 10 + 0.96) = 0.227: 0.490 to 0.943. Of none
 * in ten the upper end is 3.84 ÷ 13.84 = 0.278. */
static void
test_wilson (void)
{
  double low, high;

  ull_wilson (8, 10, &low, &high);
  g_assert_cmpfloat_with_epsilon (low, 0.490, 0.001);
  g_assert_cmpfloat_with_epsilon (high, 0.943, 0.001);
  ull_wilson (0, 10, &low, &high);
  g_assert_cmpfloat_with_epsilon (low, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (high, 0.278, 0.001);
  ull_wilson (0, 0, &low, &high);
  g_assert_true (low <= 0 && high >= 1);
}

static void
test_reliability (void)
{
  g_autoptr (UllRecord) record = ull_record_new ();
  UllReliability points[ULL_RELIABILITY_POINTS];

  for (guint i = 0; i < 10; i++)
    add (record, "tokens", 78 + (int) i % 3, i < 8, NULL, 0);
  add (record, "tokens", 100, TRUE, NULL, 0);
  add (record, "tokens", ULL_NO_CONFIDENCE, FALSE, NULL, 0);
  g_assert_cmpuint (ull_record_reliability (record, points), ==, 2);
  g_assert_cmpint (points[0].confidence, ==, 80);
  g_assert_cmpuint (points[0].n, ==, 10);
  g_assert_cmpuint (points[0].right, ==, 8);
  g_assert_cmpfloat_with_epsilon (points[0].low, 0.490, 0.001);
  g_assert_cmpint (points[1].confidence, ==, 100);
}

typedef struct
{
  char *folder;
  char *path;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = g_dir_make_tmp ("ullage-record-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "ullage", "record.json", NULL);
}

static void
tear_down (Place *place, gconstpointer data)
{
  g_autofree char *inner = g_path_get_dirname (place->path);
  g_autoptr (GDir) dir = g_dir_open (inner, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (inner, name, NULL);

      if (g_unlink (path) != 0)
        g_rmdir (path);
    }
  g_rmdir (inner);
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
}

static UllRecord *
load (const Place *place, char **problem)
{
  UllRecord *record = ull_record_load (place->path, problem);

  g_assert_nonnull (record);
  return record;
}

/* What was saved is there again, to the member. */
static void
test_keep (Place *place, gconstpointer data)
{
  g_autoptr (UllRecord) record = example ();
  g_autoptr (UllRecord) again = NULL;
  g_autofree char *problem = NULL, *before = NULL, *after = NULL, *written = NULL, *file = NULL;
  g_autoptr (GError) error = NULL;
  UllBookmark *bookmark;

  bookmark = mark ("mine", "“One”", "x", "1.5\"");
  bookmark->at = 3;
  ull_bookmark_add (bookmark, "b", "", ULL_NO_CONFIDENCE, FALSE);
  ull_record_keep_bookmark (record, bookmark);
  ull_record_save (record, place->path, &error);
  g_assert_no_error (error);
  again = load (place, &problem);
  g_assert_null (problem);
  g_assert_cmpstr (find_answer (again, "mine", "x"), ==, "1.5\"");
  written = ull_record_dup_text (again);
  g_assert_true (g_file_get_contents (place->path, &file, NULL, NULL));
  g_assert_cmpstr (written, ==, file);
  before = ull_record_csv (record);
  after = ull_record_csv (again);
  g_assert_cmpstr (before, ==, after);
  g_assert_true (ull_record_erase (again, place->path, &error));
  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (again->entries->len, ==, 0);
  g_assert_cmpuint (again->bookmarks->len, ==, 0);
}

/* Whatever was typed, the file that is written can be read: a number that is 10^17 times too large, too. */
static void
test_far_off (Place *place, gconstpointer data)
{
  static const double factors[] = { 1e15, 1e16, 1e17, 3e20, 1.5e300, 1e306, 1.0000000001 };

  for (gsize i = 0; i < G_N_ELEMENTS (factors); i++)
    {
      g_autoptr (UllRecord) record = ull_record_new ();
      g_autoptr (UllRecord) again = NULL;
      g_autofree char *problem = NULL;

      add (record, "tokens", 80, FALSE, NULL, factors[i]);
      g_assert_true (ull_record_save (record, place->path, NULL));
      again = load (place, &problem);
      g_assert_null (problem);
      g_assert_cmpfloat (g_array_index (again->entries, UllRecordEntry, 0).factor, ==, factors[i]);
    }
}

static void
test_absent (Place *place, gconstpointer data)
{
  g_autofree char *problem = NULL;
  g_autoptr (UllRecord) record = load (place, &problem);

  g_assert_null (problem);
  g_assert_cmpuint (record->entries->len, ==, 0);
}

static void
write_text (const Place *place, const char *text)
{
  g_autofree char *folder = g_path_get_dirname (place->path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (place->path, text, -1, NULL));
}

/* Files of before there were bookmarks are read as they are. */
static void
test_older (Place *place, gconstpointer data)
{
  g_autofree char *problem = NULL;
  g_autoptr (UllRecord) record = NULL;

  write_text (place, "{\"ullage_record\": 1, \"answers\": []}");
  record = load (place, &problem);
  g_assert_null (problem);
  g_assert_cmpuint (record->bookmarks->len, ==, 0);
}

/* A damaged file is put aside as it is, twice where it happens twice, and a new record can be kept. */
static void
test_damaged (Place *place, gconstpointer data)
{
  static const char *const texts[] = {
    "{\"ullage_record\": 1, \"answers\": \"lost\"}", "{\"ullage_record\": 1, \"answers\": {}}",
    "{\"ullage_record\": 1, \"answers\": [{\"time\": 1, \"source\": \"a\", \"question\": \"b\", \"kind\": \"c\", \"term\": \"d\", "
    "\"confidence\": 101, \"right\": true, \"slip\": null, \"factor\": null}]}",
    "{\"ullage_record\": 1, \"answers\": [{\"time\": 1, \"source\": \"a\", \"question\": \"b\", \"kind\": \"c\", \"term\": \"d\", "
    "\"confidence\": 80, \"right\": true, \"slip\": null, \"factor\": -2}]}",
    "{\"ullage_record\": 1, \"answers\": [], \"bookmarks\": {}}", "{\"ullage_record\": 1, \"answers\": [], \"bookmarks\": [1]}",
    "{\"ullage_record\": 1, \"answers\": [], \"bookmarks\": [{\"lesson\": \"a\", \"title\": \"b\", \"digest\": \"c\", \"at\": -1, "
    "\"answers\": []}]}",
    "{\"ullage_record\": 1, \"answers\": [], \"bookmarks\": [{\"lesson\": \"a\", \"title\": \"b\", \"digest\": \"c\", \"at\": 1, "
    "\"answers\": [{\"question\": \"d\", \"answer\": 1, \"confidence\": 70, \"graded\": true}]}]}",
    "{\"ullage_record\": 1, \"answers\": [], \"bookmarks\": [{\"lesson\": \"a\", \"title\": \"b\", \"digest\": \"c\", \"at\": 1, "
    "\"answers\": [{\"question\": \"d\", \"answer\": \"1\", \"confidence\": 70}]}]}",
    "", "{", "[]", "null", "{\"ullage_record\": 2, \"answers\": []}", "{\"ullage_record\": 1}", "{\"ullage_record\": 1, \"answers\": [1]}",
    "{\"ullage_record\": 1, \"answers\": [{\"time\": 1}]}", "\xff\xfe\x00", "{\"ullage_record\": 1, \"answers\": [{\"time\": 1, \"source\": 3}]}",
    "{\"ullage_record\": 1, \"answers\": [{\"time\": \"x\", \"source\": \"a\", \"question\": \"b\", \"kind\": \"c\", \"term\": \"d\"}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *problem = NULL, *kept = NULL;
      g_autofree char *aside = g_strdup_printf ("%s.damaged-%u", place->path, i + 1);
      g_autoptr (UllRecord) record = NULL;
      g_autoptr (GError) error = NULL;

      write_text (place, texts[i]);
      record = load (place, &problem);
      g_assert_nonnull (problem);
      g_assert_nonnull (strstr (problem, "record.json"));
      g_assert_nonnull (strstr (problem, "damaged"));
      g_assert_cmpuint (record->entries->len, ==, 0);
      g_assert_true (g_file_get_contents (aside, &kept, NULL, NULL));
      g_assert_cmpstr (kept, ==, texts[i]);
      g_assert_true (ull_record_save (record, place->path, &error));
    }
}

/* Every truncation and every changed byte of a good file is read, or put aside; nothing else happens. */
static void
test_mutations (Place *place, gconstpointer data)
{
  g_autoptr (UllRecord) record = example ();
  g_autofree char *text = NULL;
  gsize length;
  guint n_aside = 0;

  g_assert_true (ull_record_save (record, place->path, NULL));
  g_assert_true (g_file_get_contents (place->path, &text, &length, NULL));
  for (gsize i = 0; i < length; i += 7)
    {
      g_autofree char *broken = g_strndup (text, length), *problem = NULL;
      g_autoptr (UllRecord) loaded = NULL;
      g_autoptr (GError) error = NULL;

      if (i % 2 == 0)
        broken[i] = 0;
      else
        broken[i] = (char) ('!' + i % 90);
      write_text (place, broken);
      loaded = load (place, &problem);
      if (problem == NULL)
        continue;
      n_aside++;
      g_assert_true (ull_record_erase (loaded, place->path, &error));
    }
  g_assert_cmpuint (n_aside, >, 20);
}

/* A folder in the file's place is put aside too; one that cannot be is never written over. */
static void
test_folder (Place *place, gconstpointer data)
{
  g_autofree char *problem = NULL;
  g_autoptr (UllRecord) record = NULL;

  g_mkdir_with_parents (place->path, 0700);
  record = load (place, &problem);
  g_assert_nonnull (problem);
  g_assert_false (record->locked);
  g_assert_true (ull_record_save (record, place->path, NULL));
  record->locked = TRUE;
  g_assert_false (ull_record_save (record, place->path, NULL));
}

/* Cells are quoted where they must be, quotes doubled, lines ended as RFC 4180 has them. */
static void
test_csv (void)
{
  g_autoptr (UllRecord) record = ull_record_new ();
  g_autofree char *csv = NULL;

  add (record, "a \"term\", b", 70, FALSE, "k_alone", 2);
  add (record, "fits", ULL_NO_CONFIDENCE, TRUE, NULL, 0);
  csv = ull_record_csv (record);
  g_assert_cmpstr (csv, ==,
                   "time,source,question,kind,term,confidence,right,slip,factor\r\n"
                   "1764450000,drill,drill-1,figure,\"a \"\"term\"\", b\",70,false,k_alone,2\r\n"
                   "1764450000,drill,drill-1,figure,fits,,true,,\r\n");
}

#define ADD(name, function) g_test_add (name, Place, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/record/summary", test_summary);
  g_test_add_func ("/record/empty", test_empty);
  g_test_add_func ("/record/wilson", test_wilson);
  g_test_add_func ("/record/reliability", test_reliability);
  g_test_add_func ("/record/bookmarks", test_bookmarks);
  ADD ("/record/keep", test_keep);
  ADD ("/record/older", test_older);
  ADD ("/record/far-off", test_far_off);
  ADD ("/record/absent", test_absent);
  ADD ("/record/damaged", test_damaged);
  ADD ("/record/mutations", test_mutations);
  ADD ("/record/folder", test_folder);
  g_test_add_func ("/record/csv", test_csv);

  return g_test_run ();
}
