#include "ull-look.h"

#include "ull-chart.h"

#include <adwaita.h>

/* GTK 4.8 cannot be asked for a widget's colours: dark and high contrast come from the style manager, the palette from
 * the chart library. Text is scaled through the resolution: 96 dpi is 100 %. */

#define DPI_ONE (96.0 * 1024)

UllLook
ull_look_current (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return dark ? ULL_LOOK_CONTRAST_DARK : ULL_LOOK_CONTRAST;
  return dark ? ULL_LOOK_DARK : ULL_LOOK_LIGHT;
}

GdkRGBA
ull_look_ink (UllInk which)
{
  guint32 colour = ull_palette_ink (ull_look_current (), which);

  return (GdkRGBA) { (float) (colour >> 24) / 255.f, (float) (colour >> 16 & 0xff) / 255.f,
                     (float) (colour >> 8 & 0xff) / 255.f, (float) (colour & 0xff) / 255.f };
}

double
ull_text_scale (GtkWidget *widget)
{
  int dpi = 0;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / DPI_ONE, 0.5, 4) : 1;
}

PangoContext *
ull_look_chart_context (void)
{
  PangoContext *context = ull_chart_context_new ();

  /* Cairo 1.16 puts each glyph on a whole pixel: advances that are not whole would leave the letters of a word uneven. */
  pango_context_set_round_glyph_positions (context, TRUE);
  return context;
}

void
ull_look_watch (GtkWidget *widget, GCallback changed)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (manager, "notify::dark", changed, widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", changed, widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi", changed, widget, G_CONNECT_SWAPPED);
}

void
ull_look_damage (GtkWidget *widget, GtkSnapshot *snapshot)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                               (float) gtk_widget_get_height (widget));

  /* A cairo node never equals another, and one without a drawing draws nothing. */
  cairo_destroy (gtk_snapshot_append_cairo (snapshot, &bounds));
}
