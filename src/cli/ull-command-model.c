#include "ull-command.h"
#include "ull-model-report.h"
#include "ull-settings.h"

#include "ull-units.h"

/* The architecture's least cache, one sequence on one card: ull_store_bytes() of each store times its layers.
 * What an engine makes of it is the plan's business. Draft layers are not counted. A model saved in a wider or a
 * narrower format than two bytes an element is served in two, as the plan has it. */

const UllOption ull_command_model_options[] = {
  { .name = "kv-dtype",
    .value = "T",
    .help = "element format of the cache (default: 2 bytes an element)",
    .group = "Cache" },
  { .name = "state-dtype",
    .value = "T",
    .help = "element format of recurrent state (default: the model’s)",
    .group = "Cache" },
  { .name = "as-plain", .help = "read an unknown model type as plain attention", .group = "Model" },
  { .name = NULL },
};

static gboolean
read_format (const UllArgs *args, const char *option, UllDtype *format, GError **error)
{
  const char *text = ull_args_get (args, option);
  gint64 value;

  if (text == NULL)
    return TRUE;
  if (!ull_settings_parse (option, ULL_KIND_DTYPE, 0, ULL_N_DTYPES - 1, text, &value, error))
    return FALSE;
  *format = (UllDtype) value;
  return TRUE;
}

static gboolean
read_formats (const UllArgs *args, const UllModel *model, UllFormats *formats, GError **error)
{
  formats->native = model->native_dtype == ULL_DTYPE_F16 ? ULL_DTYPE_F16 : ULL_DTYPE_BF16;
  formats->state = model->state_dtype == ULL_DTYPE_UNKNOWN ? formats->native : model->state_dtype;
  formats->k = ULL_DTYPE_BF16;
  if (!read_format (args, "kv-dtype", &formats->k, error)
      || !read_format (args, "state-dtype", &formats->state, error))
    return FALSE;
  formats->v = formats->k;
  return TRUE;
}

static gboolean
add_store (
  UllModelFigures *figures, const UllStore *store, const UllFormats *formats, gint64 layers, GError **error)
{
  gboolean whole = store->growth == ULL_GROWTH_CAPPED || (store->growth == ULL_GROWTH_SIDE && store->cap > 0);
  gint64 tokens = whole ? store->cap : store->per;
  gint64 bytes, *figure;

  switch (store->growth)
    {
    case ULL_GROWTH_TOKEN:
      figure = store->role == ULL_ROLE_INDEXER ? &figures->indexer : &figures->per_token;
      break;
    case ULL_GROWTH_CAPPED:
      figure = &figures->window;
      break;
    case ULL_GROWTH_CONSTANT:
      figure = &figures->state;
      break;
    case ULL_GROWTH_SIDE:
    default:
      figure = whole ? &figures->state : &figures->side;
      break;
    }
  if (!ull_store_bytes (store, formats, tokens, 1, &bytes, error))
    return FALSE;
  if (!whole)
    bytes /= store->per;
  if (ull_mul (bytes, layers, &bytes) && ull_add (*figure, bytes, figure))
    return TRUE;
  g_set_error (error, ULL_ERROR, ULL_ERROR_OVERFLOW,
               "the cache is more bytes than can be counted; smaller sizes would be right");
  return FALSE;
}

static gboolean
sum_figures (const UllModel *model, const UllFormats *formats, UllModelFigures *figures, GError **error)
{
  *figures = (UllModelFigures){ 0 };
  for (guint i = 0; i < model->n_runs; i++)
    for (guint k = 0; !model->runs[i].draft && k < model->runs[i].n_stores; k++)
      if (!add_store (figures, &model->runs[i].stores[k], formats, model->runs[i].count, error))
        return FALSE;
  return TRUE;
}

UllExit
ull_command_model (const UllArgs *args, GString *out, GError **error)
{
  g_autoptr (UllScenario) scenario = NULL;
  g_autoptr (UllModel) model = NULL;
  UllModelFigures figures;
  UllFormats formats;

  if (ull_args_get_operand (args, 0) == NULL)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_USAGE,
                   "no model is given; name a file, a folder or a bundled id (‘ullage-cli list models’)");
      return ULL_EXIT_USAGE;
    }
  model = ull_settings_model (args, 0, &scenario, error);
  if (model == NULL || !read_formats (args, model, &formats, error)
      || !sum_figures (model, &formats, &figures, error))
    return ULL_EXIT_INPUT;
  if (ull_args_has (args, "json"))
    ull_model_report_json (model, &figures, out);
  else
    ull_model_report_text (model, &formats, &figures, out);
  return ULL_EXIT_DONE;
}
