#include "ull-store-text.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* A store's bytes the way a person would write them: 2 (K, V) × 32 layers × 8 heads × 128 × 2 B. */

#define CEIL_LEFT "\342\214\210"
#define CEIL_RIGHT "\342\214\211"
#define DIVIDED " \303\267 "
#define TIMES " " ULL_TIMES " "

char *
ull_store_text_count (gint64 value, const char *one, const char *many)
{
  g_autofree char *count = ull_format_count (value);

  return g_strdup_printf ("%s" ULL_NBSP "%s", count, g_dngettext (GETTEXT_PACKAGE, one, many, (gulong) value));
}

/* "2 B" for bf16, "½ B" would need a glyph: formats of blocks are written as bytes over elements, 9 B ÷ 16. */
static void
append_element (GString *text, gint64 dim, UllDtype format)
{
  const UllDtypeInfo *info = ull_dtype_info (format);
  g_autofree char *count = ull_format_count (dim);

  g_string_append_printf (text, "%s" TIMES "%" G_GINT64_FORMAT ULL_NBSP "B", count, info->block_bytes);
  if (info->block_elements > 1)
    g_string_append_printf (text, DIVIDED "%" G_GINT64_FORMAT, info->block_elements);
}

/* Keys and values alike are written once, with a 2 before the layers. The two parts of a state are no keys and values. */
static gboolean
are_twins (const UllOperand *value)
{
  return value[ULL_STORE_K_DIM].value == value[ULL_STORE_V_DIM].value &&
         value[ULL_STORE_K_FORMAT].value == value[ULL_STORE_V_FORMAT].value && value[ULL_STORE_EXTRA].value == 0 &&
         value[ULL_STORE_GROWTH].value != ULL_GROWTH_CONSTANT;
}

static void
append_vectors (GString *text, const UllOperand *value)
{
  gint64 k = value[ULL_STORE_K_DIM].value, v = are_twins (value) ? 0 : value[ULL_STORE_V_DIM].value;
  gint64 extra = value[ULL_STORE_EXTRA].value;
  gboolean bracket = (k > 0) + (v > 0) + (extra > 0) > 1;

  if (bracket)
    g_string_append_c (text, '(');
  if (k > 0)
    append_element (text, k, (UllDtype) value[ULL_STORE_K_FORMAT].value);
  if (k > 0 && v > 0)
    g_string_append (text, " + ");
  if (v > 0)
    append_element (text, v, (UllDtype) value[ULL_STORE_V_FORMAT].value);
  if (extra > 0)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT ULL_NBSP "B", k + v > 0 ? " + " : "", extra);
  if (bracket)
    g_string_append_c (text, ')');
}

/* "1,024 tokens × " of a window that is full. */
static void
append_tokens (GString *text, const UllOperand *value)
{
  gint64 tokens = value[ULL_STORE_TOKENS].value, per = value[ULL_STORE_PER].value;
  g_autofree char *count = NULL;

  if (value[ULL_STORE_GROWTH].value == ULL_GROWTH_CAPPED)
    tokens = MIN (tokens, value[ULL_STORE_CAP].value);
  if (value[ULL_STORE_GROWTH].value == ULL_GROWTH_CONSTANT || tokens == 1)
    return;
  count = ull_unit_format (ULL_UNIT_TOKENS, tokens);
  if (per > 1)
    g_string_append_printf (text, CEIL_LEFT "%s" DIVIDED "%" G_GINT64_FORMAT CEIL_RIGHT TIMES, count, per);
  else
    g_string_append_printf (text, "%s" TIMES, count);
}

/* "2 (K, V) × 32 layers × 8 heads × 128 × 2 B". One head that has no value of its own is a latent or a state: "head"
 * would be the wrong word for it. */
char *
ull_store_text_sum (const UllOperand *value)
{
  GString *text = g_string_new (NULL);
  g_autofree char *layers = ull_store_text_count (value[ULL_STORE_LAYERS].value, N_("layer"), N_("layers"));
  g_autofree char *heads = ull_store_text_count (value[ULL_STORE_HEADS].value, N_("head"), N_("heads"));
  gboolean state = value[ULL_STORE_GROWTH].value == ULL_GROWTH_CONSTANT;

  append_tokens (text, value);
  if (are_twins (value))
    g_string_append_printf (text, "2%s(%s)" TIMES, ULL_NBSP, _("K, V"));
  g_string_append_printf (text, "%s" TIMES, layers);
  if (value[ULL_STORE_HEADS].value > 1 || (value[ULL_STORE_V_DIM].value > 0 && !state))
    g_string_append_printf (text, "%s" TIMES, heads);
  append_vectors (text, value);
  return g_string_free (text, FALSE);
}

/* A layer's word is that of its main store; another one that it keeps besides is named for what it does. */
static UllLayerKind
kind_of_store (const UllStep *step, UllGrowth growth)
{
  gboolean window = step->kind == ULL_LAYER_SLIDING || step->kind == ULL_LAYER_CHUNKED;

  if (growth == ULL_GROWTH_CAPPED)
    return window ? step->kind : ULL_LAYER_SLIDING;
  return window || step->kind == ULL_LAYER_LATENT ? step->kind : ULL_LAYER_FULL;
}

char *
ull_store_text_label (const UllStep *step, UllGrowth growth)
{
  if (step->role == ULL_ROLE_INDEXER)
    return g_strdup (_("Layers: indexer"));
  if (step->role == ULL_ROLE_CONVOLUTION)
    return g_strdup (_("Convolution state"));
  if (growth == ULL_GROWTH_CONSTANT)
    return g_strdup (_("Recurrent state"));
  if (growth == ULL_GROWTH_SIDE)
    return g_strdup (_("Side cache of a sequence"));
  return g_strdup_printf (_("Layers: %s"), ull_layer_kind_get_label (kind_of_store (step, growth)));
}
