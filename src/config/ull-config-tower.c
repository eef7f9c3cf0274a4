#include "ull-config-private.h"

#include "ull-units.h"

#include <string.h>

/* Encoders for images that no vision_config describes. A block of width w and an MLP of m without a gate is 4 w² + 2 w m.
 *
 *   Qwen-VL  "visual": {layers, width, mlp_ratio, output_dim}; behind the blocks one layer of attention of the output's width d that
 *            takes the blocks' in (w d), with three matrices in and one out (4 d²), and a projection d²
 *   Molmo    nothing says it: the published ones have 23 blocks of CLIP's ViT-L/14, w 1024 and m 4096; attention over patches with
 *            inputs of two layers (3 × 2 w² + w²); a projector with a gate, as wide as the model's own MLP (2 w I + I H) */

typedef struct
{
  gint64 sum;
  gboolean failed;
} Count;

static void
add (Count *count, gint64 times, gint64 rows, gint64 columns)
{
  gint64 product;

  if (!ull_mul (rows, columns, &product) || !ull_mul (product, times, &product) || !ull_add (count->sum, product, &count->sum))
    count->failed = TRUE;
}

static gint64
count_qwen (UllJsonRef visual)
{
  UllConfigReader tower = { .top = visual, .text = visual };
  gint64 layers = 0, width = 0, output = 0;
  Count count = { 0, FALSE };
  double ratio = 4;
  UllJsonRef ref;

  if (!ull_config_read_named (&tower, "layers", 1, 1024, &layers, NULL) || !ull_config_read_named (&tower, "width", 1, 65536, &width, NULL)
      || !ull_config_read_named (&tower, "output_dim", 1, 65536, &output, NULL))
    return 0;
  if (ull_json_get (visual, "mlp_ratio", &ref) && (!ull_json_read_double (ref, &ratio, NULL) || !(ratio > 0 && ratio < 64)))
    return 0;
  add (&count, 4 * layers, width, width);
  add (&count, 2 * layers, width, (gint64) ((double) width * ratio));
  add (&count, 1, width, output);
  add (&count, 5, output, output);
  return count.failed ? 0 : count.sum;
}

static gint64
count_molmo (const UllConfigReader *reader)
{
  const gint64 blocks = 23, width = 1024, mlp = 4096, own = MAX (ull_config_get_width (reader), 0);
  Count count = { 0, FALSE };

  add (&count, 4 * blocks, width, width);
  add (&count, 2 * blocks, width, mlp);
  add (&count, 7, width, width);
  add (&count, 2, width, own);
  add (&count, 1, own, MAX (reader->hidden, 0));
  return count.failed ? 0 : count.sum;
}

gint64
ull_config_count_own_tower (const UllConfigReader *reader)
{
  UllJsonRef visual;

  if (strcmp (reader->family->id, "molmo") == 0)
    return count_molmo (reader);
  return ull_json_get (reader->top, "visual", &visual) && ull_json_type (visual) == ULL_JSON_OBJECT ? count_qwen (visual) : 0;
}
