#include "ull-dtype.h"
#include "ull-error.h"
#include "ull-units.h"

#include <math.h>
#include <string.h>

typedef gboolean (*Parse) (const char *text, gint64 *value, GError **error);

typedef struct
{
  Parse parse;
  const char *text;
  gint64 value; /* -1: refused */
} Row;

/* Values by the meaning of the unit: 1 GiB = 2^30, 1 GB = 10^9, 1 % = 10,000 ppm. */
static void
test_parse (void)
{
  static const Row rows[] = {
    { ull_size_parse, "24GiB", 25769803776 },
    { ull_size_parse, "24 gib", 25769803776 },
    { ull_size_parse, "24" ULL_NBSP "GiB", 25769803776 },
    { ull_size_parse, "24GB", 24000000000 },
    { ull_size_parse, "24576MiB", 25769803776 },
    { ull_size_parse, "3KiB", 3072 },
    { ull_size_parse, "3TiB", 3298534883328 },
    { ull_size_parse, "3KB", 3000 },
    { ull_size_parse, "3MB", 3000000 },
    { ull_size_parse, "3TB", 3000000000000 },
    { ull_size_parse, "3B", 3 },
    { ull_size_parse, "1.8GB", 1800000000 },
    { ull_size_parse, "1,024", 1024 },
    { ull_size_parse, "16.06 GB", 16060000000 },
    { ull_size_parse, "0", 0 },
    { ull_size_parse, "0.5GiB", 536870912 },
    { ull_size_parse, "9223372036854775807", -1 }, /* one digit more than is read */
    { ull_size_parse, "99999999999999999999", -1 },
    { ull_size_parse, "-1GiB", -1 },
    { ull_size_parse, "24XiB", -1 },
    { ull_size_parse, "", -1 },
    { ull_size_parse, "GiB", -1 },
    { ull_size_parse, "inf", -1 },
    { ull_size_parse, "NaN", -1 },
    { ull_size_parse, "1e400", -1 },
    { ull_size_parse, "1.5", -1 },
    { ull_size_parse, "1,5GiB", -1 },
    { ull_size_parse, "0x10", -1 },
    { ull_size_parse, "1.2.3GiB", -1 },
    /* The part of a byte is dropped, however many decimals it has: 0.1 TiB is 109,951,162,777.6 bytes. */
    { ull_size_parse, "0.1TiB", 109951162777 },
    { ull_size_parse, "0.0999999999999999999TiB", 109951162777 },
    { ull_size_parse, "1e-30TiB", 0 },
    { ull_size_parse, "1e-400", -1 },
    { ull_fraction_parse, "15%", 150000 },
    { ull_fraction_parse, "0.15", 150000 },
    { ull_fraction_parse, ".9", 900000 },
    { ull_fraction_parse, "0.90", 900000 },
    { ull_fraction_parse, "1", 1000000 },
    { ull_fraction_parse, "92.5 %", 925000 },
    { ull_fraction_parse, "0.1234567", -1 },
    { ull_fraction_parse, "0.1000000", 100000 },
    { ull_count_parse, "4096", 4096 },
    { ull_count_parse, "4k", 4000 },
    { ull_count_parse, "4Ki", 4096 },
    { ull_count_parse, "3M", 3000000 },
    { ull_count_parse, "3Mi", 3145728 },
    { ull_count_parse, "3G", 3000000000 },
    { ull_count_parse, "3Gi", 3221225472 },
    { ull_count_parse, "7.0e9", 7000000000 },
    { ull_count_parse, "1.5k", 1500 },
    { ull_count_parse, "1.5", -1 },
    { ull_count_parse, "4q", -1 },
    { ull_count_parse, "1e30", -1 },
    { ull_count_parse, "nan", -1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 value = -1;
      gboolean ok = rows[i].parse (rows[i].text, &value, &error);

      g_test_message ("%s: %s", rows[i].text, ok ? "read" : error->message);
      g_assert_cmpint (ok, ==, rows[i].value >= 0);
      if (ok)
        g_assert_cmpint (value, ==, rows[i].value);
      else
        g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
    }
}

static void
test_arithmetic (void)
{
  gint64 value = -7;

  g_assert_false (ull_add (G_MAXINT64, 1, &value));
  g_assert_false (ull_mul (G_GINT64_CONSTANT (1) << 32, G_GINT64_CONSTANT (1) << 31, &value));
  g_assert_cmpint (value, ==, -7);
  g_assert_true (ull_mul_div_floor (G_MAXINT64, 900000, ULL_PPM_ONE, &value));
  g_assert_cmpint (value, ==, 8301034833169298226); /* floor (0.9 × (2^63 − 1)) */
  g_assert_true (ull_mul_div_ceil (10, 1, 3, &value));
  g_assert_cmpint (value, ==, 4);
  g_assert_false (ull_mul_div_floor (G_MAXINT64, 3, 2, &value));
  /* The largest number is still one: 2^63 - 1; its neighbour is not. */
  g_assert_true (ull_mul_div_floor (G_MAXINT64, 7, 7, &value));
  g_assert_cmpint (value, ==, G_MAXINT64);
  g_assert_false (ull_mul_div_ceil (G_GINT64_CONSTANT (1) << 62, 4, 2, &value));
  g_assert_cmpint (ull_div_ceil (7900, 16), ==, 494);
}

static void
check_text (char *taken, const char *expected)
{
  g_autofree char *text = taken;

  g_assert_cmpstr (text, ==, expected);
}

static void
test_format (void)
{
  check_text (ull_format_count (131072), "131,072");
  check_text (ull_format_count (0), "0");
  check_text (ull_format_count (-1234567), ULL_MINUS "1,234,567");
  check_text (ull_format_decimal (19347.44, 1), "19,347.4");
  check_text (ull_format_decimal (0.1445, 4), "0.1445");
  check_text (ull_format_decimal (22070, 0), "22,070");
  check_text (ull_format_throughput (19347.5), "19,348");
  check_text (ull_format_throughput (9.5), "10");
  check_text (ull_format_throughput (9.44), "9.4");
  check_text (ull_format_throughput (3), "3");
  check_text (ull_format_throughput (0.0138), "0.014");
  check_text (ull_format_throughput (0), "0");
  check_text (ull_format_decimal (999.96, 1), "1,000.0");
  check_text (ull_format_decimal (-1234.5, 1), ULL_MINUS "1,234.5");
  check_text (ull_format_decimal (-0.04, 1), "0.0");
  check_text (ull_format_decimal (1e15, 1), "1e+15");
  check_text (ull_format_decimal (NAN, 1), "nan");
  check_text (ull_format_gib (16060522496), "14.96" ULL_NBSP "GiB");
  check_text (ull_format_gb (16060522496), "16.06" ULL_NBSP "GB");
  check_text (ull_format_both (16060522496), "14.96" ULL_NBSP "GiB (16.06" ULL_NBSP "GB)");
  check_text (ull_format_both (0), "0.00" ULL_NBSP "GiB (0.00" ULL_NBSP "GB)");
  /* 1,969,664 / 2^20 = 1.878 */
  check_text (ull_format_both (1969664), "1.88" ULL_NBSP "MiB (1.97" ULL_NBSP "MB)");
  check_text (ull_format_both (12), "12" ULL_NBSP "B");
  check_text (ull_format_size (512 * ULL_MIB), "512" ULL_NBSP "MiB");
  check_text (ull_format_size (57344), "56" ULL_NBSP "KiB");
  check_text (ull_format_size (1), "1" ULL_NBSP "B");
  check_text (ull_format_size (0), "0" ULL_NBSP "B");
  check_text (ull_format_fraction (900000), "0.90");
  check_text (ull_format_fraction (925500), "0.9255");
  check_text (ull_format_tokens_short (131072), "128k");
  check_text (ull_format_tokens_short (37680), "37,680");
}

/* nvfp4: 9 bytes per 16; q8_0: 34 per 32; a row is whole blocks, so 80 elements of q8_0 are three of them. */
static void
test_formats (void)
{
  static const struct
  {
    const char *name;
    gint64 elements;
    gint64 bytes;
  } rows[] = { { "f32", 128, 512 },   { "bf16", 128, 256 },   { "fp8", 128, 128 }, { "int4", 128, 64 },
               { "nvfp4", 128, 72 },  { "q8_0", 128, 136 },   { "q4_0", 128, 72 }, { "q5_1", 32, 24 },
               { "q5_0", 32, 22 },    { "q4_1", 32, 20 },     { "iq4_nl", 32, 18 }, { "q8_0", 80, 102 },
               { "torch.bfloat16", 1, 2 }, { "BF16", 1, 2 } };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint64 bytes;

      g_assert_true (ull_dtype_row_bytes (ull_dtype_from_text (rows[i].name), rows[i].elements, &bytes));
      g_assert_cmpint (bytes, ==, rows[i].bytes);
    }
  g_assert_cmpint (ull_dtype_from_text ("int3"), ==, ULL_DTYPE_UNKNOWN);
}

/* A sentence stays one that can be read, whatever was typed; what is no UTF-8 does not stop it. */
static void
test_long_text (void)
{
  static const Parse parses[] = { ull_size_parse, ull_fraction_parse, ull_count_parse };
  g_autofree char *digits = g_strnfill (5000, '9');
  const char *texts[] = { digits, digits + 4983, "\377\376", "1\377" };

  for (gsize i = 0; i < G_N_ELEMENTS (parses); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
      {
        g_autoptr (GError) error = NULL;
        gint64 value;

        if (parses[i](texts[k], &value, &error))
          continue;
        g_assert_cmpuint (strlen (error->message), <, 200);
        g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
      }
}

/* Escape and override, a line's end, a noncharacter of each plane; what people write stays. */
static void
test_plain (void)
{
  static const struct
  {
    const char *text;
    const char *plain;
  } rows[] = {
    { "Llama-3.1-8B", "Llama-3.1-8B" },
    { "\303\251 \327\251\327\234 \360\237\230\200 <&\"", "\303\251 \327\251\327\234 \360\237\230\200 <&\"" },
    { "a\033[2Jb\nc\177", "a?[2Jb?c?" },
    { "\302\2332J", "?2J" },
    { "\342\200\256ab\342\201\251", "?ab?" },
    { "\357\277\277\360\237\277\276\357\267\220", "???" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *plain = ull_format_plain (rows[i].text);

      g_assert_cmpstr (plain, ==, rows[i].plain);
    }
}

static void
test_common (void)
{
  gint64 multiple = 7;

  g_assert_cmpint (ull_common_divisor (48, 32), ==, 16);
  g_assert_cmpint (ull_common_divisor (0, 32), ==, 32);
  g_assert_true (ull_common_multiple (32, 48, &multiple));
  g_assert_cmpint (multiple, ==, 96);
  g_assert_false (ull_common_multiple (G_MAXINT64, G_MAXINT64 - 1, &multiple));
  g_assert_cmpint (multiple, ==, 96);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/units/long-text", test_long_text);
  g_test_add_func ("/units/common", test_common);
  g_test_add_func ("/units/plain", test_plain);
  g_test_add_func ("/units/parse", test_parse);
  g_test_add_func ("/units/arithmetic", test_arithmetic);
  g_test_add_func ("/units/format", test_format);
  g_test_add_func ("/units/formats", test_formats);
  return g_test_run ();
}
