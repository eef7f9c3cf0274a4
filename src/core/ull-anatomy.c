#include "ull-anatomy.h"

#include "ull-units.h"

/* bytes = ceil (quantised * bits / 8) + kept * native. The members are one table, so that what is written is read back. */

#define MEMBER(name) { #name, G_STRUCT_OFFSET (UllAnatomy, name) }

const UllAnatomyMember ull_anatomy_members[] = {
  MEMBER (parameters),        MEMBER (vocabulary),       MEMBER (embeddings),       MEMBER (mlp_width),
  MEMBER (mlp_inputs),        MEMBER (experts),          MEMBER (experts_used),     MEMBER (expert_width),
  MEMBER (expert_layers),     MEMBER (tower_parameters), MEMBER (whole_parameters), MEMBER (kept_parameters),
  MEMBER (latent_parameters), MEMBER (position_rows),    MEMBER (position_dim),     MEMBER (position_bytes),
  MEMBER (bits),              MEMBER (only_experts),     MEMBER (multimodal),
  MEMBER (item_tokens),
};

const guint ull_n_anatomy_members = G_N_ELEMENTS (ull_anatomy_members);

gboolean
ull_anatomy_get_bytes (const UllAnatomy *anatomy, gint64 bits, gint64 native_bytes, gint64 *bytes)
{
  gint64 quantised = anatomy->parameters - anatomy->kept_parameters, kept, packed;

  if (anatomy->parameters < 1)
    return FALSE;
  if (bits == 0)
    return ull_mul (anatomy->parameters, native_bytes, bytes);
  return bits > 0 && quantised >= 0 && ull_mul_div_ceil (quantised, bits, 8 * ULL_PPM_ONE, &packed) &&
         ull_mul (anatomy->kept_parameters, native_bytes, &kept) && ull_add (packed, kept, bytes);
}
