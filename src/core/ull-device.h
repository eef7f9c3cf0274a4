#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * UllDevice:
 *
 * One card, immutable and reference-counted. Three sizes: what the label says, what the driver reports, what an
 * allocation sees. `reported` >= `allocatable`. Where the allocatable size is no one's report, it is a range.
 */
typedef struct
{
  char *id;          /* "rtx-4090"; "custom" for a typed size */
  char *name;        /* "GeForce RTX 4090" */
  gint64 label_gb;   /* marketing GB, or -1 */
  gint64 reported;   /* bytes */
  gint64 allocatable;
  gint64 allocatable_low; /* = allocatable where measured */
  gint64 allocatable_high;
  gboolean guess;    /* allocatable is a guess */
} UllDevice;

UllDevice *ull_device_new (const char *id,
                           const char *name,
                           gint64 label_gb,
                           gint64 reported,
                           gint64 allocatable);
/* A card of the typed size and nothing kept by a driver. */
UllDevice *ull_device_new_custom (gint64 bytes);
UllDevice *ull_device_ref (UllDevice *device);
void ull_device_unref (UllDevice *device);

/* The bundled cards, in catalogue order: (transfer none) (element-type UllDevice), read once from the program's
 * resources. Thread-safe. */
GPtrArray *ull_device_catalogue (void);
/* (transfer none) (nullable) */
UllDevice *ull_device_find (const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UllDevice, ull_device_unref)

G_END_DECLS
