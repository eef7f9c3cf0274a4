#include "ull-config-folder.h"

#include "ull-error.h"
#include "ull-units.h"
#include "ull-weight-folder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What the weight files say goes before what the shapes do. Of a sum without parts, the parts are the shapes' in proportion. A sum
 * that cannot be is not taken: where the parameters are counted exactly, it is 1, 2 or 4 bytes for each, and little more. */

static gboolean
is_plausible (const UllModel *model, gint64 bytes)
{
  if (model->parameters < 1 || model->anatomy.bits != 0)
    return TRUE;
  for (gint64 each = 1; each <= 4; each *= 2)
    {
      double ratio = (double) bytes / (double) model->parameters / (double) each;

      if (ratio > 0.97 && ratio < 1.1)
        return TRUE;
    }
  return FALSE;
}

/* The format of most bytes, if parameters are stored in it as they are. */
static UllDtype
find_native (const UllWeights *weights)
{
  const UllWeightFormat *most = NULL;

  for (guint i = 0; i < weights->n_formats; i++)
    if (!most || weights->format[i].bytes > most->bytes)
      most = &weights->format[i];
  if (!most || (strcmp (most->name, "BF16") != 0 && strcmp (most->name, "F16") != 0 && strcmp (most->name, "F32") != 0))
    return ULL_DTYPE_UNKNOWN;
  g_autofree char *name = g_ascii_strdown (most->name, -1);
  return ull_dtype_from_text (name);
}

static gboolean
are_plain (const UllWeights *weights)
{
  for (guint i = 0; i < weights->n_formats; i++)
    if (strcmp (weights->format[i].name, "BF16") != 0 && strcmp (weights->format[i].name, "F16") != 0
        && strcmp (weights->format[i].name, "F32") != 0)
      return FALSE;
  return weights->n_formats > 0;
}

/* A matrix that no file has leaves its layer with others, so only the sum tells of it. Files may hold more than the shapes say, as
 * drafts and buffers, but not less. */
static void
compare_elements (const UllModel *facts, const UllWeightFolder *found)
{
  const gint64 held = found->weights.elements;

  if (facts->parameters < 0 || facts->anatomy.bits != 0 || !are_plain (&found->weights) || held >= facts->parameters)
    return;
  g_autofree char *there = ull_format_count (held);
  g_autofree char *shapes = ull_format_count (facts->parameters);
  g_ptr_array_add (found->warnings, g_strdup_printf (_("the weight files hold %s parameters, and the configuration’s shapes come to %s: "
                                                       "some of the model’s tensors may be missing"), there, shapes));
}

static void
take_headers (UllModel *facts, const UllWeightFolder *found)
{
  compare_elements (facts, found);
  facts->weights = found->weights;
  facts->weight_source = ULL_WEIGHTS_HEADERS;
  if (facts->parameters < 0 && facts->anatomy.bits == 0 && are_plain (&found->weights))
    facts->parameters = found->weights.elements;
  if (facts->native_dtype == ULL_DTYPE_UNKNOWN)
    facts->native_dtype = find_native (&found->weights);
}

static void
take_sum (UllModel *facts, const UllWeightFolder *found)
{
  ull_weights_scale (&facts->weights, found->bytes);
  facts->weight_source = ULL_WEIGHTS_INDEX;
  if (facts->parameters < 0 && found->parameters > 0)
    facts->parameters = found->parameters;
}

static void
take_found (UllModel *facts, UllWeightFolder *found)
{
  if (found->found != ULL_FOUND_HEADERS && !is_plausible (facts, found->bytes))
    {
      g_autofree char *bytes = ull_format_both (found->bytes);
      g_autofree char *parameters = ull_format_count (facts->parameters);

      g_ptr_array_add (found->warnings, g_strdup_printf (_("the index says %s, which %s parameters cannot be; it is not taken"), bytes,
                                                         parameters));
      return;
    }
  if (found->found == ULL_FOUND_HEADERS)
    take_headers (facts, found);
  else
    take_sum (facts, found);
  facts->weight_bytes = found->bytes;
  facts->weight_low = facts->weight_high = 0;
}

/* Layers that keep nothing may be nothing at all, as those that a search has emptied. */
static gboolean
has_idle_layers (const UllModel *model)
{
  for (guint i = 0; i < model->n_runs; i++)
    if (model->runs[i].kind == ULL_LAYER_NONE)
      return TRUE;
  return FALSE;
}

/* A layer without a tensor is a part of the model that is not there, and what is there would pass for the whole. Where every layer
 * is known to have some that is a fault; elsewhere a layer may be made to do nothing. */
static gboolean
check_layers (const UllModel *model, const char *folder, UllWeightFolder *found, GError **error)
{
  g_autofree char *name = g_filename_display_name (folder), *message = NULL;

  if (found->found != ULL_FOUND_HEADERS || found->lacking < 0)
    return TRUE;
  message = found->n_lacking == 1
              ? g_strdup_printf (_("the weight files have no tensor of layer %d (the first is 0, and the configuration has %u layers)"),
                                 (int) found->lacking, ull_model_get_layers (model))
              : g_strdup_printf (_("the weight files have no tensor of %d layers, the first of them %d (the first is 0, and the configuration "
                                   "has %u layers)"),
                                 (int) found->n_lacking, (int) found->lacking, ull_model_get_layers (model));
  if (model->parameters < 0 || has_idle_layers (model))
    {
      g_ptr_array_add (found->warnings, g_steal_pointer (&message));
      return TRUE;
    }
  g_set_error (error, ULL_ERROR, ULL_ERROR_MISSING, _("%s: %s; all of the model’s tensors would be right"), name, message);
  return FALSE;
}

/* NULL where there are none. @sized: that the shapes do not tell the size is no matter then. */
static char **
join_warnings (char **first, const GPtrArray *more, gboolean sized)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  guint n = more->len;

  for (char **warning = first; warning && *warning; warning++)
    if (!sized || !ull_config_is_lack (*warning))
      {
        g_strv_builder_add (list, *warning);
        n++;
      }
  if (n == 0)
    return NULL;
  for (guint i = 0; i < more->len; i++)
    g_strv_builder_add (list, more->pdata[i]);
  return g_strv_builder_end (list);
}

static UllModel *
combine (const UllModel *model, UllWeightFolder *found, GError **error)
{
  UllModel facts;
  char **warnings;

  ull_model_dup_facts (model, &facts);
  if (found->found != ULL_FOUND_NOTHING)
    take_found (&facts, found);
  warnings = join_warnings (facts.warnings, found->warnings, facts.weight_bytes >= 0);
  g_strfreev (facts.warnings);
  facts.warnings = warnings;
  return ull_model_take (&facts, error);
}

UllModel *
ull_config_add_weights (UllModel *model, const UllConfigPlace *place, GError **error)
{
  g_auto (UllWeightFolder) found = { .warnings = NULL };
  g_autofree char *folder = g_path_get_dirname (place->config);
  g_autoptr (GError) fault = NULL;

  if (!place->beside)
    return ull_model_ref (model);
  if (!ull_weight_folder_read (&found, folder, place->weights, ull_model_get_layers (model), model->anatomy.embeddings == 1, &fault)
      || !check_layers (model, folder, &found, &fault))
    {
      if (place->strict)
        {
          g_propagate_error (error, g_steal_pointer (&fault));
          return NULL;
        }
      g_ptr_array_add (found.warnings, g_strdup (fault->message));
      found.found = ULL_FOUND_NOTHING;
    }
  if (found.found == ULL_FOUND_NOTHING && found.warnings->len == 0)
    return ull_model_ref (model);
  return combine (model, &found, error);
}
