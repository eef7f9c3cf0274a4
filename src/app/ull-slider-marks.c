#include "ull-slider-marks.h"

#include "ull-look.h"
#include "ull-units.h"

/* A scale has as many labels as stand beside each other at 100 % text. Of larger ones those are left out that would touch the one
 * before, and their ticks stay. Lengths are pixels of the least width that a slider has, and the labels' size is the style's. */

#define LEAST_TROUGH 236.0
#define MARK_POINTS 8.25
#define MARK_GAP 4.0
#define LARGE_TEXT 1.25

/* *@end: where the label before ends. */
static gboolean
has_room (GtkScale *slider, const UllLeverScale *scale, const UllLeverStop *stop, const char *label, double *end)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (slider), label);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  double centre = (stop->position - scale->lower) / MAX (scale->upper - scale->lower, 1e-9) * LEAST_TROUGH;
  int width;

  if (ull_text_scale (GTK_WIDGET (slider)) < LARGE_TEXT)
    return TRUE;
  pango_attr_list_insert (attributes, pango_attr_size_new ((int) (MARK_POINTS * PANGO_SCALE)));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (centre - width / 2.0 < *end)
    return FALSE;
  *end = centre + width / 2.0 + MARK_GAP;
  return TRUE;
}

void
ull_slider_marks_set (GtkScale *slider, const UllLeverScale *scale)
{
  double end = -G_MAXDOUBLE;

  gtk_scale_clear_marks (slider);
  for (guint i = 0; i < scale->n_stops; i++)
    {
      const UllLeverStop *stop = &scale->stop[i];
      g_autofree char *text = g_markup_escape_text (stop->label, -1);
      g_autofree char *label = stop->hollow ? g_strdup_printf ("○" ULL_NBSP "%s", text) : g_steal_pointer (&text);
      gboolean named = label[0] != 0 && has_room (slider, scale, stop, label, &end);

      gtk_scale_add_mark (slider, stop->position, GTK_POS_BOTTOM, named ? label : NULL);
    }
}
