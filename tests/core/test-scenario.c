#include "ull-document.h"

#include "ull-units.h"

#include <glib/gstdio.h>
#include <string.h>

static UllScenario *
example (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("Example", 28, 28, 4, 128, NULL);
  UllDevice *device = ull_device_find ("rtx-4090");
  g_autoptr (UllScenario) first = ull_scenario_new (model, device);

  return ull_scenario_with (first, ULL_FIELD_OVERHEAD, 1800000000, "1.8 GB", NULL);
}

static void
test_with (void)
{
  g_autoptr (UllScenario) scenario = example ();
  g_autoptr (UllScenario) changed = ull_scenario_with (scenario, ULL_FIELD_CONTEXT, 8192, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (scenario->value[ULL_FIELD_CONTEXT], ==, 4096);
  g_assert_cmpint (changed->value[ULL_FIELD_CONTEXT], ==, 8192);
  g_assert_cmpstr (changed->typed[ULL_FIELD_OVERHEAD], ==, "1.8 GB");
  g_assert_false (ull_scenario_equal (scenario, changed));
  g_assert_null (ull_scenario_with (scenario, ULL_FIELD_CONTEXT, 0, NULL, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
}

/* Divisors of 28: 1, 2, 4, 7, 14, 28; 3 is none. */
static void
test_kv_heads (void)
{
  g_autoptr (UllScenario) scenario = example ();
  g_autoptr (UllScenario) mha = ull_scenario_with (scenario, ULL_FIELD_KV_HEADS, 28, NULL, NULL);
  g_autoptr (GError) error = NULL;
  UllStore store;

  g_assert_nonnull (mha);
  ull_scenario_scale_store (mha, &mha->model->runs[0].stores[0], &store);
  g_assert_cmpint (store.heads, ==, 28);
  g_assert_null (ull_scenario_with (scenario, ULL_FIELD_KV_HEADS, 3, NULL, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
}

/* One run of each growth, so that every member of a store goes through the file. */
static UllModel *
mixed_model (void)
{
  static const UllStore full = { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 8, 192, 128, 8, ULL_DTYPE_KV, ULL_DTYPE_FP8 };
  static const UllStore window = { ULL_GROWTH_CAPPED, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 512, 1, 4, 64, 64, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  static const UllStore state = { ULL_GROWTH_CONSTANT, ULL_SHARD_CHANNELS, ULL_ROLE_CACHE, 0, 1, 1, 4096, 0, 0, ULL_DTYPE_STATE, ULL_DTYPE_STATE };
  static const UllStore latent = { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, 4, 1, 576, 0, 0, ULL_DTYPE_NATIVE, ULL_DTYPE_KV };
  static const UllStore indexer = { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_INDEXER, 0, 1, 1, 128, 0, 4, ULL_DTYPE_FP8, ULL_DTYPE_FP8 };
  UllModel facts = { .name = g_strdup ("Mixed"), .parameters = 1000, .weight_bytes = -1, .max_positions = 2048,
                     .query_heads = 32, .hidden_size = -1, .native_dtype = ULL_DTYPE_F16, .n_runs = 3, .n_layers = 5 };

  facts.runs = g_new0 (UllRun, 3);
  facts.runs[0] = (UllRun) { .count = 2, .kind = ULL_LAYER_FULL, .n_stores = 2, .stores = { full, state } };
  facts.runs[1] = (UllRun) { .count = 2, .kind = ULL_LAYER_SLIDING, .n_stores = 1, .stores = { window } };
  facts.runs[2] = (UllRun) { .count = 1, .kind = ULL_LAYER_LATENT, .draft = TRUE, .n_stores = 2, .stores = { latent, indexer } };
  facts.layer_run = g_memdup2 ("\0\1\0\1\2", 5);
  return ull_model_take (&facts, NULL);
}

static void
test_round_trip (void)
{
  g_autoptr (UllModel) model = mixed_model ();
  g_autoptr (UllScenario) first = ull_scenario_new (model, ull_device_find ("h100-sxm"));
  g_autoptr (UllScenario) second = ull_scenario_with (first, ULL_FIELD_UTILIZATION, 925000, "92.5 %", NULL);
  g_autoptr (UllScenario) third = ull_scenario_with_kv_dtype (second, ULL_DTYPE_NVFP4);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = ull_document_write (third, NULL);
  g_autofree char *again = NULL;
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_cmpmem (read->value, sizeof read->value, third->value, sizeof third->value);
  g_assert_cmpstr (read->typed[ULL_FIELD_UTILIZATION], ==, "92.5 %");
  g_assert_cmpstr (read->device->id, ==, "h100-sxm");
  g_assert_cmpuint (read->model->n_runs, ==, 3);
  g_assert_cmpmem (read->model->layer_run, 5, "\0\1\0\1\2", 5);
  again = ull_document_write (read, text);
  g_assert_cmpstr (again, ==, text);
  for (guint i = 0; i < 3; i++)
    {
      const UllRun *a = &read->model->runs[i], *b = &model->runs[i];

      g_assert_cmpint (a->count, ==, b->count);
      g_assert_cmpint (a->draft, ==, b->draft);
      g_assert_cmpuint (a->n_stores, ==, b->n_stores);
      g_assert_cmpmem (a->stores, sizeof a->stores, b->stores, sizeof b->stores);
    }
}

static void
test_unknown_members (void)
{
  g_autoptr (UllScenario) scenario = example ();
  g_autofree char *text = ull_document_write (scenario, NULL);
  g_autofree char *edited = g_strdup_printf ("{\"later\": {\"a\": [1, 2.5, null]}, %s", strchr (text, '{') + 1);
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", edited, strlen (edited), NULL);
  g_autofree char *again = NULL;

  g_assert_nonnull (read);
  again = ull_document_write (read, edited);
  g_assert_nonnull (strstr (again, "\"later\""));
  g_assert_nonnull (strstr (again, "2.5"));
}

/* Very large and very small numbers, beside texts that look like them, are what they were when the file is written again. */
static void
test_exponents (void)
{
  static const char extra[] = "{\"later\": {\"a\": [1e20, 1e-07, -3e+45, 2.5e+30], \"b\": \"1e+20.0\", \"c\": \"\\\"1e5.0\", \"d\\\\\": 1e300}, %s";
  g_autoptr (UllScenario) scenario = example ();
  g_autofree char *text = ull_document_write (scenario, NULL);
  g_autofree char *members = g_strndup (extra, strlen (extra) - 2), *edited = g_strconcat (members, strchr (text, '{') + 1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", edited, strlen (edited), &error);
  g_autofree char *again = NULL;
  g_autoptr (UllScenario) same = NULL;

  g_assert_no_error (error);
  again = ull_document_write (read, edited);
  same = ull_document_parse ("a.ullage", again, strlen (again), &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (again, "1e+20,"));
  g_assert_nonnull (strstr (again, "\"1e+20.0\""));
  g_assert_nonnull (strstr (again, "\\\"1e5.0\""));
}

static char *
replaced (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);

  g_assert_nonnull (parts[1]);
  return g_strconcat (parts[0], to, parts[1], NULL);
}

/* Each damage is refused, and the message names where. */
static void
test_damaged (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    const char *place;
  } rows[] = {
    { "\"ullage\"", "\"other\"", "ullage" },
    { "\"ullage\" : 1", "\"ullage\" : 99", "version" },
    { "\"heads\" : 4", "\"heads\" : -4", "heads" },
    { "\"heads\" : 4", "\"heads\" : 99999999999999999999", "line" },
    { "\"count\" : 28", "\"count\" : 0", "count" },
    { "\"reported_bytes\" : ", "\"reported_bytes\" : -", "reported_bytes" },
    { "\"context\" : 4096", "\"context\" : \"many\"", "context" },
    { "\"context\" : 4096", "\"context\" : 4096, \"kv_heads\" : 3", "kv_heads" },
    { "\"growth\" : \"token\"", "\"growth\" : \"tokens\"", "growth" },
    { "\"growth\" :", "\"grown\" :", "growth" },
    { "\"count\" :", "\"counts\" :", "count" },
    { "\"heads\" :", "\"kv_heads\" :", "heads" },
    { "\"k_dim\" : 128", "\"k_dim\" : null", "k_dim" },
    { "\"v_dim\" :", "\"v\" :", "v_dim" },
    { "\"format\" :", "\"dtype\" :", "format" },
    { "\"allocatable_bytes\" : ", "\"allocatable_bytes\" : 9", "more than the driver reports" },
    { "\"settings\"", "\"set\"", "settings" },
    { "{", "[", "line" },
  };
  g_autoptr (UllScenario) scenario = example ();
  g_autofree char *text = ull_document_write (scenario, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *damaged = replaced (text, rows[i].from, rows[i].to);
      g_autoptr (GError) error = NULL;

      g_assert_null (ull_document_parse ("a.ullage", damaged, strlen (damaged), &error));
      g_test_message ("%s", error->message);
      g_assert_true (error->domain == ULL_ERROR);
      g_assert_nonnull (strstr (error->message, rows[i].place));
      g_assert_true (g_str_has_prefix (error->message, "a.ullage"));
    }
  for (gsize length = 0; length + 2 < strlen (text); length += 7)
    g_assert_null (ull_document_parse ("a.ullage", text, length, NULL));
}

/* What the scenario no longer has must not come back from the file that is written over. */
static void
test_written_over (void)
{
  g_autoptr (UllModel) mixed = mixed_model ();
  g_autoptr (UllModel) dense = ull_model_new_dense ("dense", 4, 8, 8, 64, NULL);
  g_autoptr (UllScenario) first = ull_scenario_new (mixed, ull_device_find ("h100-sxm"));
  g_autoptr (UllScenario) set = ull_scenario_with (first, ULL_FIELD_OVERHEAD, 1800000000, "1.8 GB", NULL);
  g_autofree char *old = ull_document_write (set, NULL);
  g_autoptr (UllScenario) other = ull_scenario_with_model (set, dense);
  g_autoptr (UllScenario) unset = ull_scenario_with (other, ULL_FIELD_OVERHEAD, ULL_UNSET, NULL, NULL);
  g_autofree char *text = ull_document_write (unset, old);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (read->model->name, ==, "dense");
  g_assert_cmpuint (read->model->n_layers, ==, 4);
  g_assert_cmpint (read->value[ULL_FIELD_OVERHEAD], ==, ULL_UNSET);
  g_assert_null (strstr (text, "1.8 GB"));
  g_assert_null (strstr (text, "order"));
}

/* A text beside a value is shown in its place, so it must say that value. */
static void
test_typed_says_value (void)
{
  static const struct
  {
    const char *text;
    const char *kept;
  } rows[] = { { "1.8 GB", "1.8 GB" }, { "99 GB", NULL }, { "\\u001b[2J", NULL }, { "", NULL } };
  g_autoptr (UllScenario) scenario = example ();

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) set = ull_scenario_with (scenario, ULL_FIELD_OVERHEAD, 1800000000, "1.8 GB", NULL);
      g_autofree char *text = ull_document_write (set, NULL);
      g_autofree char *edited = replaced (text, "1.8 GB", rows[i].text);
      g_autoptr (GError) error = NULL;
      g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", edited, strlen (edited), &error);

      g_assert_no_error (error);
      g_assert_cmpint (read->value[ULL_FIELD_OVERHEAD], ==, 1800000000);
      g_assert_cmpstr (read->typed[ULL_FIELD_OVERHEAD], ==, rows[i].kept);
    }
}

/* Whatever a member that is kept holds, the file that is written can be read; a name holds no controls. */
static void
test_odd_characters (void)
{
  g_autoptr (UllScenario) scenario = example ();
  g_autofree char *text = ull_document_write (scenario, NULL);
  g_autofree char *later = replaced (text, "{", "{\"lat\\u001fer\": \"\\u001f\\u007f\302\233\357\277\277\360\237\277\276\", ");
  g_autofree char *edited = replaced (later, "\"name\" : \"", "\"name\" : \"\\u001b\\u001f");
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) read = ull_document_parse ("a.ullage", edited, strlen (edited), &error);
  g_autoptr (UllScenario) again = NULL;
  g_autofree char *written = NULL;

  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (read->model->name, "??"));
  written = ull_document_write (read, edited);
  g_assert_nonnull (strstr (written, "\"lat\\u001fer\" : \"\\u001f\\u007f\\u009b\\uffff"));
  again = ull_document_parse ("a.ullage", written, strlen (written), &error);
  g_assert_no_error (error);
}

static void
test_save (void)
{
  g_autoptr (UllScenario) scenario = example ();
  g_autofree char *folder = g_dir_make_tmp ("ullage-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.ullage", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "none", "a.ullage", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (ull_document_save (scenario, NULL, path, &error));
  g_assert_false (ull_document_save (scenario, NULL, nowhere, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_IO);
  g_remove (path);
  g_rmdir (folder);
}

/* The cache is kept at 16 bits whatever the checkpoint: fp32 and fp8 weights do not make an fp32 or fp8 cache. */
static void
test_cache_format (void)
{
  static const struct
  {
    UllDtype native;
    UllDtype kept;
  } rows[] = {
    { ULL_DTYPE_BF16, ULL_DTYPE_BF16 }, { ULL_DTYPE_F16, ULL_DTYPE_F16 },      { ULL_DTYPE_F32, ULL_DTYPE_BF16 },
    { ULL_DTYPE_FP8, ULL_DTYPE_BF16 },  { ULL_DTYPE_UNKNOWN, ULL_DTYPE_BF16 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (UllScenario) scenario = example ();
      UllFormats formats;

      scenario->model->native_dtype = rows[i].native;
      ull_scenario_get_formats (scenario, &formats);
      g_assert_cmpint (formats.k, ==, rows[i].kept);
      g_assert_cmpint (formats.v, ==, rows[i].kept);
    }
}

/* What was typed about one model says nothing of the next; the load and the card's settings do. */
static void
test_with_model (void)
{
  static const UllFieldId of_model[] = { ULL_FIELD_KV_HEADS, ULL_FIELD_WEIGHTS, ULL_FIELD_PARAMETERS,
                                         ULL_FIELD_WEIGHT_DTYPE, ULL_FIELD_MAX_MODEL_LEN };
  g_autoptr (UllModel) other = ull_model_new_dense ("other", 2, 4, 4, 64, NULL);
  g_autoptr (UllScenario) scenario = example ();
  g_autoptr (UllScenario) changed = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (of_model); i++)
    {
      UllScenario *next = ull_scenario_with (scenario, of_model[i], 4, "4", NULL);

      g_assert_nonnull (next);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  changed = ull_scenario_with_model (scenario, other);
  for (gsize i = 0; i < G_N_ELEMENTS (of_model); i++)
    {
      g_assert_cmpint (changed->value[of_model[i]], ==, ULL_UNSET);
      g_assert_null (changed->typed[of_model[i]]);
    }
  g_assert_cmpint (changed->value[ULL_FIELD_CONTEXT], ==, scenario->value[ULL_FIELD_CONTEXT]);
}

static void
test_catalogue (void)
{
  GPtrArray *devices = ull_device_catalogue ();

  g_assert_cmpuint (devices->len, >=, 12);
  /* The sizes that the driver and an allocation report for an RTX 4090: 24,564 and 24,210 MiB. */
  g_assert_cmpint (ull_device_find ("RTX-4090")->reported, ==, 24564 * ULL_MIB);
  g_assert_cmpint (ull_device_find ("rtx-4090")->allocatable, ==, 24210 * ULL_MIB);
  g_assert_null (ull_device_find ("none"));
}

/* A latent of 512 + 64 at 2 B is 1,152 B whatever the cards; 8 heads on 16 cards are one head each; 3 on 2 are refused. */
static void
test_store_bytes (void)
{
  UllStore heads = { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  UllStore latent = { ULL_GROWTH_TOKEN, ULL_SHARD_REPLICATED, ULL_ROLE_CACHE, 0, 1, 1, 576, 0, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  UllFormats formats = { ULL_DTYPE_BF16, ULL_DTYPE_BF16, ULL_DTYPE_F32, ULL_DTYPE_BF16 };
  g_autoptr (GError) error = NULL;
  gint64 bytes;

  g_assert_true (ull_store_bytes (&heads, &formats, 10, 1, &bytes, NULL));
  g_assert_cmpint (bytes, ==, 10 * 8 * 256 * 2);
  g_assert_true (ull_store_bytes (&heads, &formats, 10, 16, &bytes, NULL));
  g_assert_cmpint (bytes, ==, 10 * 256 * 2);
  g_assert_true (ull_store_bytes (&latent, &formats, 1, 8, &bytes, NULL));
  g_assert_cmpint (bytes, ==, 1152);
  heads.heads = 3;
  g_assert_false (ull_store_bytes (&heads, &formats, 1, 2, &bytes, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (ull_store_bytes (&latent, &formats, G_MAXINT64, 1, &bytes, &error));
  g_assert_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW);
  latent.growth = ULL_GROWTH_CAPPED;
  latent.cap = 100;
  g_assert_true (ull_store_bytes (&latent, &formats, 5000, 1, &bytes, NULL));
  g_assert_cmpint (bytes, ==, 100 * 1152);
  latent.per = 4;
  g_assert_true (ull_store_bytes (&latent, &formats, 9, 1, &bytes, NULL));
  g_assert_cmpint (bytes, ==, 3 * 1152);
}

static void
test_fields (void)
{
  for (int i = 0; i < ULL_N_FIELDS; i++)
    {
      const UllField *field = ull_field_get ((UllFieldId) i);
      g_autofree char *text = ull_field_format (field, field->max);
      g_autoptr (GError) error = NULL;
      gint64 value;

      g_assert_cmpint (field->id, ==, i);
      g_assert_true (field->option == NULL || ull_field_by_option (field->option) == field);
      g_assert_true (ull_field_by_name (field->name) == field);
      g_assert_true (ull_field_parse (field, text, &value, &error));
      g_assert_cmpint (value, ==, field->max);
      g_assert_false (ull_field_parse (field, "-5", &value, &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
    }
}

/* Every kind of value comes back from a file as it was set. */
static void
test_settings_round_trip (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    gint64 value;
  } rows[] = {
    { "engine", "VLLM", ULL_ENGINE_VLLM },        { "enforce_eager", "yes", 1 },
    { "async_scheduling", "off", 0 },             { "mamba_cache_mode", "align", ULL_MAMBA_ALIGN },
    { "engine_version", "v0.19.1rc2.dev3", 19001 }, { "watermark_ppm", "1%", 10000 },
    { "activation_bytes", "4.76GiB", 5111011082 }, { "num_gpu_blocks_override", "16", 16 },
  };
  g_autoptr (UllModel) model = mixed_model ();
  g_autoptr (UllScenario) scenario = ull_scenario_new (model, ull_device_find ("h100-sxm"));
  g_autoptr (UllScenario) read = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const UllField *field = ull_field_by_name (rows[i].name);
      UllScenario *next;
      gint64 value;

      g_assert_true (ull_field_parse (field, rows[i].text, &value, &error));
      g_assert_cmpint (value, ==, rows[i].value);
      next = ull_scenario_with (scenario, field->id, value, NULL, &error);
      g_assert_no_error (error);
      ull_scenario_unref (scenario);
      scenario = next;
    }
  text = ull_document_write (scenario, NULL);
  read = ull_document_parse ("a.ullage", text, strlen (text), &error);
  g_assert_no_error (error);
  for (int i = 0; i < ULL_N_FIELDS; i++)
    g_assert_cmpint (read->value[i], ==, scenario->value[i]);
}

/* A setting that nobody set stands for what the table says, and can be unset again. */
static void
test_unset (void)
{
  g_autoptr (UllModel) model = mixed_model ();
  g_autoptr (UllScenario) first = ull_scenario_new (model, ull_device_find ("h100-sxm"));
  g_autoptr (UllScenario) set = ull_scenario_with (first, ULL_FIELD_BLOCK_SIZE, 64, NULL, NULL);
  g_autoptr (UllScenario) again = ull_scenario_with (set, ULL_FIELD_BLOCK_SIZE, ULL_UNSET, NULL, NULL);

  g_assert_cmpint (ull_scenario_get (first, ULL_FIELD_BLOCK_SIZE), ==, 16);
  g_assert_cmpint (ull_scenario_get (set, ULL_FIELD_BLOCK_SIZE), ==, 64);
  g_assert_true (ull_scenario_equal (first, again));
}

/* Two stores are one only where every member is the same. */
static void
test_store_equal (void)
{
  static const UllStore store = { ULL_GROWTH_TOKEN, ULL_SHARD_HEADS, ULL_ROLE_CACHE, 0, 1, 8, 128, 128, 0, ULL_DTYPE_KV, ULL_DTYPE_KV };
  UllStore other[11];

  g_assert_true (ull_store_equal (&store, &store));
  for (gsize i = 0; i < G_N_ELEMENTS (other); i++)
    other[i] = store;
  other[0].growth = ULL_GROWTH_CAPPED;
  other[1].shard = ULL_SHARD_REPLICATED;
  other[2].role = ULL_ROLE_INDEXER;
  other[3].cap = 512;
  other[4].per = 4;
  other[5].heads = 4;
  other[6].k_dim = 64;
  other[7].v_dim = 64;
  other[8].extra_bytes = 8;
  other[9].k_format = ULL_DTYPE_FP8;
  other[10].v_format = ULL_DTYPE_FP8;
  for (gsize i = 0; i < G_N_ELEMENTS (other); i++)
    g_assert_false (ull_store_equal (&store, &other[i]));
}

/* Parameters without a size are those of a quantised file: their bytes at the native format would be a guess. Typed
 * ones, or a typed format, are the person's word. */
static void
test_quantised_weights (void)
{
  g_autoptr (UllModel) model = mixed_model ();
  g_autoptr (UllScenario) first = ull_scenario_new (model, ull_device_find ("h100-sxm"));
  g_autoptr (UllScenario) format = ull_scenario_with (first, ULL_FIELD_WEIGHT_DTYPE, ULL_DTYPE_INT4, NULL, NULL);
  g_autoptr (UllScenario) typed = ull_scenario_with (first, ULL_FIELD_PARAMETERS, 2000, NULL, NULL);
  UllWeightSource source;
  gint64 bytes;

  g_assert_true (ull_scenario_get_weights (first, &bytes, &source, NULL));
  g_assert_cmpint (source, ==, ULL_WEIGHTS_UNKNOWN);
  g_assert_cmpint (bytes, ==, 0);
  g_assert_true (ull_scenario_get_weights (format, &bytes, &source, NULL));
  g_assert_cmpint (bytes, ==, 500);
  g_assert_true (ull_scenario_get_weights (typed, &bytes, &source, NULL));
  g_assert_cmpint (bytes, ==, 4000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/written-over", test_written_over);
  g_test_add_func ("/scenario/cache-format", test_cache_format);
  g_test_add_func ("/scenario/with-model", test_with_model);
  g_test_add_func ("/document/typed-says-value", test_typed_says_value);
  g_test_add_func ("/document/odd-characters", test_odd_characters);
  g_test_add_func ("/scenario/with", test_with);
  g_test_add_func ("/scenario/kv-heads", test_kv_heads);
  g_test_add_func ("/scenario/store-bytes", test_store_bytes);
  g_test_add_func ("/scenario/store-equal", test_store_equal);
  g_test_add_func ("/scenario/settings-round-trip", test_settings_round_trip);
  g_test_add_func ("/scenario/unset", test_unset);
  g_test_add_func ("/scenario/fields", test_fields);
  g_test_add_func ("/scenario/catalogue", test_catalogue);
  g_test_add_func ("/scenario/quantised-weights", test_quantised_weights);
  g_test_add_func ("/document/round-trip", test_round_trip);
  g_test_add_func ("/document/unknown-members", test_unknown_members);
  g_test_add_func ("/document/exponents", test_exponents);
  g_test_add_func ("/document/damaged", test_damaged);
  g_test_add_func ("/document/save", test_save);
  return g_test_run ();
}
