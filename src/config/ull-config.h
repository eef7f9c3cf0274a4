#pragma once

#include "ull-model.h"

G_BEGIN_DECLS

/* Readers of model files. Three answers, never a guess: a model, ULL_ERROR_UNSUPPORTED (refused by name), or another
 * ULL_ERROR with its place. */

typedef enum
{
  ULL_CONFIG_DEFAULT = 0,
  ULL_CONFIG_AS_PLAIN = 1 << 0, /* an unknown type whose members are plain dense attention is read as that */
} UllConfigFlags;

/* The largest config.json that is read. */
#define ULL_CONFIG_MAX_BYTES (G_GINT64_CONSTANT (16) << 20)

/* @name: the file's base name, for messages. @title: what to call the model where the file does not say, or NULL for
 * the file's name. */
UllModel *ull_config_parse (const char *name,
                            const char *title,
                            const char *text,
                            gsize length,
                            UllConfigFlags flags,
                            GError **error);

/* @path: a config.json (any file name) or a folder that holds one. Reads the disk; refuses what is no regular file. Stops at the next
 * piece of a file where the thread's current GCancellable, if it has one, is cancelled. */
UllModel *ull_config_open (const char *path, UllConfigFlags flags, GError **error);

/* The bundled models. */
typedef struct
{
  const char *id;    /* "llama-3.1-8b" */
  const char *name;  /* "Llama-3.1-8B" */
  const char *group; /* "Llama" */
  const char *note;  /* "32 layers · 8 KV heads × 128" */
} UllBundledModel;

/* In order of group, then name: NULL-terminated, static. */
const UllBundledModel *ull_config_bundled (guint *n_models);
/* ULL_ERROR_MISSING, naming near ids, where there is none. */
UllModel *ull_config_open_bundled (const char *id, GError **error);
/* The bundled model that a repository of Hugging Face ("org/name") holds, with the weights that its name says it has: one that is
 * quantised in a format that the name tells is known by its base model. ULL_ERROR_MISSING where none is known. */
UllModel *ull_config_open_repository (const char *repository, GError **error);
/* The id of the bundled model that a repository holds, and a repository of it; NULL where none is known. */
const char *ull_config_bundled_of (const char *repository);
const char *ull_config_repository_of (const char *id);

G_END_DECLS
