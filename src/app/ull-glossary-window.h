#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_GLOSSARY_WINDOW (ull_glossary_window_get_type ())
G_DECLARE_FINAL_TYPE (UllGlossaryWindow, ull_glossary_window, ULL, GLOSSARY_WINDOW, AdwWindow)

/* Every term with its meaning and its source, and a search among them. */
UllGlossaryWindow *ull_glossary_window_new (GtkWindow *parent);
void ull_glossary_window_search (UllGlossaryWindow *self, const char *text);
guint ull_glossary_window_get_n_shown (UllGlossaryWindow *self);

G_END_DECLS
