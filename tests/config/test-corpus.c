#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"

#include <string.h>

/* A corpus of public configurations with figures that were checked against the engines' own code, where one lies beside
 * the sources. A row that is full attention throughout must come out to the byte or be refused by name; any other row
 * must be refused, or keep what its window keeps within the length limit. Small files of our own stand in data/configs. */

typedef struct
{
  ConfigTable *table;
  guint equal;
  guint refused;
} Corpus;

static char *
get_folder (void)
{
  return g_build_filename (g_test_get_dir (G_TEST_DIST), "..", "..", "shared", "corpus", "configs", NULL);
}

static gboolean
is_full (const ConfigTable *table, guint row)
{
  const char *kinds = config_table_get (table, row, "layer_kinds");
  return g_regex_match_simple ("^full:[0-9]+$", kinds, 0, 0)
         && config_table_get_int (table, row, "extra_bytes_per_token") == 0;
}

/* A window no smaller than the length limit holds every token there can be. */
static gboolean
is_full_within_limit (const ConfigTable *table, guint row)
{
  const char *kinds = config_table_get (table, row, "layer_kinds");
  return g_regex_match_simple ("^window:[0-9]+$", kinds, 0, 0)
         && config_table_get_int (table, row, "window_tokens")
              >= config_table_get_int (table, row, "max_position_embeddings");
}

static void
check_row (Corpus *corpus, const char *folder, guint row)
{
  const ConfigTable *table = corpus->table;
  const char *file = config_table_get (table, row, "file");
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);

  if (!model)
    {
      g_assert_true (g_str_has_prefix (error->message, file));
      g_assert_true (error->code == ULL_ERROR_UNSUPPORTED || config_table_get (table, row, "layer_kinds")[0] == '\0');
      corpus->refused++;
      return;
    }

  gint64 bytes = -1;
  if (is_full (table, row))
    bytes = config_table_get_int (table, row, "kv_full_bytes_per_token_bf16");
  else if (is_full_within_limit (table, row))
    bytes = config_table_get_int (table, row, "kv_window_bytes_per_token_bf16");
  if (config_bytes (model, 1) != bytes)
    g_error ("%s: %" G_GINT64_FORMAT " B a token, not %" G_GINT64_FORMAT, file, config_bytes (model, 1), bytes);
  if (model->parameters >= 0 && config_table_get (table, row, "total_params")[0] != '\0')
    g_assert_cmpint (model->parameters, ==, config_table_get_int (table, row, "total_params"));
  corpus->equal++;
}

static void
test_corpus (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *index = g_build_filename (folder, "INDEX.tsv", NULL);
  g_autoptr (ConfigTable) table = config_table_read (index);
  Corpus corpus = { .table = table };

  if (!table)
    {
      g_test_message ("no corpus beside the sources: 0 of 0 rows were compared");
      return;
    }
  for (guint row = 0; row < table->rows->len; row++)
    check_row (&corpus, folder, row);
  g_test_message ("%u rows: %u equal to the byte, %u refused by name", table->rows->len, corpus.equal, corpus.refused);
  g_assert_cmpuint (corpus.equal, >, 100);
}

static gboolean
same_public_name (const char *model_id, const char *name)
{
  const char *base = strrchr (model_id, '/') ? strrchr (model_id, '/') + 1 : model_id;
  if (g_str_has_prefix (base, "Meta-"))
    base += strlen ("Meta-");
  if (g_ascii_strncasecmp (base, name, strlen (name)) != 0)
    return FALSE;
  const char *rest = base + strlen (name);
  return rest[0] == '\0' || g_str_has_prefix (rest, "-Instruct") || g_str_has_prefix (rest, "-Base")
         || g_str_has_prefix (rest, "-Chat") || g_str_has_prefix (rest, "-hf");
}

/* No bundled model says anything else than the corpus does under its public name. */
static void
test_bundled_agree (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *index = g_build_filename (folder, "INDEX.tsv", NULL);
  g_autoptr (ConfigTable) table = config_table_read (index);
  guint compared = 0;

  for (const UllBundledModel *bundled = ull_config_bundled (NULL); table && bundled->id; bundled++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (bundled->id, NULL);
      for (guint row = 0; row < table->rows->len; row++)
        {
          if (!is_full (table, row) || !same_public_name (config_table_get (table, row, "model_id"), bundled->name))
            continue;
          g_assert_cmpint (config_bytes (model, 1), ==,
                           config_table_get_int (table, row, "kv_full_bytes_per_token_bf16"));
          if (config_table_get (table, row, "total_params")[0] != '\0')
            g_assert_cmpint (model->parameters, ==, config_table_get_int (table, row, "total_params"));
          compared++;
        }
    }
  g_test_message ("%u rows were compared with bundled models", compared);
  g_assert_true (!table || compared > 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/config/corpus", test_corpus);
  g_test_add_func ("/config/corpus/bundled-agree", test_bundled_agree);
  return g_test_run ();
}
