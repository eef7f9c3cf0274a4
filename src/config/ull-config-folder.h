#pragma once

#include "ull-config.h"

G_BEGIN_DECLS

/* What a path that was opened means: the configuration to read, and the weights beside it. */
typedef struct
{
  char *config;     /* the file to read */
  char *title;      /* (nullable): what to call the model */
  char *weights;    /* (nullable): the weight file or index that was opened, a base name */
  gboolean beside;  /* whether the weights beside it are read */
  gboolean strict;  /* and what is wrong with them is a refusal */
} UllConfigPlace;

gboolean ull_config_find_place (UllConfigPlace *place, const char *path, GError **error);
void ull_config_place_clear (UllConfigPlace *place);
/* @text: of place->config. How the weights are quantised is read from a file beside it where it does not tell itself. */
UllModel *ull_config_parse_beside (const UllConfigPlace *place, const char *text, gsize length, UllConfigFlags flags, GError **error);
/* The model with what the weight files beside its configuration say. (transfer full) */
UllModel *ull_config_add_weights (UllModel *model, const UllConfigPlace *place, GError **error);

/* Whether a warning says that nothing tells the weights' size. */
gboolean ull_config_is_lack (const char *warning);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UllConfigPlace, ull_config_place_clear)

G_END_DECLS
