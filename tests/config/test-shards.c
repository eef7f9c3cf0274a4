#include "shard-files.h"
#include "ull-census.h"
#include "ull-error.h"
#include "ull-shard-index.h"
#include "ull-shard.h"
#include "ull-weight-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Headers and indexes: what the format allows, what it refuses and why, and what hostile sizes cost. */

#define T(dtype, shape, begin, end) "{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":[" begin "," end "]}"

typedef struct
{
  guint tensors;
  gint64 bytes;
} Sum;

static gboolean
add_up (const UllTensor *tensor, gpointer data, GError **error)
{
  Sum *sum = data;

  sum->tensors++;
  sum->bytes += tensor->bytes;
  return TRUE;
}

static gboolean
read_shard (const char *folder, const char *file, Sum *sum, GError **error)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);

  *sum = (Sum) { 0, 0 };
  return ull_shard_read (path, add_up, sum, error);
}

static void
test_accepted (void)
{
  static const struct
  {
    const char *header;
    gint64 data;
    guint tensors;
  } cases[] = {
    { "{}", 0, 0 },
    { "{}        ", 0, 0 },
    { "{\"__metadata__\":null}", 0, 0 },
    { "{\"__metadata__\":{}}", 0, 0 },
    { "{\"__metadata__\":{\"a\":\"b\",\"\\u00e9\":\"\\ud83d\\ude00\"}}", 0, 0 },
    { "{\"a\":" T ("BF16", "[2,3]", "0", "12") "}", 12, 1 },
    { "{\"a\":" T ("F32", "[]", "0", "4") "}", 4, 1 },
    { "{\"a\":" T ("F32", "[0,7]", "0", "0") "}", 0, 1 },
    { "{\"a\":" T ("F32", "[]", "4", "8") ",\"b\":" T ("F32", "[]", "0", "4") "}", 8, 2 },
    { "{\"a\":" T ("F32", "[]", "8", "12") ",\"b\":" T ("F32", "[]", "0", "4") ",\"c\":" T ("F32", "[]", "4", "8") "}", 12, 3 },
    { "{\"a\":{\"data_offsets\":[0,1],\"shape\":[1],\"dtype\":\"U8\"}}", 1, 1 },
    { "{ \"a\" : { \"dtype\" : \"U8\" , \"shape\" : [ 1 ] , \"data_offsets\" : [ 0 , 1 ] } }", 1, 1 },
    { "{\"a\":{\"dtype\":\"U8\",\"note\":{\"x\":[1,{}]},\"shape\":[1],\"data_offsets\":[0,1]}}", 1, 1 },
    { "{\"a\":" T ("F8_E4M3", "[5]", "0", "5") ",\"b\":" T ("F8_E5M2", "[5]", "5", "10") "}", 10, 2 },
    { "{\"a\":" T ("F4", "[6]", "0", "3") "}", 3, 1 },
    { "{\"a\":" T ("F6_E2M3", "[4]", "0", "3") ",\"b\":" T ("F6_E3M2", "[8]", "3", "9") "}", 9, 2 },
    { "{\"a\":" T ("F8_E8M0", "[2]", "0", "2") ",\"b\":" T ("BOOL", "[2]", "2", "4") "}", 4, 2 },
    { "{\"a\":" T ("I8", "[1]", "0", "1") ",\"b\":" T ("I16", "[1]", "1", "3") ",\"c\":" T ("I32", "[1]", "3", "7") ",\"d\":"
      T ("I64", "[1]", "7", "15") "}", 15, 4 },
    { "{\"a\":" T ("U16", "[1]", "0", "2") ",\"b\":" T ("U32", "[1]", "2", "6") ",\"c\":" T ("U64", "[1]", "6", "14") ",\"d\":"
      T ("F64", "[1]", "14", "22") ",\"e\":" T ("F16", "[1]", "22", "24") ",\"f\":" T ("C64", "[1]", "24", "32") "}", 32, 6 },
  };
  char *folder = shard_make_folder ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      Sum sum;

      shard_write (folder, "a.safetensors", cases[i].header, cases[i].data);
      if (!read_shard (folder, "a.safetensors", &sum, &error))
        g_error ("%s: %s", cases[i].header, error->message);
      g_assert_cmpuint (sum.tensors, ==, cases[i].tensors);
      g_assert_cmpint (sum.bytes, ==, cases[i].data);
    }
  shard_remove_folder (folder);
}

/* What stands as the format's own library writes it is read by another function than what does not: a blank tells them apart, and
 * nothing else may. Behind the tensors is enough text for them to be at hand. */
static void
test_plain (void)
{
  static const char *const tensors[] = {
    T ("BF16", "[2,3]", "0", "12"), T ("F32", "[]", "0", "4"), T ("F32", "[0,7]", "0", "0"), T ("F4", "[16]", "0", "8"),
    T ("U8", "[12]", "0", "12"), T ("BF16", "[02,3]", "0", "12"), T ("BF16", "[2,3]", "00", "12"), T ("BF16", "[2,3]", "0", "012"),
    T ("BF16", "[2,3]", "12", "0"), T ("BF16", "[2,3]", "0", "13"), T ("BF16", "[2,4]", "0", "12"), T ("BF17", "[2,3]", "0", "12"),
    T ("", "[2,3]", "0", "12"), T ("BF16", "[2,]", "0", "12"), T ("BF16", "[,2]", "0", "12"), T ("BF16", "[2,-3]", "0", "12"),
    T ("BF16", "[2.0,3]", "0", "12"), T ("BF16", "[6e0]", "0", "12"), T ("BF16", "[4294967296,4294967296]", "0", "12"),
    T ("BF16", "[9223372036854775807]", "0", "12"), T ("BF16", "[99999999999999999999]", "0", "12"), T ("BF16", "[2,3]", "0", "9223372036854775807"),
    T ("BF16", "[2,3]", "", "12"), T ("BF16", "[2,3]", "0", ""), T ("BF16", "[2,3]", "-0", "12"), T ("BF16", "[2,3]", "0", "12,13"),
    T ("BF16", "[2,3", "0", "12"), T ("BF16", "6", "0", "12"), T ("BF16", "null", "0", "12"), T ("BF16\\u0000", "[2,3]", "0", "12"),
    "{\"dtype\":\"BF16\",\"shape\":[2,3]}", "{\"dtype\":\"BF16\"}", "{}", "null",
  };
  char *folder = shard_make_folder ();
  g_autofree char *rest = g_strnfill (600, 'x');
  guint read = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      g_autoptr (GError) error = NULL, other_error = NULL;
      g_autofree char *plain = g_strdup_printf ("{\"a\":%s,\"__metadata__\":{\"x\":\"%s\"}}", tensors[i], rest);
      g_autofree char *blank = g_strdup_printf ("{\"a\": %s,\"__metadata__\":{\"x\":\"%s\"}}", tensors[i], rest);
      Sum sum, other;

      shard_write (folder, "plain.safetensors", plain, 12);
      shard_write (folder, "blank.safetensors", blank, 12);
      gboolean ok = read_shard (folder, "plain.safetensors", &sum, &error);
      gboolean other_ok = read_shard (folder, "blank.safetensors", &other, &other_error);
      g_assert_true (ok == other_ok);
      g_assert_cmpuint (sum.tensors, ==, other.tensors);
      g_assert_cmpint (sum.bytes, ==, other.bytes);
      read += ok;
      if (ok)
        continue;
      /* One letter further on. */
      const char *says = strstr (error->message, "column "), *other_says = strstr (other_error->message, "column ");
      g_assert_true ((says == NULL) == (other_says == NULL));
      if (says != NULL)
        g_assert_cmpstr (strchr (says, ':'), ==, strchr (other_says, ':'));
    }
  /* [2,3] and [12], and the first from −0 on: 2.0 and 6e0 are numbers that the format's own library takes for none of its. */
  g_assert_cmpuint (read, ==, 3);
  /* A member of that name is never a tensor, however it looks. */
  g_autoptr (GError) error = NULL;
  g_autofree char *header = g_strdup_printf ("{\"__metadata__\":%s,\"a\":{\"x\":\"%s\"}}", tensors[0], rest);
  Sum sum;

  shard_write (folder, "plain.safetensors", header, 12);
  g_assert_false (read_shard (folder, "plain.safetensors", &sum, &error));
  g_assert_nonnull (strstr (error->message, "__metadata__: texts alone"));
  shard_remove_folder (folder);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *header;
    gint64 data;
    const char *says;
  } cases[] = {
    { "[]", 0, "an object should" },
    { "", 0, "the text ends here" },
    { "{", 0, "the text ends here" },
    { "{}x", 0, "the end of the text" },
    { "{\"a\":1}", 0, "an object should" },
    { "{\"a\":{}}", 0, "it lacks" },
    { "{\"a\":" T ("BF16", "[2,3]", "0", "13") "}", 13, "13 bytes are not those of 6 elements at BF16" },
    { "{\"a\":" T ("F4", "[3]", "0", "1") "}", 1, "are not those of" },
    { "{\"a\":" T ("Q4_K", "[3]", "0", "1") "}", 1, "“Q4_K” is not known" },
    { "{\"a\":" T ("U8", "[3]", "0", "3") "}", 2, "by its header it goes on to byte" },
    { "{\"a\":" T ("U8", "[3]", "0", "3") "}", 4, "no tensor has byte 3" },
    { "{\"a\":" T ("U8", "[3]", "1", "4") "}", 4, "no tensor has byte 0" },
    { "{\"a\":" T ("U8", "[3]", "0", "3") ",\"b\":" T ("U8", "[3]", "2", "5") "}", 5, "the tensors “a” and “b” both have byte 2" },
    { "{\"a\":" T ("U8", "[3]", "0", "3") ",\"b\":" T ("U8", "[3]", "0", "3") "}", 3, "the tensors “a” and “b” both have byte 0" },
    { "{\"a\":" T ("U8", "[3]", "3", "0") "}", 3, "ends before it begins" },
    { "{\"a\":" T ("U8", "[3]", "-1", "2") "}", 3, "ends before it begins" },
    { "{\"a\":" T ("U8", "[-3]", "0", "3") "}", 3, "positive sides" },
    { "{\"a\":" T ("U8", "[4294967296,4294967296]", "0", "3") "}", 3, "more elements than can be counted" },
    { "{\"a\":" T ("F64", "[1152921504606846976]", "0", "3") "}", 3, "are not those of" },
    { "{\"a\":" T ("U8", "[9223372036854775808]", "0", "3") "}", 3, "64 bits" },
    { "{\"a\":" T ("U8", "[0.5]", "0", "3") "}", 3, "a: shape: a number with a point" },
    { "{\"a\":" T ("U8", "[3.0]", "0", "3") "}", 3, "a: shape: a number with a point" },
    { "{\"a\":" T ("U8", "[3]", "0", "3e0") "}", 3, "a: data_offsets: a number with a point" },
    { "{\"c\":" T ("U8", "[3]", "0", "3") ",\"a\":" T ("U8", "[3]", "5", "8") ",\"b\":" T ("U8", "[3]", "2", "5") "}", 8,
      "the tensors “c” and “b” both have byte 2" },
    { "{\"a\":" T ("U8", "[01]", "0", "3") "}", 3, "needless 0" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0]}}", 1, "a begin and an end" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1,2]}}", 1, "a begin and an end" },
    { "{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1, "“dtype” stands there twice" },
    { "{\"__metadata__\":{\"a\":1}}", 0, "texts alone" },
    { "{\"__metadata__\":{},\"__metadata__\":{}}", 0, "stands there twice" },
    { "{\"a\":{\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 0, "nested too deeply" },
    { "{\"a\tb\":1}", 0, "U+0009" },
    { "{\"\377\":1}", 0, "not UTF-8" },
    { "{\"a\\x\":1}", 0, "escape" },
    { "{\"a\"}", 0, "“:”" },
    { "{\"a\":" T ("U8", "[1]", "0", "1") ",}", 1, "name in quotes" },
    { "{\"a\":{\"dtype\":\"U8\",\"shape\":[1,],\"data_offsets\":[0,1]}}", 1, "cannot stand here" },
  };
  char *folder = shard_make_folder ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      Sum sum;

      shard_write (folder, "a.safetensors", cases[i].header, cases[i].data);
      if (read_shard (folder, "a.safetensors", &sum, &error))
        g_error ("%s is read", cases[i].header);
      g_assert_true (error->domain == ULL_ERROR);
      if (!g_str_has_prefix (error->message, "a.safetensors: ") || !strstr (error->message, cases[i].says))
        g_error ("%s: “%s” should say “%s”", cases[i].header, error->message, cases[i].says);
    }
  shard_remove_folder (folder);
}

/* Sizes that cannot be: bounded time, whatever the file claims. */
static void
test_hostile (void)
{
  char *folder = shard_make_folder ();
  const gint64 terabyte = G_GINT64_CONSTANT (1) << 40;
  static const struct
  {
    guint64 length;
    gint64 size; /* of the file */
    const char *header;
    const char *says;
  } cases[] = {
    { G_GUINT64_CONSTANT (1) << 63, 4096, "{}", "at most 100,000,000" },
    { G_MAXUINT64, 4096, "{}", "at most 100,000,000" },
    { 100000001, 0, "{}", "at most 100,000,000" },
    { 100000000, 4096, "{}", "the file ends at byte 4,096, and its header alone goes on to byte 100,000,008" },
    { 99999999, 0, "{", "line 1, column 2" },
    { 1 << 20, 0, "{\"", "U+0000" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 begin = g_get_monotonic_time ();
      g_autoptr (GError) error = NULL;
      Sum sum;

      shard_write_raw (folder, "a.safetensors", cases[i].length, cases[i].header, cases[i].size > 0 ? cases[i].size : terabyte);
      g_assert_false (read_shard (folder, "a.safetensors", &sum, &error));
      if (!strstr (error->message, cases[i].says))
        g_error ("“%s” should say “%s”", error->message, cases[i].says);
      g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * G_USEC_PER_SEC);
    }
  shard_remove_folder (folder);
}

/* A name that has no end within the header, and one longer than any. */
static void
test_long_names (void)
{
  char *folder = shard_make_folder ();
  g_autofree char *most = g_strnfill (65535, 'n'), *more = g_strnfill (70000, 'n'), *far = g_strnfill (3 << 20, 'n');
  g_autofree char *fits = g_strdup_printf ("{\"%s\":" T ("U8", "[1]", "0", "1") "}", most);
  g_autofree char *long_name = g_strdup_printf ("{\"%s\":" T ("U8", "[1]", "0", "1") "}", more);
  g_autofree char *endless = g_strdup_printf ("{\"%s", far);
  g_autofree char *skipped = g_strdup_printf ("{\"__metadata__\":{\"a\":\"%s\"}}", far);
  g_autoptr (GError) error = NULL;
  Sum sum;

  shard_write (folder, "a.safetensors", fits, 1);
  read_shard (folder, "a.safetensors", &sum, &error);
  g_assert_no_error (error);
  shard_write (folder, "a.safetensors", long_name, 1);
  g_assert_false (read_shard (folder, "a.safetensors", &sum, &error));
  g_assert_nonnull (strstr (error->message, "65,536"));
  g_clear_error (&error);
  shard_write (folder, "a.safetensors", endless, 0);
  g_assert_false (read_shard (folder, "a.safetensors", &sum, &error));
  g_assert_nonnull (strstr (error->message, "65,536"));
  g_clear_error (&error);
  /* What is passed over may be of any length: trainers keep their whole set-up there. */
  shard_write (folder, "a.safetensors", skipped, 0);
  read_shard (folder, "a.safetensors", &sum, &error);
  g_assert_no_error (error);
  shard_remove_folder (folder);
}

/* Every token meets the end of the reader's window once: a header that is shifted byte by byte against it. */
static void
test_window (void)
{
  char *folder = shard_make_folder ();

  for (guint shift = 131072 - 260; shift < 131072 + 4; shift++)
    {
      g_autofree char *blanks = g_strnfill (shift, ' ');
      g_autofree char *header
        = g_strdup_printf ("{%s\"model.\\u00e9.\303\251\" : " T ("BF16", "[20,30]", "0", "1200") ",\"__metadata__\":{\"k\":\"v\\n\303\251\"},"
                           "\"b\":{\"x\":[true,null,-1.5e3,\"s\"],\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[1200,1201]}}", blanks);
      g_autoptr (GError) error = NULL;
      Sum sum;

      shard_write (folder, "a.safetensors", header, 1201);
      if (!read_shard (folder, "a.safetensors", &sum, &error))
        g_error ("%u: %s", shift, error->message);
      g_assert_cmpint (sum.bytes, ==, 1201);
      g_assert_cmpuint (sum.tensors, ==, 2);
    }
  shard_remove_folder (folder);
}

static void
test_other_files (void)
{
  static const struct
  {
    const char *bytes;
    gsize length;
    const char *says;
  } cases[] = {
    { "", 0, "no safetensors file" },
    { "abc", 3, "no safetensors file" },
    { "PK\3\4\24\0\0\10\10\0data.pkl", 18, "pickle" },
    { "\200\2}q\0.\0\0\0\0\0\0", 12, "pickle" },
    { "GGUF\3\0\0\0\0\0\0\0\0\0\0\0", 16, "GGUF" },
    { "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 17\n", 66, "git lfs pull" },
    { "../../../blobs/0123456789abcdef0123456789abcdef/model.safetensors\n", 66, "symbolic link" },
  };
  char *folder = shard_make_folder ();
  g_autofree char *path = g_build_filename (folder, "a.safetensors", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      Sum sum;

      g_assert_true (g_file_set_contents (path, cases[i].bytes, (gssize) cases[i].length, NULL));
      g_assert_false (read_shard (folder, "a.safetensors", &sum, &error));
      if (!strstr (error->message, cases[i].says))
        g_error ("“%s” should say “%s”", error->message, cases[i].says);
    }
  shard_remove_folder (folder);
}

/* A tensor twice in one file, with bytes of its own each time; and the same one in two files. */
static void
test_twice (void)
{
  char *folder = shard_make_folder ();
  g_autofree char *one = g_build_filename (folder, "1.safetensors", NULL), *two = g_build_filename (folder, "2.safetensors", NULL);
  g_autoptr (UllCensus) once = ull_census_new (-1, FALSE), both = ull_census_new (-1, FALSE);
  g_autoptr (GError) error = NULL;
  UllWeights weights;
  gint64 tensors, copies, sum;
  guint64 names;

  shard_write (folder, "1.safetensors", "{\"a\":" T ("U8", "[3]", "0", "3") ",\"a\":" T ("U8", "[2]", "3", "5") "}", 5);
  g_assert_true (ull_census_add (once, one, &tensors, &names, &error));
  g_assert_false (ull_census_finish (once, &weights, &copies, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "1.safetensors: it has the tensor “a” twice; once would be right");
  g_clear_error (&error);

  shard_write (folder, "1.safetensors", "{\"a\":" T ("U8", "[3]", "0", "3") ",\"b\":" T ("U8", "[2]", "3", "5") "}", 5);
  shard_write (folder, "2.safetensors", "{\"b\":" T ("U8", "[2]", "0", "2") ",\"c\":" T ("U8", "[7]", "2", "9") "}", 9);
  g_assert_true (ull_census_add (both, one, &tensors, &names, &error) && ull_census_add (both, two, &tensors, &names, &error));
  g_assert_true (ull_census_finish (both, &weights, &copies, &error));
  g_assert_cmpint (copies, ==, 1);
  g_assert_true (ull_weights_sum (&weights, &sum));
  g_assert_cmpint (sum, ==, 3 + 2 + 7);
  shard_remove_folder (folder);
}

static void
test_index (void)
{
  static const struct
  {
    const char *text;
    gint64 total;
    guint shards;
    gint64 tensors;
  } cases[] = {
    { "{\"metadata\":{\"total_size\":10},\"weight_map\":{\"a\":\"1.safetensors\",\"b\":\"2.safetensors\",\"c\":\"1.safetensors\"}}", 10, 2, 3 },
    { "{\"weight_map\":{\"a\":\"1.safetensors\"},\"metadata\":{\"total_size\":13731385408.0}}", 13731385408, 1, 1 },
    { "{\"weight_map\":{\"a\":\"1.safetensors\"}}", -1, 1, 1 },
    { "{\"metadata\":{},\"weight_map\":{}}", -1, 0, 0 },
    { "{\"metadata\":null,\"weight_map\":{}}", -1, 0, 0 },
    { "{\"metadata\":{\"total_size\":\"12\"},\"weight_map\":{}}", -1, 0, 0 },
    { "{\"metadata\":{\"total_size\":null},\"weight_map\":{},\"other\":[1,2]}", -1, 0, 0 },
    { "{\r\n\"metadata\": {\"total_size\": 0},\r\n\"weight_map\": {}\r\n}\r\n", 0, 0, 0 },
  };
  static const struct
  {
    const char *text;
    const char *says;
  } refused[] = {
    { "", "the text ends here" },
    { "{\"metadata\":{}}", "weight_map is missing" },
    { "{\"weight_map\":[]}", "an object should" },
    { "{\"weight_map\":{\"a\":1}}", "in quotes" },
    { "{\"weight_map\":{\"a\":\"../../x.safetensors\"}}", "no file’s name" },
    { "{\"weight_map\":{\"a\":\"\"}}", "no file’s name" },
    { "{\"weight_map\":{\"a\":\"/etc/passwd\"}}", "no file’s name" },
    { "{\"weight_map\":{\"a\":\"1.safetensors\",\n\"b\"", "line 2" },
    { "{\"metadata\":{\"total_size\":1.5},\"weight_map\":{}}", "whole number" },
  };
  char *folder = shard_make_folder ();
  g_autofree char *path = g_build_filename (folder, "i.json", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      shard_put (folder, "i.json", cases[i].text);
      g_autoptr (UllShardIndex) index = ull_shard_index_read (path, &error);
      g_assert_no_error (error);
      g_assert_cmpint (index->total_size, ==, cases[i].total);
      g_assert_cmpuint (index->shards->len, ==, cases[i].shards);
      g_assert_cmpint (index->tensors, ==, cases[i].tensors);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      shard_put (folder, "i.json", refused[i].text);
      g_assert_null (ull_shard_index_read (path, &error));
      if (!strstr (error->message, refused[i].says))
        g_error ("“%s” should say “%s”", error->message, refused[i].says);
    }
  g_assert_cmpint (truncate (path, G_GINT64_CONSTANT (1) << 40), ==, 0);
  g_autoptr (GError) error = NULL;
  g_assert_null (ull_shard_index_read (path, &error));
  g_assert_nonnull (strstr (error->message, "256 MiB"));
  shard_remove_folder (folder);
}

/* What a name says: the module that holds it decides. */
static void
test_parts (void)
{
  static const struct
  {
    const char *name;
    UllWeightPart part;
    gboolean whole;
  } cases[] = {
    { "model.embed_tokens.weight", ULL_WEIGHT_EMBEDDING, FALSE },
    { "transformer.wte.weight", ULL_WEIGHT_EMBEDDING, FALSE },
    { "word_embeddings.weight", ULL_WEIGHT_EMBEDDING, FALSE },
    { "word_embeddings_layernorm.weight", ULL_WEIGHT_NORMS, TRUE },
    { "lm_head.weight", ULL_WEIGHT_HEAD, FALSE },
    { "output.weight", ULL_WEIGHT_HEAD, FALSE },
    { "model.layers.3.self_attn.q_proj.weight", ULL_WEIGHT_ATTENTION, FALSE },
    { "model.layers.3.self_attn.q_norm.weight", ULL_WEIGHT_NORMS, TRUE },
    { "model.layers.3.self_attn.kv_a_proj_with_mqa.weight", ULL_WEIGHT_ATTENTION, TRUE },
    { "model.layers.3.self_attn.rotary_emb.inv_freq", ULL_WEIGHT_OTHER, TRUE },
    { "model.layers.3.self_attn.sinks", ULL_WEIGHT_ATTENTION, FALSE },
    { "transformer.h.0.self_attention.query_key_value.weight", ULL_WEIGHT_ATTENTION, FALSE },
    { "model.layers.0.attention.wqkv.weight", ULL_WEIGHT_ATTENTION, FALSE },
    { "model.layers.0.linear_attn.A_log", ULL_WEIGHT_ATTENTION, FALSE },
    { "backbone.layers.0.mixer.in_proj.weight", ULL_WEIGHT_ATTENTION, FALSE },
    { "backbone.layers.1.mixer.up_proj.weight", ULL_WEIGHT_MLP, FALSE },
    { "model.layers.3.mlp.gate_proj.weight", ULL_WEIGHT_MLP, FALSE },
    { "model.layers.3.mlp.gate_proj.qweight", ULL_WEIGHT_MLP, FALSE },
    { "model.layers.3.mlp.gate_proj.g_idx", ULL_WEIGHT_MLP, FALSE },
    { "model.layers.3.mlp.down_proj.weight_scale_inv", ULL_WEIGHT_MLP, FALSE },
    { "model.layers.3.mlp.gate.weight", ULL_WEIGHT_EXPERTS, TRUE },
    { "model.layers.3.mlp.experts.12.up_proj.weight", ULL_WEIGHT_EXPERTS, FALSE },
    { "model.layers.3.mlp.experts.gate_up_proj_blocks", ULL_WEIGHT_EXPERTS, FALSE },
    { "model.layers.3.block_sparse_moe.experts.0.w1.weight", ULL_WEIGHT_EXPERTS, FALSE },
    { "model.layers.3.mlp.shared_experts.up_proj.weight", ULL_WEIGHT_MLP, FALSE },
    { "model.layers.3.input_layernorm.weight", ULL_WEIGHT_NORMS, TRUE },
    { "model.norm.weight", ULL_WEIGHT_NORMS, TRUE },
    { "transformer.h.0.ln_1.bias", ULL_WEIGHT_NORMS, TRUE },
    { "model.mtp.layers.0.mlp.up_proj.weight", ULL_WEIGHT_DRAFT, FALSE },
    { "vision_tower.encoder.layers.0.self_attn.q_proj.weight", ULL_WEIGHT_VISION, FALSE },
    { "model.visual.blocks.0.norm1.weight", ULL_WEIGHT_VISION, FALSE },
    { "multi_modal_projector.mm_input_projection_weight", ULL_WEIGHT_VISION, FALSE },
    { "strange", ULL_WEIGHT_OTHER, TRUE },
    { "a..b", ULL_WEIGHT_OTHER, TRUE },
    { "", ULL_WEIGHT_OTHER, TRUE },
    { ".", ULL_WEIGHT_OTHER, TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      UllTensorKind kind;

      ull_tensor_kind (cases[i].name, strlen (cases[i].name), &kind);
      if (kind.part != cases[i].part || kind.whole != cases[i].whole)
        g_error ("%s: %s, whole %d", cases[i].name, ull_weight_part_get_id (kind.part), kind.whole);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shards/accepted", test_accepted);
  g_test_add_func ("/shards/plain", test_plain);
  g_test_add_func ("/shards/refused", test_refused);
  g_test_add_func ("/shards/hostile", test_hostile);
  g_test_add_func ("/shards/long-names", test_long_names);
  g_test_add_func ("/shards/window", test_window);
  g_test_add_func ("/shards/other-files", test_other_files);
  g_test_add_func ("/shards/twice", test_twice);
  g_test_add_func ("/shards/index", test_index);
  g_test_add_func ("/shards/parts", test_parts);
  return g_test_run ();
}
