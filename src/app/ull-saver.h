#pragma once

#include "ull-file-picker.h"

G_BEGIN_DECLS

/* Called once the document may go: it is unchanged, was saved, or is given up. */
typedef void (*UllSaverThen) (GtkWindow *owner, gpointer data);

/* How a window saves its one document. Every function is given the window; texts are marked for translation, not translated. */
typedef struct
{
  const char *title;   /* of the file dialog */
  const char *ending;  /* of such files, without the dot: how the program knows its own */
  const char *heading; /* of the question whether to save */
  const char *body;
  const char *filter;  /* (nullable): what such files are called in the dialog */

  const char *(*get_path) (GtkWindow *owner); /* (nullable) result: not saved so far */
  char *(*dup_name) (GtkWindow *owner);
  gboolean (*write) (GtkWindow *owner, const char *path); /* FALSE where it told the person why not */
  void (*show_error) (GtkWindow *owner, const GError *error);
} UllSaver;

/* @saver outlives the call; @owner is kept until the person has answered. */
void ull_saver_save (const UllSaver *saver, GtkWindow *owner);
void ull_saver_save_as (const UllSaver *saver, GtkWindow *owner);
/* Asks whether to save, and calls @then unless the person changes their mind or saving fails. @destroy: (nullable), of @data. */
void ull_saver_ask (const UllSaver *saver, GtkWindow *owner, UllSaverThen then, gpointer data, GDestroyNotify destroy);

G_END_DECLS
