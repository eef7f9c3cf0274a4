#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ULL_TYPE_APPLICATION (ull_application_get_type ())
G_DECLARE_FINAL_TYPE (UllApplication, ull_application, ULL, APPLICATION, AdwApplication)

UllApplication *ull_application_new (void);

G_END_DECLS
