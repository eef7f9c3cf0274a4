#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"

#include <string.h>

/* What each rule makes of small files written for it: rules.tsv has the runs of every file in the words of
 * describe_run(), derived by hand, and why.
 *
 *   2 sliding: 2x16+16@8      two layers, each 2 heads of 16 for K and 16 for V, up to 8 tokens
 *   1 latent: 1x40 all        one vector of 40, held by every rank
 *   1 sliding draft           counted only when asked for
 *   ... /4                    one entry for 4 tokens
 *   ... =                     once a sequence: a state
 *   ... side@1500             one entry for each of an encoder's tokens, of which there are always 1,500
 *   ... index                 an indexer's keys
 *   ... :f32                  a format of its own, where it is not the KV lever's */

static ConfigTable *cases;

static const char *
get_format (UllDtype format)
{
  switch (format)
    {
    case ULL_DTYPE_KV:
      return "";
    case ULL_DTYPE_STATE:
      return ":state";
    case ULL_DTYPE_NATIVE:
      return ":native";
    case ULL_DTYPE_F32:
      return ":f32";
    default:
      return ":other";
    }
}

static void
describe_store (GString *text, const UllStore *store)
{
  static const char *const shards[] = { "", " channels", " all" };
  static const char *const growths[] = { "", "", " =", " side" };

  g_string_append_printf (text, "%dx%d", (int) store->heads, (int) store->k_dim);
  if (store->v_dim > 0)
    g_string_append_printf (text, "+%d", (int) store->v_dim);
  if (store->per > 1)
    g_string_append_printf (text, "/%d", (int) store->per);
  g_string_append (text, growths[store->growth]);
  if (store->cap > 0)
    g_string_append_printf (text, "@%d", (int) store->cap);
  g_string_append_printf (text, "%s%s%s", get_format (store->k_format), shards[store->shard],
                          store->role == ULL_ROLE_INDEXER ? " index" : "");
  g_assert_cmpint (store->v_format, ==, store->k_format);
  g_assert_cmpint (store->extra_bytes, ==, 0);
}

static void
describe_run (GString *text, const UllRun *run)
{
  g_string_append_printf (text, "%s%d %s%s", text->len > 0 ? "; " : "", (int) run->count,
                          ull_layer_kind_get_id (run->kind), run->draft ? " draft" : "");
  for (guint i = 0; i < run->n_stores; i++)
    {
      g_string_append (text, i == 0 ? ": " : ", ");
      describe_store (text, &run->stores[i]);
    }
}

static char *
describe (const UllModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < model->n_runs; i++)
    describe_run (text, &model->runs[i]);
  return g_string_free (text, FALSE);
}

static void
test_case (gconstpointer data)
{
  guint row = GPOINTER_TO_UINT (data);
  const char *file = config_table_get (cases, row, "file");
  const char *says = config_table_get (cases, row, "says");
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  if (strcmp (config_table_get (cases, row, "outcome"), "read") == 0)
    {
      g_assert_no_error (error);
      g_autofree char *runs = describe (model);
      g_autofree char *warnings = config_dup_warnings (model);

      g_assert_cmpstr (runs, ==, config_table_get (cases, row, "runs"));
      if (says[0])
        g_assert_nonnull (strstr (warnings, says));
      else
        g_assert_cmpstr (warnings, ==, "");
      return;
    }
  g_assert_null (model);
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, file));
  g_assert_nonnull (strstr (error->message, says));
  g_assert_nonnull (strstr (error->message, "; "));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "rules.tsv", NULL);
  cases = config_table_read (path);
  g_assert_nonnull (cases);
  for (guint row = 0; row < cases->rows->len; row++)
    {
      g_autofree char *name = g_strconcat ("/config/rule/", config_table_get (cases, row, "file"), NULL);
      g_test_add_data_func (name, GUINT_TO_POINTER (row), test_case);
    }
  int status = g_test_run ();
  config_table_free (cases);
  return status;
}
