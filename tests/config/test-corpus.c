#include "config-table.h"
#include "ull-config.h"
#include "ull-error.h"

#include <string.h>

/* A corpus of public configurations with figures that were checked against the engines' own code, where one lies beside
 * the sources: every row with a figure must come out to the byte. Rows that are refused, or that come out otherwise, stand
 * in data/configs/corpus-exceptions.tsv with the reason; one that stands there and comes out equal after all is a fault
 * too. Small files of our own stand in data/configs. */

typedef enum
{
  EQUAL,
  REFUSED,  /* on purpose: the file lacks what is needed, or is none */
  EXPECTED, /* the row's figure is not what the file says */
  WRONG,
  N_OUTCOMES,
} Outcome;

static const char *const outcome_names[] = { "equal", "refused", "expected failure", "wrong" };

/* What the stores come to, in the table's own terms. */
typedef struct
{
  gint64 full;      /* bytes a token of the stores that grow by one entry a token */
  gint64 window;    /* the same of capped stores, up to the cap */
  gint64 cap;       /* tokens, of all capped stores; -1 where they differ */
  gint64 extra;     /* bytes a token of indexers and compressed entries */
  gint64 state_2b;  /* bytes a sequence, all at 2 bytes an element */
  gint64 state_4b;  /* the same with recurrent parts at 4 bytes */
} Figures;

static char *
get_folder (void)
{
  return g_build_filename (g_test_get_dir (G_TEST_DIST), "..", "..", "shared", "corpus", "configs", NULL);
}

static gint64
get_bytes (const UllStore *store, gint64 tokens, UllDtype state)
{
  const UllFormats formats = { ULL_DTYPE_BF16, ULL_DTYPE_BF16, state, ULL_DTYPE_BF16 };
  g_autoptr (GError) error = NULL;
  UllStore two = *store;
  gint64 bytes;

  /* A fixed format of a recurrent part is the 4-byte column's; the other column has 2 bytes throughout. */
  if (state == ULL_DTYPE_BF16 && two.k_format == ULL_DTYPE_F32)
    two.k_format = two.v_format = ULL_DTYPE_BF16;
  ull_store_bytes (&two, &formats, tokens, 1, &bytes, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
add_store (Figures *figures, const UllStore *store, gint64 layers)
{
  switch (store->growth)
    {
    case ULL_GROWTH_TOKEN:
      if (store->role == ULL_ROLE_CACHE && store->per == 1)
        figures->full += layers * get_bytes (store, 1, ULL_DTYPE_BF16);
      else
        figures->extra += layers * get_bytes (store, store->per, ULL_DTYPE_BF16) / store->per;
      break;
    case ULL_GROWTH_CAPPED:
      figures->window += layers * get_bytes (store, 1, ULL_DTYPE_BF16);
      figures->cap = figures->cap == 0 || figures->cap == store->cap ? store->cap : -1;
      break;
    case ULL_GROWTH_CONSTANT:
      figures->state_2b += layers * get_bytes (store, 1, ULL_DTYPE_BF16);
      figures->state_4b += layers * get_bytes (store, 1, ULL_DTYPE_F32);
      break;
    case ULL_GROWTH_SIDE:
    default:
      /* What an encoder always makes is the same for every sequence. */
      figures->state_2b += layers * get_bytes (store, store->cap, ULL_DTYPE_BF16);
      figures->state_4b += layers * get_bytes (store, store->cap, ULL_DTYPE_BF16);
      break;
    }
}

static Figures
get_figures (const UllModel *model)
{
  Figures figures = { 0 };

  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; !model->runs[i].draft && k < model->runs[i].n_stores; k++)
      add_store (&figures, &model->runs[i].stores[k], model->runs[i].count);
  return figures;
}

/* The table's words for layers. A layer with attention and a state beside it is listed under its attention. */
static const char *const kind_words[ULL_N_LAYER_KINDS][3] = {
  [ULL_LAYER_FULL] = { "full" },
  [ULL_LAYER_SLIDING] = { "window" },
  [ULL_LAYER_CHUNKED] = { "chunk" },
  [ULL_LAYER_LATENT] = { "mla" },
  [ULL_LAYER_RECURRENT] = { "ssm", "linear" },
  [ULL_LAYER_CROSS] = { "cross" },
  [ULL_LAYER_SHARED] = { "shared" },
  [ULL_LAYER_NONE] = { "none" },
};

static gint64
count_word (char **kinds, const char *word)
{
  gint64 sum = 0;

  for (char **kind = kinds; *kind; kind++)
    if (word && g_str_has_prefix (*kind, word) && (*kind)[strlen (word)] == ':')
      sum += g_ascii_strtoll (*kind + strlen (word) + 1, NULL, 10);
  return sum;
}

static gboolean
same_kinds (const UllModel *model, const char *text)
{
  g_auto (GStrv) kinds = g_strsplit (text, " ", -1);

  for (guint kind = 0; kind < ULL_N_LAYER_KINDS; kind++)
    {
      gint64 ours = 0;
      for (guint i = 0; i < model->n_runs; i++)
        if (!model->runs[i].draft && model->runs[i].kind == kind)
          ours += model->runs[i].count;
      if (ours != count_word (kinds, kind_words[kind][0]) + count_word (kinds, kind_words[kind][1]))
        return FALSE;
    }
  return TRUE;
}

/* The column as a whole number; the compressed entries' is written as one of a fraction. */
static gint64
get_figure (const ConfigTable *table, guint row, const char *column)
{
  return (gint64) g_ascii_strtod (config_table_get (table, row, column), NULL);
}

static char *
describe_difference (const ConfigTable *table, guint row, const UllModel *model)
{
  Figures figures = get_figures (model);
  const struct
  {
    const char *column;
    gint64 ours;
  } columns[] = {
    { "kv_full_bytes_per_token_bf16", figures.full },   { "kv_window_bytes_per_token_bf16", figures.window },
    { "window_tokens", figures.cap },                   { "extra_bytes_per_token", figures.extra },
    { "const_state_bytes_all_2B", figures.state_2b },   { "const_state_bytes_rec_4B", figures.state_4b },
    { "total_params", model->parameters },
  };

  if (!same_kinds (model, config_table_get (table, row, "layer_kinds")))
    return g_strdup_printf ("not %s", config_table_get (table, row, "layer_kinds"));
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      gboolean counted = !g_str_equal (columns[i].column, "total_params")
                         || (model->parameters >= 0 && config_table_get (table, row, "total_params")[0] != '\0');
      if (counted && columns[i].ours != get_figure (table, row, columns[i].column))
        return g_strdup_printf ("%s is %" G_GINT64_FORMAT ", not %s", columns[i].column, columns[i].ours,
                                config_table_get (table, row, columns[i].column));
    }
  return NULL;
}

/* (nullable): the outcome that data/configs/corpus-exceptions.tsv has for the file. */
static const char *
find_exception (const ConfigTable *exceptions, const char *file)
{
  for (guint row = 0; row < exceptions->rows->len; row++)
    if (strcmp (config_table_get (exceptions, row, "file"), file) == 0)
      return config_table_get (exceptions, row, "outcome");
  return NULL;
}

static Outcome
check_row (const ConfigTable *table, const ConfigTable *exceptions, const char *folder, guint row)
{
  const char *file = config_table_get (table, row, "file");
  const char *exception = find_exception (exceptions, file);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *difference = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (UllModel) model = ull_config_open (path, ULL_CONFIG_DEFAULT, &error);
  Outcome outcome;

  if (!model)
    {
      g_assert_true (g_str_has_prefix (error->message, file));
      outcome = g_strcmp0 (exception, "refused") == 0 ? REFUSED : WRONG;
      difference = g_strdup (error->message);
    }
  else
    {
      difference = describe_difference (table, row, model);
      outcome = !difference ? EQUAL : g_strcmp0 (exception, "differs") == 0 ? EXPECTED : WRONG;
    }
  if (outcome != EQUAL)
    g_test_message ("%s: %s: %s", outcome_names[outcome], file, difference);
  else if (exception)
    {
      g_test_message ("%s: equal, and listed as %s", file, exception);
      return WRONG;
    }
  return outcome;
}

static void
test_corpus (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *index = g_build_filename (folder, "INDEX.tsv", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "corpus-exceptions.tsv", NULL);
  g_autoptr (ConfigTable) table = config_table_read (index);
  g_autoptr (ConfigTable) exceptions = config_table_read (path);
  guint outcomes[N_OUTCOMES] = { 0 };

  g_assert_nonnull (exceptions);
  if (!table)
    {
      g_test_message ("no corpus beside the sources: 0 of 0 rows were compared");
      return;
    }
  for (guint row = 0; row < table->rows->len; row++)
    outcomes[check_row (table, exceptions, folder, row)]++;
  g_test_message ("%u rows", table->rows->len);
  for (guint i = 0; i < N_OUTCOMES; i++)
    g_test_message ("%4u %s", outcomes[i], outcome_names[i]);
  g_assert_cmpuint (outcomes[WRONG], ==, 0);
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
         || g_str_has_prefix (rest, "-Chat") || g_str_has_prefix (rest, "-hf") || g_str_has_prefix (rest, "-it");
}

/* No bundled model says anything else than the corpus does under its public name. */
static void
test_bundled_agree (void)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *index = g_build_filename (folder, "INDEX.tsv", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "configs", "corpus-exceptions.tsv", NULL);
  g_autoptr (ConfigTable) table = config_table_read (index);
  g_autoptr (ConfigTable) exceptions = config_table_read (path);
  guint compared = 0;

  for (const UllBundledModel *bundled = ull_config_bundled (NULL); table && bundled->id; bundled++)
    {
      g_autoptr (UllModel) model = ull_config_open_bundled (bundled->id, NULL);
      for (guint row = 0; row < table->rows->len; row++)
        {
          if (!same_public_name (config_table_get (table, row, "model_id"), bundled->name)
              || config_table_get (table, row, "layer_kinds")[0] == '\0'
              || find_exception (exceptions, config_table_get (table, row, "file")))
            continue;
          g_autofree char *difference = describe_difference (table, row, model);
          if (difference)
            g_error ("%s: %s", bundled->id, difference);
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
