/* Zooming and panning are of logarithms: both axes of a chart that zooms are logarithmic. A part never shows less than a
 * factor of LEAST from end to end, never more than the whole, and never what lies beyond it. */
#include "ull-frame.h"

#include <math.h>

#define LEAST 2.0
#define NEARLY 1e-6

typedef struct
{
  double from, to; /* logarithms */
} Span;

static Span
span_of (double min, double max)
{
  return (Span) { log (min), log (max) };
}

/* Moved, at its size, to where the whole goes on. */
static Span
keep_within (Span span, Span whole)
{
  double size = MIN (span.to - span.from, whole.to - whole.from);
  double from = CLAMP (span.from, whole.from, whole.to - size);

  return (Span) { from, from + size };
}

static Span
zoom_span (Span span, Span whole, double about, double factor)
{
  double size = span.to - span.from;
  double most = whole.to - whole.from;
  double next = CLAMP (size / factor, MIN (log (LEAST), most), most);
  double from = about - (about - span.from) * next / size;

  return keep_within ((Span) { from, from + next }, whole);
}

static gboolean
is_all (Span span, Span whole)
{
  return span.to - span.from >= whole.to - whole.from - NEARLY;
}

static UllExtent
extent_of (Span x, Span y, const UllExtent *whole)
{
  if (is_all (x, span_of (whole->x_min, whole->x_max)) && is_all (y, span_of (whole->y_min, whole->y_max)))
    return (UllExtent) { 0, 0, 0, 0 };
  return (UllExtent) { exp (x.from), exp (x.to), exp (y.from), exp (y.to) };
}

UllExtent
ull_extent_zoom (const UllExtent *extent, const UllExtent *whole, double x, double y, double factor)
{
  const UllExtent *now = ull_extent_is_whole (extent) ? whole : extent;
  Span across = zoom_span (span_of (now->x_min, now->x_max), span_of (whole->x_min, whole->x_max), log (x), factor);
  Span upright = zoom_span (span_of (now->y_min, now->y_max), span_of (whole->y_min, whole->y_max), log (y), factor);

  return extent_of (across, upright, whole);
}

static Span
shift_span (Span span, Span whole, double share)
{
  double by = (span.to - span.from) * share;

  return keep_within ((Span) { span.from + by, span.to + by }, whole);
}

UllExtent
ull_extent_shift (const UllExtent *extent, const UllExtent *whole, double across, double up)
{
  const UllExtent *now = ull_extent_is_whole (extent) ? whole : extent;
  Span x = shift_span (span_of (now->x_min, now->x_max), span_of (whole->x_min, whole->x_max), across);
  Span y = shift_span (span_of (now->y_min, now->y_max), span_of (whole->y_min, whole->y_max), up);

  return extent_of (x, y, whole);
}

static Span
reveal_in (Span span, Span whole, double at, double margin)
{
  double inset = (span.to - span.from) * margin;

  if (at < span.from + inset)
    return keep_within ((Span) { at - inset, at - inset + span.to - span.from }, whole);
  if (at > span.to - inset)
    return keep_within ((Span) { at + inset - (span.to - span.from), at + inset }, whole);
  return span;
}

UllExtent
ull_extent_reveal (const UllExtent *extent, const UllExtent *whole, double x, double y)
{
  const double margin = 0.1;
  Span across, upright;

  if (ull_extent_is_whole (extent))
    return *extent;
  across = reveal_in (span_of (extent->x_min, extent->x_max), span_of (whole->x_min, whole->x_max), log (x), margin);
  upright = reveal_in (span_of (extent->y_min, extent->y_max), span_of (whole->y_min, whole->y_max), log (y), margin);
  return extent_of (across, upright, whole);
}
