#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A seam: AdwAlertDialog's shape (libadwaita 1.5) over AdwMessageDialog. */

#define ULL_TYPE_PROMPT (ull_prompt_get_type ())
G_DECLARE_FINAL_TYPE (UllPrompt, ull_prompt, ULL, PROMPT, GObject)

UllPrompt *ull_prompt_new (const char *heading, const char *body);
/* The first response added is what Escape and closing the prompt mean, the last one what Enter means. */
void ull_prompt_add_response (UllPrompt *self, const char *id, const char *label, AdwResponseAppearance appearance);
void ull_prompt_choose (UllPrompt *self,
                        GtkWindow *parent,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data);
/* The id of the response: interned, never NULL. */
const char *ull_prompt_choose_finish (UllPrompt *self, GAsyncResult *result);

G_END_DECLS
