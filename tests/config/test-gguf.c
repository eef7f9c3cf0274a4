#include "gguf-make.h"
#include "ull-error.h"

#include <string.h>

/* The form of a GGUF file: every version in either order of bytes is read to the same, and what is damaged is a sentence. */

static UllGguf *
parse (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  UllGguf *file = ull_gguf_parse ("x.gguf", bytes, &error);

  g_assert_no_error (error);
  return file;
}

static void
assert_refused (GBytes *bytes, UllError code, const char *says)
{
  g_autoptr (GBytes) owned = bytes;
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();

  g_assert_null (ull_gguf_parse ("x.gguf", owned, &error));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 5 * G_USEC_PER_SEC);
  g_assert_error (error, ULL_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, "x.gguf: "));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_null (strchr (error->message, '\n'));
  if (!strstr (error->message, says))
    g_error ("“%s” should say “%s”", error->message, says);
}

static gint64
get_int (const UllGguf *file, const char *key, guint i)
{
  const UllGgufEntry *entry = ull_gguf_find (file, key);
  gint64 value = G_MININT64;

  g_assert_nonnull (entry);
  g_assert_true (ull_gguf_get_int (file, entry, i, &value));
  return value;
}

static void
fill (GgufMake *make)
{
  const gint64 list[] = { 7, -8, 9 };

  gguf_make_text (make, "general.architecture", "llama");
  gguf_make_int (make, "u8", ULL_GGUF_UINT8, 200);
  gguf_make_int (make, "i8", ULL_GGUF_INT8, -19);
  gguf_make_int (make, "u16", ULL_GGUF_UINT16, 0x1234);
  gguf_make_int (make, "i16", ULL_GGUF_INT16, -4661);
  gguf_make_int (make, "u32", ULL_GGUF_UINT32, 0x12345678);
  gguf_make_int (make, "i32", ULL_GGUF_INT32, -305419897);
  gguf_make_int (make, "u64", ULL_GGUF_UINT64, G_GINT64_CONSTANT (0x123456789abcdef0));
  gguf_make_int (make, "i64", ULL_GGUF_INT64, -G_GINT64_CONSTANT (0x123456789abcdef0));
  gguf_make_int (make, "f32", ULL_GGUF_FLOAT32, 0);
  gguf_make_int (make, "f64", ULL_GGUF_FLOAT64, 0);
  gguf_make_int (make, "yes", ULL_GGUF_BOOL, 1);
  gguf_make_words (make, "tokenizer.ggml.tokens", 1000);
  gguf_make_list (make, "list", ULL_GGUF_INT16, list, G_N_ELEMENTS (list));
  gguf_make_tensor (make, "token_embd.weight", 12, 256, 10, 0);
  gguf_make_tensor (make, "output_norm.weight", 0, 7, 0, 0);
  gguf_make_tensor (make, "blk.0.ffn_up_exps.weight", 8, 64, 3, 2);
}

static void
check_filled (const UllGguf *file)
{
  const UllGgufTensor *tensor;
  UllGgufText text;

  g_assert_cmpint (get_int (file, "u8", 0), ==, 200);
  g_assert_cmpint (get_int (file, "i8", 0), ==, -19);
  g_assert_cmpint (get_int (file, "u16", 0), ==, 0x1234);
  g_assert_cmpint (get_int (file, "i16", 0), ==, -4661);
  g_assert_cmpint (get_int (file, "u32", 0), ==, 0x12345678);
  g_assert_cmpint (get_int (file, "i32", 0), ==, -305419897);
  g_assert_cmpint (get_int (file, "u64", 0), ==, G_GINT64_CONSTANT (0x123456789abcdef0));
  g_assert_cmpint (get_int (file, "i64", 0), ==, -G_GINT64_CONSTANT (0x123456789abcdef0));
  g_assert_cmpint (get_int (file, "yes", 0), ==, 1);
  g_assert_cmpint (get_int (file, "list", 1), ==, -8);
  g_assert_cmpint (get_int (file, "list", 2), ==, 9);
  g_assert_true (ull_gguf_get_text (file, ull_gguf_find (file, "general.architecture"), &text));
  g_assert_true (ull_gguf_text_equal (text, "llama"));
  g_assert_null (ull_gguf_find (file, "u6"));
  /* 2,560 elements of 144 bytes for 256; 7 of 4; 384 of 34 for 32. */
  tensor = ull_gguf_find_tensor (file, "token_embd.weight");
  g_assert_cmpint (tensor->bytes, ==, 10 * 144);
  g_assert_cmpint (tensor->dims[1], ==, 10);
  g_assert_cmpint (ull_gguf_find_tensor (file, "output_norm.weight")->bytes, ==, 28);
  g_assert_cmpint (ull_gguf_find_tensor (file, "blk.0.ffn_up_exps.weight")->bytes, ==, 12 * 34);
  g_assert_cmpint (file->tensor_bytes, ==, 1440 + 28 + 408);
}

static void
test_versions (void)
{
  for (guint version = 1; version <= 3; version++)
    for (int big = FALSE; big <= TRUE; big++)
      {
        GgufMake *make = gguf_make_new (version, big);
        fill (make);
        g_autoptr (GBytes) bytes = gguf_make_end (make);
        g_autoptr (UllGguf) file = parse (bytes);

        g_assert_cmpuint (file->version, ==, version);
        g_assert_cmpint (file->big_endian, ==, big);
        g_assert_cmpuint (file->entries->len, ==, 14);
        check_filled (file);
      }
}

/* A number of the wrong kind is none. */
static void
test_no_numbers (void)
{
  GgufMake *make = gguf_make_new (3, FALSE);
  gint64 value = 5;

  fill (make);
  gguf_make_int (make, "huge", ULL_GGUF_UINT64, -1);
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  g_autoptr (UllGguf) file = parse (bytes);
  g_assert_false (ull_gguf_get_int (file, ull_gguf_find (file, "f32"), 0, &value));
  g_assert_false (ull_gguf_get_int (file, ull_gguf_find (file, "general.architecture"), 0, &value));
  g_assert_false (ull_gguf_get_int (file, ull_gguf_find (file, "tokenizer.ggml.tokens"), 0, &value));
  g_assert_false (ull_gguf_get_int (file, ull_gguf_find (file, "list"), 3, &value));
  g_assert_false (ull_gguf_get_int (file, ull_gguf_find (file, "huge"), 0, &value));
  g_assert_cmpint (value, ==, 5);
}

/* Cut anywhere: at each byte of the header, and one byte before the end of the data. */
static void
test_cut (void)
{
  GgufMake *make = gguf_make_new (3, FALSE);

  fill (make);
  g_autoptr (GBytes) whole = gguf_make_end (make);
  g_autoptr (UllGguf) file = parse (whole);
  for (gsize length = 0; length < file->header_end; length++)
    {
      g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, length);
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_gguf_parse ("x.gguf", cut, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_SYNTAX);
    }
  /* The last tensor's 408 bytes end 8 before the file does: what pads it may be missing, the tensor may not. */
  g_autoptr (GBytes) padded = g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) - 8);
  g_autoptr (UllGguf) unpadded = parse (padded);
  g_assert_cmpint (unpadded->tensor_bytes, ==, file->tensor_bytes);
  assert_refused (g_bytes_new_from_bytes (whole, 0, g_bytes_get_size (whole) - 9), ULL_ERROR_INVALID,
                  "blk.0.ffn_up_exps.weight: it goes on past the file’s end");
}

static GBytes *
start_with (guint version, guint64 tensors, guint64 entries, GByteArray *rest)
{
  GgufMake make = { .version = version };
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_append (bytes, (const guint8 *) "GGUF", 4);
  gguf_make_number (&make, bytes, 4, version);
  gguf_make_number (&make, bytes, 8, tensors);
  gguf_make_number (&make, bytes, 8, entries);
  if (rest)
    {
      g_byte_array_append (bytes, rest->data, rest->len);
      g_byte_array_unref (rest);
    }
  return g_byte_array_free_to_bytes (bytes);
}

static GByteArray *
list_of (guint64 inner, guint64 count)
{
  GgufMake make = { .version = 3 };
  GByteArray *bytes = g_byte_array_new ();

  gguf_make_put_text (&make, bytes, "list");
  gguf_make_number (&make, bytes, 4, ULL_GGUF_ARRAY);
  gguf_make_number (&make, bytes, 4, inner);
  gguf_make_number (&make, bytes, 8, count);
  return bytes;
}

static void
test_hostile_metadata (void)
{
  GgufMake make = { .version = 3 };
  GByteArray *name = g_byte_array_new ();

  assert_refused (start_with (3, 0, G_GUINT64_CONSTANT (1) << 63, NULL), ULL_ERROR_SYNTAX, "9,223,372,036,854,775,807 entries");
  assert_refused (start_with (3, G_GUINT64_CONSTANT (1) << 32, 0, NULL), ULL_ERROR_SYNTAX, "4,294,967,296 tensors");
  assert_refused (start_with (3, G_MAXUINT64, G_MAXUINT64, NULL), ULL_ERROR_SYNTAX, "entries");
  assert_refused (start_with (4, 0, 0, NULL), ULL_ERROR_UNSUPPORTED, "version 4");
  assert_refused (start_with (0, 0, 0, NULL), ULL_ERROR_UNSUPPORTED, "version 0");
  gguf_make_number (&make, name, 8, G_GUINT64_CONSTANT (1) << 30);
  assert_refused (start_with (3, 0, 1, name), ULL_ERROR_SYNTAX, "ends inside its metadata");
  assert_refused (start_with (3, 0, 1, list_of (ULL_GGUF_UINT64, G_MAXUINT64)), ULL_ERROR_SYNTAX, "list: the value goes on");
  assert_refused (start_with (3, 0, 1, list_of (ULL_GGUF_STRING, G_GUINT64_CONSTANT (1) << 61)), ULL_ERROR_SYNTAX,
                  "list: the list goes on");
  assert_refused (start_with (3, 0, 1, list_of (ULL_GGUF_ARRAY, 1)), ULL_ERROR_SYNTAX, "list: lists of lists");
  assert_refused (start_with (3, 0, 1, list_of (77, 1)), ULL_ERROR_SYNTAX, "list: values of type 77");
}

static GBytes *
with_tensor (const char *name, guint n_dims, const guint64 *dims, guint type, guint64 offset)
{
  GgufMake *make = gguf_make_new (3, FALSE);

  gguf_make_text (make, "general.architecture", "llama");
  gguf_make_put_text (make, make->tensors, name);
  gguf_make_number (make, make->tensors, 4, n_dims);
  for (guint i = 0; i < n_dims; i++)
    gguf_make_number (make, make->tensors, 8, dims[i % 4]);
  gguf_make_number (make, make->tensors, 4, type);
  gguf_make_number (make, make->tensors, 8, offset);
  make->n_tensors = 1;
  make->data = 64;
  return gguf_make_end (make);
}

static void
test_hostile_tensors (void)
{
  const guint64 wide[] = { G_GUINT64_CONSTANT (1) << 62, 2, 2, 2 }, huge[] = { G_MAXUINT64, 1, 1, 1 }, fit[] = { 16, 1, 1, 1 };
  const guint64 long_row[] = { G_GUINT64_CONSTANT (1) << 61, 2, 1, 1 };

  assert_refused (with_tensor ("t", 3, wide, 0, 0), ULL_ERROR_OVERFLOW, "t: its dimensions");
  assert_refused (with_tensor ("t", 1, huge, 0, 0), ULL_ERROR_OVERFLOW, "t: its dimensions");
  assert_refused (with_tensor ("t", 2, long_row, 0, 0), ULL_ERROR_OVERFLOW, "bytes than can be counted");
  assert_refused (with_tensor ("t", 5, fit, 0, 0), ULL_ERROR_INVALID, "a tensor of 5 dimensions");
  assert_refused (with_tensor ("t", 1, fit, 0, 32), ULL_ERROR_INVALID, "past the file’s end");
  assert_refused (with_tensor ("t", 1, fit, 0, G_MAXUINT64 - 31), ULL_ERROR_INVALID, "t: it does not begin");
  assert_refused (with_tensor ("t", 1, fit, 0, G_MAXINT64 - 31), ULL_ERROR_INVALID, "past the file’s end");
  assert_refused (with_tensor ("t", 1, fit, 0, 3), ULL_ERROR_INVALID, "multiple of the file’s alignment");
  assert_refused (with_tensor ("t", 1, fit, 2, 0), ULL_ERROR_INVALID, "no whole number of blocks of q4_0");
  assert_refused (with_tensor ("t", 1, fit, 137, 0), ULL_ERROR_UNSUPPORTED, "tensors of type 137 are not known");
  assert_refused (with_tensor ("t", 1, fit, 4, 0), ULL_ERROR_UNSUPPORTED, "tensors of type 4 are not known");
  assert_refused (with_tensor ("", 1, fit, 0, 0), ULL_ERROR_INVALID, "a tensor has no name");
  assert_refused (with_tensor ("\x1b[2J\xff", 1, fit, 137, 0), ULL_ERROR_UNSUPPORTED, "?[2J");
}

static void
test_tensors_among_each_other (void)
{
  GgufMake *make = gguf_make_new (3, FALSE);

  gguf_make_tensor (make, "a", 0, 64, 0, 0);
  make->data = 32;
  gguf_make_tensor (make, "b", 0, 64, 0, 0);
  assert_refused (gguf_make_end (make), ULL_ERROR_INVALID, "b: it begins inside another tensor");
  make = gguf_make_new (3, FALSE);
  gguf_make_tensor (make, "a", 0, 64, 0, 0);
  gguf_make_tensor (make, "a", 0, 64, 0, 0);
  assert_refused (gguf_make_end (make), ULL_ERROR_INVALID, "a: two tensors have this name");
}

static void
test_alignment (void)
{
  static const gint64 wrong[] = { 0, 3, 33, -1, G_GINT64_CONSTANT (1) << 40 };

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      GgufMake *make = gguf_make_new (3, FALSE);

      gguf_make_int (make, "general.alignment", ULL_GGUF_INT64, wrong[i]);
      make->alignment = 32;
      gguf_make_tensor (make, "a", 0, 64, 0, 0);
      assert_refused (gguf_make_end (make), ULL_ERROR_INVALID, "general.alignment: ");
    }
  GgufMake *make = gguf_make_new (3, FALSE);
  gguf_make_int (make, "general.alignment", ULL_GGUF_UINT32, 4096);
  gguf_make_tensor (make, "a", 0, 64, 0, 0);
  gguf_make_tensor (make, "b", 0, 64, 0, 0);
  g_autoptr (GBytes) bytes = gguf_make_end (make);
  g_autoptr (UllGguf) file = parse (bytes);
  g_assert_cmpuint (file->data_start, ==, 4096);
  g_assert_cmpint (ull_gguf_find_tensor (file, "b")->offset, ==, 4096);
}

/* Blocks as they are published for each type: elements, and their bytes with the scales. */
static void
test_packings (void)
{
  static const struct
  {
    guint type;
    const char *name;
    guint elements, bytes;
  } known[] = {
    { 0, "f32", 1, 4 },       { 1, "f16", 1, 2 },       { 2, "q4_0", 32, 18 },     { 3, "q4_1", 32, 20 },
    { 6, "q5_0", 32, 22 },    { 7, "q5_1", 32, 24 },    { 8, "q8_0", 32, 34 },     { 10, "q2_K", 256, 84 },
    { 11, "q3_K", 256, 110 }, { 12, "q4_K", 256, 144 }, { 13, "q5_K", 256, 176 },  { 14, "q6_K", 256, 210 },
    { 16, "iq2_xxs", 256, 66 }, { 17, "iq2_xs", 256, 74 }, { 18, "iq3_xxs", 256, 98 }, { 19, "iq1_s", 256, 50 },
    { 20, "iq4_nl", 32, 18 }, { 21, "iq3_s", 256, 110 }, { 22, "iq2_s", 256, 82 }, { 23, "iq4_xs", 256, 136 },
    { 29, "iq1_m", 256, 56 }, { 30, "bf16", 1, 2 },     { 34, "tq1_0", 256, 54 },  { 35, "tq2_0", 256, 66 },
    { 39, "mxfp4", 32, 17 },  { 40, "nvfp4", 64, 36 },  { 41, "q1_0", 128, 18 },   { 42, "q2_0", 64, 18 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const UllGgufPacking *packing = ull_gguf_packing (known[i].type);

      g_assert_cmpstr (packing->name, ==, known[i].name);
      g_assert_cmpuint (packing->elements, ==, known[i].elements);
      g_assert_cmpuint (packing->bytes, ==, known[i].bytes);
    }
  g_assert_null (ull_gguf_packing (43));
  g_assert_null (ull_gguf_packing (5));
  g_assert_null (ull_gguf_packing (G_MAXUINT64));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gguf/versions", test_versions);
  g_test_add_func ("/gguf/no-numbers", test_no_numbers);
  g_test_add_func ("/gguf/cut", test_cut);
  g_test_add_func ("/gguf/hostile-metadata", test_hostile_metadata);
  g_test_add_func ("/gguf/hostile-tensors", test_hostile_tensors);
  g_test_add_func ("/gguf/tensors-among-each-other", test_tensors_among_each_other);
  g_test_add_func ("/gguf/alignment", test_alignment);
  g_test_add_func ("/gguf/packings", test_packings);
  return g_test_run ();
}
