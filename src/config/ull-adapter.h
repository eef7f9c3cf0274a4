#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllAdapter:
 *
 * What a LoRA adapter's folder says of the model that it is for. A number that is not known is 0.
 */
typedef struct
{
  char *name;
  char *base; /* (nullable): the model's name, as the adapter has it */
  gint64 rank;
  gint64 hidden; /* inputs of the projections that take the hidden state */
  gint64 layers; /* one more than the highest layer that it has a matrix of */
} UllAdapter;

/* @path: a folder with adapter_config.json, or a file of one. NULL where it is none, or says no rank. (transfer full) */
UllAdapter *ull_adapter_read (const char *path);
void ull_adapter_free (UllAdapter *adapter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllAdapter, ull_adapter_free)

G_END_DECLS
