#pragma once

#include "ull-picker.h"

G_BEGIN_DECLS

/* The bundled models in groups, and a button to open a file instead, which runs @open_action. */
GtkWidget *ull_model_picker_new (const char *open_action);

G_END_DECLS
