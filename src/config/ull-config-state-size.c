#include "ull-config-state.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Elements that one layer keeps for a sequence, however long it is. K the kernel of the convolution, of which
 * the last K - 1 inputs are kept; I the inner size, N the state's, G the groups.
 *
 *   kind        convolution                  recurrent part        its format
 *   Mamba       I (K - 1)                    I N                   the state's
 *   Mamba-2     (I + 2 G N) (K - 1)          heads x head x N      the state's
 *   delta rule  (2 nk dk + nv dv) (K - 1)    nv dv dk              the state's
 *   KDA         3 heads x head (K - 1)       heads x head x head   f32
 *   lightning   0                            heads x head x head   the state's
 *   conv        width (K - 1)                0
 *   RG-LRU      width (K - 1)                width                 f32
 *   RWKV-4      2 hidden                     3 width               f32
 *   RWKV-5      2 hidden                     width x head          f32
 *
 * From vLLM's state shapes and the published modelling code; transformers keeps K inputs, not K - 1. */

#define MAX_ELEMENTS (G_GINT64_CONSTANT (1) << 40)

typedef struct
{
  UllConfigReader *reader;
  const UllStateFamily *family;
  UllJsonRef object; /* in which the sizes stand */
} Sizes;

static gboolean
read_size (const Sizes *sizes, UllStateSize size, gint64 *value, GError **error)
{
  return ull_config_read_size (sizes->reader, sizes->object, &sizes->family->sizes[size], value, error);
}

static gboolean
has_size (const Sizes *sizes, UllStateSize size)
{
  UllJsonRef ref;
  return ull_config_find_size (sizes->object, &sizes->family->sizes[size], &ref);
}

static gboolean
multiply (gint64 *product, gint64 a, gint64 b, gint64 c)
{
  return ull_mul (a, b, product) && ull_mul (*product, c, product);
}

static gboolean
set_too_large (const Sizes *sizes, GError **error)
{
  ull_json_set_error (
    sizes->object, error, ULL_ERROR_INVALID,
    _ ("the state’s sizes multiply to more than can be counted; smaller ones would be right"));
  return FALSE;
}

/* The member, or the hidden size times the factor where there is none or it is null. Absent is not null where
 * the class has a default of its own. */
static gboolean
read_inner (const Sizes *sizes, gint64 *inner, GError **error)
{
  const UllConfigSize *member = &sizes->family->sizes[ULL_SIZE_INNER];
  gint64 factor = 1;
  UllJsonRef ref;
  gboolean null = member->names[0] && ull_json_get (sizes->object, member->names[0], &ref)
                  && ull_json_type (ref) == ULL_JSON_NULL;
  if (has_size (sizes, ULL_SIZE_INNER) || (member->fallback > 0 && !null))
    return read_size (sizes, ULL_SIZE_INNER, inner, error);

  if (!ull_config_read_hidden (sizes->reader, error))
    return FALSE;
  if (sizes->family->sizes[ULL_SIZE_EXPAND].names[0] && !read_size (sizes, ULL_SIZE_EXPAND, &factor, error))
    return FALSE;
  return ull_mul (sizes->reader->hidden, factor, inner) || set_too_large (sizes, error);
}

static gboolean
read_mamba1 (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  gint64 kernel, inner, state;

  if (!read_size (sizes, ULL_SIZE_KERNEL, &kernel, error) || !read_inner (sizes, &inner, error)
      || !read_size (sizes, ULL_SIZE_STATE, &state, error))
    return FALSE;
  return (ull_mul (inner, kernel - 1, &elements->conv) && ull_mul (inner, state, &elements->recurrent))
         || set_too_large (sizes, error);
}

/* "auto", or a size that the class works out: what is left of the inner size. */
static gboolean
read_share (
  const Sizes *sizes, UllStateSize size, gint64 inner, gint64 divisor, gint64 *share, GError **error)
{
  UllJsonRef ref;
  gboolean there = ull_config_find_size (sizes->object, &sizes->family->sizes[size], &ref);
  g_autofree char *word
    = there && ull_json_type (ref) == ULL_JSON_STRING ? ull_json_read_string (ref, NULL) : NULL;

  if ((there && g_strcmp0 (word, "auto") != 0) || (!there && sizes->family->sizes[size].fallback > 0))
    return read_size (sizes, size, share, error);
  if (inner % divisor == 0)
    {
      *share = inner / divisor;
      return TRUE;
    }
  g_autofree char *whole = ull_format_count (inner);
  g_autofree char *parts = ull_format_count (divisor);
  ull_json_set_error (there ? ref : sizes->object, error, ULL_ERROR_INVALID,
                      _ ("%s is missing, and the inner size of %s is no multiple of %s; write it"),
                      sizes->family->sizes[size].names[0], whole, parts);
  return FALSE;
}

/* Heads and head size; the inner size is their product, which the classes insist on. */
static gboolean
read_mamba2_heads (const Sizes *sizes, gint64 *inner, gint64 *heads, gint64 *head, GError **error)
{
  gint64 product = 0;

  if (!sizes->family->sizes[ULL_SIZE_EXPAND].names[0])
    return read_size (sizes, ULL_SIZE_HEADS, heads, error)
           && read_size (sizes, ULL_SIZE_HEAD_DIM, head, error)
           && (ull_mul (*heads, *head, inner) || set_too_large (sizes, error));
  if (!read_inner (sizes, inner, error))
    return FALSE;
  if (has_size (sizes, ULL_SIZE_HEADS) || sizes->family->sizes[ULL_SIZE_HEADS].fallback > 0)
    {
      if (!read_size (sizes, ULL_SIZE_HEADS, heads, error)
          || !read_share (sizes, ULL_SIZE_HEAD_DIM, *inner, *heads, head, error))
        return FALSE;
    }
  else if (!read_size (sizes, ULL_SIZE_HEAD_DIM, head, error)
           || !read_share (sizes, ULL_SIZE_HEADS, *inner, *head, heads, error))
    return FALSE;

  if (ull_mul (*heads, *head, &product) && product == *inner)
    return TRUE;
  g_autofree char *said = ull_format_count (*inner);
  g_autofree char *made = ull_format_count (product);
  ull_config_warn (
    sizes->reader,
    _ ("the state’s heads times their size are %s where the inner size is %s; its class would not take that"),
    made, said);
  return TRUE;
}

static gboolean
read_mamba2 (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  gint64 kernel, inner, state, groups, heads, head, channels;

  if (!read_size (sizes, ULL_SIZE_KERNEL, &kernel, error)
      || !read_mamba2_heads (sizes, &inner, &heads, &head, error)
      || !read_size (sizes, ULL_SIZE_STATE, &state, error)
      || !read_size (sizes, ULL_SIZE_GROUPS, &groups, error))
    return FALSE;
  return (multiply (&channels, 2, groups, state) && ull_add (channels, inner, &channels)
          && ull_mul (channels, kernel - 1, &elements->conv)
          && multiply (&elements->recurrent, heads, head, state))
         || set_too_large (sizes, error);
}

static gboolean
read_delta (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  gint64 kernel, nk, dk, nv, dv, keys, values;

  if (!read_size (sizes, ULL_SIZE_KERNEL, &kernel, error)
      || !read_size (sizes, ULL_SIZE_KEY_HEADS, &nk, error)
      || !read_size (sizes, ULL_SIZE_KEY_DIM, &dk, error)
      || !read_size (sizes, ULL_SIZE_VALUE_HEADS, &nv, error)
      || !read_size (sizes, ULL_SIZE_VALUE_DIM, &dv, error))
    return FALSE;
  return (multiply (&keys, 2, nk, dk) && ull_mul (nv, dv, &values)
          && ull_mul (values, dk, &elements->recurrent) && ull_add (keys, values, &values)
          && ull_mul (values, kernel - 1, &elements->conv))
         || set_too_large (sizes, error);
}

static gboolean
read_kda (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  gint64 kernel, heads, head, channels;

  if (!read_size (sizes, ULL_SIZE_KERNEL, &kernel, error) || !read_size (sizes, ULL_SIZE_HEADS, &heads, error)
      || !read_size (sizes, ULL_SIZE_HEAD_DIM, &head, error))
    return FALSE;
  elements->format = ULL_DTYPE_F32;
  return (multiply (&channels, 3, heads, head) && ull_mul (channels, kernel - 1, &elements->conv)
          && multiply (&elements->recurrent, heads, head, head))
         || set_too_large (sizes, error);
}

static gboolean
read_lightning (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  return multiply (&elements->recurrent, sizes->reader->heads, sizes->reader->head_dim,
                   sizes->reader->head_dim)
         || set_too_large (sizes, error);
}

static gboolean
read_conv (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  gint64 kernel, width;

  if (!read_size (sizes, ULL_SIZE_KERNEL, &kernel, error) || !read_inner (sizes, &width, error))
    return FALSE;
  return ull_mul (width, kernel - 1, &elements->conv) || set_too_large (sizes, error);
}

static gboolean
read_lru (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  if (!read_conv (sizes, elements, error) || !read_inner (sizes, &elements->recurrent, error))
    return FALSE;
  elements->format = ULL_DTYPE_F32;
  return TRUE;
}

static gboolean
read_rwkv (const Sizes *sizes, UllStateElements *elements, GError **error)
{
  gint64 width, matrix = 3;

  if (!ull_config_read_hidden (sizes->reader, error) || !read_inner (sizes, &width, error))
    return FALSE;
  if ((has_size (sizes, ULL_SIZE_HEAD_DIM) || sizes->family->sizes[ULL_SIZE_HEAD_DIM].fallback > 0)
      && !read_size (sizes, ULL_SIZE_HEAD_DIM, &matrix, error))
    return FALSE;
  elements->conv = 2 * sizes->reader->hidden;
  elements->format = ULL_DTYPE_F32;
  return ull_mul (width, matrix, &elements->recurrent) || set_too_large (sizes, error);
}

gboolean
ull_state_read_elements (UllConfigReader *reader,
                         const UllStateFamily *family,
                         UllStateElements *elements,
                         GError **error)
{
  static gboolean (*const formulas[ULL_N_STATES]) (const Sizes *, UllStateElements *, GError **) = {
    [ULL_STATE_MAMBA1] = read_mamba1,       [ULL_STATE_MAMBA2] = read_mamba2,
    [ULL_STATE_DELTA] = read_delta,         [ULL_STATE_KDA] = read_kda,
    [ULL_STATE_CONV] = read_conv,           [ULL_STATE_LRU] = read_lru,
    [ULL_STATE_LIGHTNING] = read_lightning, [ULL_STATE_RWKV] = read_rwkv,
  };
  Sizes sizes = { reader, family, reader->text };

  *elements = (UllStateElements){ .format = ULL_DTYPE_STATE };
  if (family->object && !ull_config_find_named (reader, family->object, &sizes.object))
    sizes.object = reader->text;
  if (!formulas[family->kind](&sizes, elements, error))
    return FALSE;
  return (elements->conv <= MAX_ELEMENTS && elements->recurrent <= MAX_ELEMENTS)
         || set_too_large (&sizes, error);
}
