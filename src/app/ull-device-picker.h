#pragma once

#include "ull-device.h"
#include "ull-picker.h"

G_BEGIN_DECLS

/* The cards of the catalogue. */
GtkWidget *ull_device_picker_new (void);
/* "24,564 MiB reported · 24,210 allocatable". (transfer full) */
char *ull_device_picker_describe (const UllDevice *device);

G_END_DECLS
