#include "ull-document.h"
#include "ull-load-json.h"

#include <math.h>
#include <string.h>

/* A load as a value and as a file has it; what cannot be is refused with its place. */

static UllLoad *
read_text (const char *text, GError **error)
{
  g_autoptr (UllJson) json = ull_json_parse ("load.json", text, strlen (text), ULL_JSON_STRICT, error);

  g_assert_nonnull (json);
  return ull_load_from_json (ull_json_root (json), error);
}

static char *
write_text (UllLoad *load, const char *before)
{
  g_autoptr (JsonNode) root = before != NULL ? json_from_string (before, NULL) : json_node_new (JSON_NODE_OBJECT);

  if (before == NULL)
    json_node_take_object (root, json_object_new ());
  ull_load_write_json (load, json_node_get_object (root));
  return json_to_string (root, FALSE);
}

static void
test_presets (void)
{
  for (guint i = 0; i < ull_load_get_n_presets (); i++)
    {
      const UllLoadPreset *preset = ull_load_get_preset (i);
      g_autoptr (UllLoad) load = ull_load_new_preset (preset->id), copy = ull_load_copy (load), back = NULL;
      g_autofree char *text = write_text (load, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_true (ull_load_check (load, &error));
      g_assert_no_error (error);
      g_assert_true (ull_load_equal (load, copy));
      back = read_text (text, &error);
      g_assert_no_error (error);
      g_assert_true (ull_load_equal (load, back));
      copy->requests++;
      g_assert_false (ull_load_equal (load, copy));
      g_assert_cmpint (strlen (preset->title) * strlen (preset->lesson) * strlen (preset->source), >, 0);
    }
  g_assert_null (ull_load_new_preset ("xyzzy"));
  g_assert_null (ull_load_new_preset (NULL));
}

static void
test_members (void)
{
  static const struct
  {
    const char *name;
    gsize offset;
  } doubles[] = { { "rate", G_STRUCT_OFFSET (UllLoad, rate) },
                  { "think_seconds", G_STRUCT_OFFSET (UllLoad, think_seconds) },
                  { "patience_seconds", G_STRUCT_OFFSET (UllLoad, patience_seconds) },
                  { "zipf", G_STRUCT_OFFSET (UllLoad, zipf) },
                  { "prefix_fraction", G_STRUCT_OFFSET (UllLoad, prefix_fraction) } };

  for (guint i = 0; i < G_N_ELEMENTS (doubles); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"%s\": 0.1}", doubles[i].name);
      g_autoptr (UllLoad) load = read_text (text, NULL), back = NULL;
      g_autofree char *written = write_text (load, NULL);

      g_assert_cmpfloat (G_STRUCT_MEMBER (double, load, doubles[i].offset), ==, 0.1);
      back = read_text (written, NULL);
      g_assert_true (ull_load_equal (load, back));
    }
}

static void
test_steps (void)
{
  g_autoptr (UllLoad) load = read_text ("{\"step\": {\"base_us\": 8000, \"token_us\": 12.5, \"source\": \"a run\"}}", NULL);
  g_autofree char *text = write_text (load, "{\"step\": {\"context_us\": 3, \"xyzzy\": 1}, \"xyzzy\": [1]}");
  g_autoptr (UllLoad) back = read_text (text, NULL);

  g_assert_cmpfloat (load->step_us[ULL_STEP_BASE], ==, 8000);
  g_assert_cmpfloat (load->step_us[ULL_STEP_TOKEN], ==, 12.5);
  g_assert_true (isnan (load->step_us[ULL_STEP_CONTEXT]));
  g_assert_cmpstr (load->step_source, ==, "a run");
  g_assert_true (ull_load_equal (load, back));
  /* What nobody knows stays, what is no longer said goes. */
  g_assert_nonnull (strstr (text, "\"xyzzy\":[1]"));
  g_assert_nonnull (strstr (text, "\"xyzzy\":1"));
  g_assert_null (strstr (text, "context_us"));
}

static void
test_arrivals (void)
{
  static const char *const right[] = { "closed", "poisson:4", "gamma:4,2.5", "onoff:0.5,10,30" };
  static const char *const wrong[] = { "", "poisson", "poisson:", "poisson:x", "poisson:4,2", "closed:1", "gamma:4", "gamma:4,", "onoff:1,2",
                                       "poisson:inf", "poisson:nan", "poissons:4", "\xff\xfe", "trace:1" };
  g_autoptr (UllLoad) load = ull_load_new ();

  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autofree char *text = NULL;

      g_assert_true (ull_load_parse_arrivals (load, right[i], NULL));
      text = ull_load_dup_arrivals (load);
      g_assert_cmpstr (text, ==, right[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (ull_load_parse_arrivals (load, wrong[i], &error));
      g_assert_error (error, ULL_ERROR, ULL_ERROR_USAGE);
      g_assert_nonnull (strchr (error->message, ';'));
    }
}

static void
test_hostile (void)
{
  static const char *const texts[] = {
    "[]", "{\"kind\": \"xyzzy\"}", "{\"kind\": 3}", "{\"arrivals\": \"x\"}", "{\"requests\": 0}", "{\"requests\": 1000001}",
    "{\"requests\": 1.5}", "{\"seed\": -1}", "{\"rate\": 0}", "{\"rate\": 1e300}", "{\"cv\": -1}", "{\"speed\": 0}",
    "{\"prefix_tokens\": -1}", "{\"prefix_fraction\": 1.1}", "{\"prefixes\": 0}", "{\"prefixes\": 4294967297}", "{\"zipf\": -1}",
    "{\"turns\": 0}", "{\"think_seconds\": -1}", "{\"patience_seconds\": 1e300}", "{\"cap\": -1}", "{\"on_seconds\": 0}",
    "{\"lengths\": 3}", "{\"lengths\": {}}", "{\"lengths\": {\"spec\": \"fixed:0\"}}", "{\"outputs\": {\"spec\": \"csv:a:b\"}}",
    "{\"kind\": \"trace\"}", "{\"kind\": \"sessions\", \"arrivals\": \"poisson:1\"}", "{\"arrivals\": \"trace\"}",
    "{\"step\": 3}", "{\"step\": {\"base_us\": -1}}", "{\"step\": {\"token_us\": \"x\"}}", "{\"trace\": 3}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      UllLoad *load = read_text (texts[i], &error);

      if (load != NULL)
        g_error ("%s was taken", texts[i]);
      g_assert_cmpint (error->domain, ==, ULL_ERROR);
      g_assert_true (g_str_has_prefix (error->message, "load.json: line 1"));
    }
  g_test_message ("%u hostile loads", (guint) G_N_ELEMENTS (texts));
}

/* A file has the load, and a change of something else keeps it. */
static void
test_document (void)
{
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllLoad) load = ull_load_new_preset ("chat");
  g_autoptr (UllScenario) with = ull_scenario_with_load (plain, load);
  g_autoptr (UllScenario) longer = ull_scenario_with (with, ULL_FIELD_CONTEXT, 100, NULL, NULL);
  g_autofree char *text = ull_document_write (longer, NULL), *without = NULL;
  g_autoptr (UllScenario) back = ull_document_parse ("a.ullage", text, strlen (text), NULL);
  g_autoptr (UllScenario) dropped = ull_scenario_with_load (back, NULL);

  g_assert_false (ull_scenario_equal (plain, with));
  g_assert_true (ull_load_equal (longer->load, load));
  g_assert_true (ull_load_equal (back->load, load));
  without = ull_document_write (dropped, text);
  g_assert_null (strstr (without, "\"load\""));
}

static gboolean
beside_cb (const char *path)
{
  return g_str_equal (path, "/plans/a/logs/x.csv");
}

static gboolean
here_cb (const char *path)
{
  g_autofree char *here = g_canonicalize_filename ("logs/x.csv", NULL);

  return g_str_equal (path, here);
}

static gboolean
nowhere_cb (const char *path)
{
  return FALSE;
}

/* A log beside the document, or below it, goes with the folder; one elsewhere is found from everywhere. What an earlier version
 * wrote, a path as typed, is looked for beside the document first and then where the program was started. */
static void
test_log (void)
{
  static const struct
  {
    const char *log;
    const char *document;
    const char *written;
  } cases[] = {
    { "/plans/a/logs/x.csv", "/plans/a/b.ullage", "logs/x.csv" },
    { "/plans/a/x.csv", "/plans/a/b.ullage", "x.csv" },
    { "/plans/another/x.csv", "/plans/a/b.ullage", "/plans/another/x.csv" },
    { "/plans/ab/x.csv", "/plans/a/b.ullage", "/plans/ab/x.csv" },
    { "/x.csv", "/b.ullage", "x.csv" },
    { "/plans/a/../c/x.csv", "/plans/c/b.ullage", "x.csv" },
  };
  g_autoptr (UllModel) model = ull_model_new_dense ("8B", 32, 32, 8, 128, NULL);
  g_autoptr (UllScenario) plain = ull_scenario_new (model, ull_device_find ("rtx-4090"));
  g_autoptr (UllScenario) without = ull_document_place_log (plain, "/a.ullage");
  g_autofree char *here = g_canonicalize_filename ("logs/x.csv", NULL);

  g_assert_true (without == plain);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllLoad) load = ull_load_new_preset ("code");
      g_autoptr (UllScenario) with = NULL, placed = NULL, found = NULL;
      g_autofree char *whole = g_canonicalize_filename (cases[i].log, NULL);

      ull_load_set_trace (load, cases[i].log);
      with = ull_scenario_with_load (plain, load);
      placed = ull_document_place_log (with, cases[i].document);
      g_assert_cmpstr (placed->load->trace, ==, cases[i].written);
      found = ull_document_find_log (placed, cases[i].document, nowhere_cb);
      g_assert_cmpstr (found->load->trace, ==, whole);
    }
  {
    g_autoptr (UllLoad) load = ull_load_new_preset ("code");
    g_autoptr (UllScenario) with = NULL, moved = NULL, old = NULL;

    ull_load_set_trace (load, "logs/x.csv");
    with = ull_scenario_with_load (plain, load);
    moved = ull_document_find_log (with, "/plans/a/b.ullage", beside_cb);
    g_assert_cmpstr (moved->load->trace, ==, "/plans/a/logs/x.csv");
    old = ull_document_find_log (with, "/elsewhere/b.ullage", here_cb);
    g_assert_cmpstr (old->load->trace, ==, here);
  }
}

/* How finely a preset is run, and with what step, is not the preset's; what its requests are is. */
static void
test_is_preset (void)
{
  for (guint i = 0; i < ull_load_get_n_presets (); i++)
    {
      g_autoptr (UllLoad) load = ull_load_new_preset (ull_load_get_preset (i)->id);
      g_autoptr (UllLengths) lengths = ull_lengths_new ("fixed:77", NULL, NULL);

      g_assert_true (ull_load_is_preset (load));
      load->requests += 7;
      load->seed += 1;
      load->cap = 5;
      load->step_us[0] = 1234;
      g_assert_true (ull_load_is_preset (load));
      ull_load_set_lengths (load, lengths);
      g_assert_false (ull_load_is_preset (load));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/load/presets", test_presets);
  g_test_add_func ("/load/members", test_members);
  g_test_add_func ("/load/steps", test_steps);
  g_test_add_func ("/load/arrivals", test_arrivals);
  g_test_add_func ("/load/hostile", test_hostile);
  g_test_add_func ("/load/document", test_document);
  g_test_add_func ("/load/log-of-a-document", test_log);
  g_test_add_func ("/load/is-preset", test_is_preset);
  return g_test_run ();
}
