#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A seam: AdwBanner's shape (libadwaita 1.3), with a button that dismisses it. One sentence about what went wrong; it
 * stays until it is dismissed or the next success hides it. */

#define ULL_TYPE_NOTICE (ull_notice_get_type ())
G_DECLARE_FINAL_TYPE (UllNotice, ull_notice, ULL, NOTICE, GtkWidget)

GtkWidget *ull_notice_new (void);
/* What is shown, also for a screen reader. */
void ull_notice_set_title (UllNotice *self, const char *title);
const char *ull_notice_get_title (UllNotice *self);
void ull_notice_set_revealed (UllNotice *self, gboolean revealed);
gboolean ull_notice_get_revealed (UllNotice *self);

G_END_DECLS
