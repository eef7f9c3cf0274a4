#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_LOAD_FORM (ull_load_form_get_type ())
G_DECLARE_FINAL_TYPE (UllLoadForm, ull_load_form, ULL, LOAD_FORM, GtkWidget)

/* The load that a fleet carries, as requests at once or as arrivals and how long one stays, and how many replicas may be
 * lost. Signal: "changed". */
GtkWidget *ull_load_form_new (void);
/* What is typed; FALSE where it is no load, which the form then says. */
gboolean ull_load_form_read (UllLoadForm *self, gint64 *target, gint64 *spare);
/* As if it were chosen and typed: requests at once, */
void ull_load_form_set_requests (UllLoadForm *self, const char *requests);
/* arrivals a second and the seconds that one stays, */
void ull_load_form_set_arrivals (UllLoadForm *self, const char *rate, const char *latency);
/* the replicas that may be lost. */
void ull_load_form_set_spare (UllLoadForm *self, const char *replicas);
const char *ull_load_form_get_law (UllLoadForm *self); /* Little's law worked out; "" where requests are typed */

G_END_DECLS
