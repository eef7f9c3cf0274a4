#include "ull-present-window.h"

#include "ull-beside.h"
#include "ull-dots.h"
#include "ull-given-box.h"
#include "ull-later.h"
#include "ull-marker.h"
#include "ull-present-picture.h"
#include "ull-present-rows.h"
#include "ull-question-runner.h"
#include "ull-hands.h"

#include <glib/gi18n-lib.h>

/* Everything on screen is put there by show(), from the talk alone. Keys are taken before any widget sees them, so that a
 * remote works wherever the focus is; only while a counter is being named do they go to its entry.
 *
 * Sizes: chart text is 13 points here and 9 elsewhere, on a screen of 1024 x 768; all type grows with the screen. */

#define POINTS 13.0
#define CHART_POINTS 9
#define MARKER_STEP 12
#define SCROLL_STEP 60

struct _UllPresentWindow
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *page;
  GtkLabel *place;
  GtkLabel *title;
  AdwBin *picture;
  GtkScrolledWindow *hall_scroller;
  GtkScrolledWindow *words_scroller;
  GtkLabel *text;
  GtkFlowBox *given;
  GtkWidget *hint;
  UllHands *hands;
  GtkBox *rows;
  UllDots *dots;
  GtkLabel *progress;
  UllMarker *marker;

  /* Owned */
  UllTalk *talk;
  GCancellable *running; /* (nullable): while the load of a question runs, */

  const char *then;  /* and the action that goes on with it */
  double points; /* of the least text */
  UllLater look;     /* at what was shown last */
  GtkWidget *newest; /* borrowed: of the rows */
  guint position;    /* that the tally counts for */
  gboolean started;
  gboolean given_up; /* the load cannot be run */
};

G_DEFINE_FINAL_TYPE (UllPresentWindow, ull_present_window, ADW_TYPE_WINDOW)

static const UllCourse *
course_of (UllPresentWindow *self)
{
  return ull_talk_get_course (self->talk);
}

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

static void
show_picture (UllPresentWindow *self)
{
  GtkWidget *picture = ull_present_picture_new (self->talk, self->points / CHART_POINTS);

  adw_bin_set_child (self->picture, picture);
  gtk_widget_set_visible (GTK_WIDGET (self->picture), picture != NULL);
}

static void
show_question (UllPresentWindow *self)
{
  const UllQuestion *question = ull_course_get_question (course_of (self));
  gboolean locked = ull_talk_is_locked (self->talk) || question == NULL;
  g_autofree char *text = ull_course_dup_text (course_of (self)), *place = ull_course_dup_place (course_of (self));
  UllLesson *lesson = ull_course_get_lesson (course_of (self));
  const char *title = question != NULL ? question->prompt : lesson != NULL ? lesson->title : "";

  set_label (self->place, place);
  set_label (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  set_label (self->text, locked ? text : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->given), ull_given_box_show (self->given, locked ? question : NULL));
}

/* Hands are counted before the answer; afterwards those of the question's own answers stay, with a tick at the right one. */
static void
show_hands (UllPresentWindow *self)
{
  const UllQuestion *question = ull_course_get_question (course_of (self));
  const UllKey *key = ull_course_get_key (course_of (self));
  guint n, position = ull_course_get_position (course_of (self), &n);
  gboolean any = ull_talk_get_n_counters (self->talk) > 0, locked = ull_talk_is_locked (self->talk);
  gboolean after = ull_talk_is_whole (self->talk) && key != NULL && !ull_question_is_number (question);

  if (!self->started || self->position != position)
    ull_hands_start (self->hands, self->talk);
  self->started = TRUE;
  self->position = position;
  ull_hands_update (self->hands, self->talk, any && after ? (int) key->right : -1);
  gtk_widget_set_visible (GTK_WIDGET (self->hands), any && (locked || after));
  gtk_widget_set_visible (self->hint, any && locked);
}

/* Of a lesson its questions, of one question the steps of its sum: how many those are is known once it is open. */
static void
show_progress (UllPresentWindow *self)
{
  const UllKey *key = ull_course_get_key (course_of (self));
  guint n, at = MAX (ull_course_get_number (course_of (self), &n), 1) - 1, shown = ull_talk_get_n_shown (self->talk);
  g_autofree char *steps = NULL;

  if (n == 1)
    n = key != NULL ? key->steps->len + 1 : 0;
  if (n > 0 && ull_course_get_lesson (course_of (self)) == NULL)
    at = ull_talk_is_whole (self->talk) ? n - 1 : MAX (shown, 1) - 1;
  ull_dots_set (self->dots, at, n);
  if (key != NULL && shown > 0 && key->steps->len > 1)
    steps = g_strdup_printf (_("step %u of %u"), shown, key->steps->len);
  set_label (self->progress, steps);
}

static void
stop_running (UllPresentWindow *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

static void
show (UllPresentWindow *self)
{
  g_autofree char *spoken = ull_present_rows_speak (self->talk);

  stop_running (self);
  show_question (self);
  show_picture (self);
  show_hands (self);
  self->newest = ull_present_rows_fill (self->rows, self->talk);
  show_progress (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->words_scroller), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->title), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  spoken != NULL ? spoken : "", -1);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->words_scroller), 0);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->hall_scroller), 0);
}

/* What was shown last comes into sight, its beginning first. */
static void
bring_up (UllPresentWindow *self, GtkScrolledWindow *scroller)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scroller);
  GtkWidget *viewport = gtk_scrolled_window_get_child (scroller);
  double page = gtk_adjustment_get_page_size (adjustment), value = gtk_adjustment_get_value (adjustment);
  graphene_rect_t bounds;

  if (self->newest == NULL || !gtk_widget_compute_bounds (self->newest, viewport, &bounds))
    return;
  if (bounds.origin.y + bounds.size.height > page)
    gtk_adjustment_set_value (adjustment, value + MIN (bounds.origin.y, bounds.origin.y + bounds.size.height - page));
}

static void
look_at_newest (GtkWidget *widget)
{
  UllPresentWindow *self = ULL_PRESENT_WINDOW (widget);

  bring_up (self, self->words_scroller);
  bring_up (self, self->hall_scroller);
}

/* Told while rows are being laid out: where they stand is known at the next frame. */
static void
adjusted_cb (UllPresentWindow *self)
{
  ull_later_ask (&self->look);
}

/* What cannot be run is told as a question that has no answer is. */
static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (UllPresentWindow) self = user_data;

  if (self->running == NULL || ull_question_run_get_cancellable (result) != self->running)
    return;
  g_clear_object (&self->running);
  self->given_up = !ull_question_run_finish (result, NULL);
  gtk_widget_activate_action (GTK_WIDGET (self), self->then, NULL);
  self->given_up = FALSE;
}

/* TRUE: the question that is to be opened has a load to be run, in a thread, and @action comes again afterwards. */
static gboolean
waits (UllPresentWindow *self, const char *action)
{
  if (self->given_up || !ull_talk_is_locked (self->talk) || ull_talk_is_run (self->talk))
    return FALSE;
  self->then = action;
  if (self->running != NULL)
    return TRUE;
  self->running = g_cancellable_new ();
  set_label (self->progress, _("Running the load…"));
  ull_question_run_async (ull_course_get_question (course_of (self)), self->running, ran_cb, g_object_ref (self));
  return TRUE;
}

static void
next_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPresentWindow *self = ULL_PRESENT_WINDOW (widget);

  if (waits (self, "present.next"))
    return;
  if (ull_talk_next (self->talk))
    show (self);
}

static void
back_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPresentWindow *self = ULL_PRESENT_WINDOW (widget);

  if (ull_talk_back (self->talk))
    show (self);
}

static void
finish_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPresentWindow *self = ULL_PRESENT_WINDOW (widget);

  if (waits (self, "present.finish"))
    return;
  ull_talk_finish (self->talk);
  show (self);
}

static void
restart_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPresentWindow *self = ULL_PRESENT_WINDOW (widget);

  ull_talk_restart (self->talk);
  self->started = FALSE;
  show (self);
}

static void
marker_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkWidget *marker = GTK_WIDGET (ULL_PRESENT_WINDOW (widget)->marker);

  gtk_widget_set_visible (marker, !gtk_widget_get_visible (marker));
}

static void
count (UllPresentWindow *self, int counter, int by)
{
  if (counter < 0 || !ull_talk_is_locked (self->talk))
    return;
  ull_talk_count (self->talk, (guint) counter, by);
  ull_hands_update (self->hands, self->talk, -1);
}

static void
raise_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  count (ULL_PRESENT_WINDOW (widget), g_variant_get_int32 (parameter), 1);
}

static void
lower_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  count (ULL_PRESENT_WINDOW (widget), g_variant_get_int32 (parameter), -1);
}

static void
scroll (UllPresentWindow *self, double by)
{
  GtkScrolledWindow *scrollers[] = { self->words_scroller, self->hall_scroller };

  for (gsize i = 0; i < G_N_ELEMENTS (scrollers); i++)
    {
      GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (scrollers[i]);

      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + by);
    }
}

static gboolean
arrow_cb (UllPresentWindow *self, guint key, GdkModifierType state)
{
  double step = MARKER_STEP * ((state & GDK_SHIFT_MASK) != 0 ? 10 : 1);
  double dx = key == GDK_KEY_Left ? -step : key == GDK_KEY_Right ? step : 0;
  double dy = key == GDK_KEY_Up ? -step : key == GDK_KEY_Down ? step : 0;

  if (dx == 0 && dy == 0)
    return GDK_EVENT_PROPAGATE;
  if (gtk_widget_get_visible (GTK_WIDGET (self->marker)))
    ull_marker_move (self->marker, dx, dy);
  else if (dy != 0)
    scroll (self, dy > 0 ? SCROLL_STEP : -SCROLL_STEP);
  return GDK_EVENT_STOP;
}

static gboolean
count_by_key (UllPresentWindow *self, guint key, GdkModifierType state)
{
  int counter = key >= GDK_KEY_1 && key <= GDK_KEY_9 ? (int) (key - GDK_KEY_1) : -1;

  if (counter < 0 && key >= GDK_KEY_KP_1 && key <= GDK_KEY_KP_9)
    counter = (int) (key - GDK_KEY_KP_1);
  if (counter < 0)
    return GDK_EVENT_PROPAGATE;
  count (self, counter, (state & GDK_CONTROL_MASK) != 0 ? -1 : 1);
  return GDK_EVENT_STOP;
}

static const struct
{
  guint key;
  const char *action;
} keys[] = {
  { GDK_KEY_space, "present.next" },         { GDK_KEY_Page_Down, "present.next" },
  { GDK_KEY_BackSpace, "present.back" },     { GDK_KEY_Page_Up, "present.back" },
  { GDK_KEY_End, "present.finish" },         { GDK_KEY_r, "present.restart" },
  { GDK_KEY_R, "present.restart" },          { GDK_KEY_m, "present.marker" },
  { GDK_KEY_M, "present.marker" },           { GDK_KEY_Escape, "window.close" },
  { GDK_KEY_F5, "window.close" },
};

/* Whoever names a counter writes, and leaves with Enter or Esc. */
static gboolean
name_key (UllPresentWindow *self, guint key)
{
  if (key != GDK_KEY_Escape && key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_grab_focus (GTK_WIDGET (self->words_scroller));
  ull_hands_update (self->hands, self->talk, -1);
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (UllPresentWindow *self, guint key, guint code, GdkModifierType state)
{
  if (GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (self))))
    return name_key (self, key);
  if ((state & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  if (count_by_key (self, key, state) || arrow_cb (self, key, state))
    return GDK_EVENT_STOP;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i].key == key && (state & GDK_CONTROL_MASK) == 0)
      return gtk_widget_activate_action (GTK_WIDGET (self), keys[i].action, NULL);
  return GDK_EVENT_PROPAGATE;
}

static void
motion_cb (UllPresentWindow *self, double x, double y)
{
  ull_marker_set_place (self->marker, x, y);
}

static void
ull_present_window_dispose (GObject *object)
{
  ull_later_cancel (&ULL_PRESENT_WINDOW (object)->look);
  stop_running (ULL_PRESENT_WINDOW (object));
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_PRESENT_WINDOW);
  G_OBJECT_CLASS (ull_present_window_parent_class)->dispose (object);
}

static void
ull_present_window_finalize (GObject *object)
{
  g_clear_pointer (&ULL_PRESENT_WINDOW (object)->talk, ull_talk_free);
  G_OBJECT_CLASS (ull_present_window_parent_class)->finalize (object);
}

static void
ull_present_window_class_init (UllPresentWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ull_present_window_dispose;
  object_class->finalize = ull_present_window_finalize;
  g_type_ensure (ULL_TYPE_DOTS);
  g_type_ensure (ULL_TYPE_BESIDE);
  g_type_ensure (ULL_TYPE_MARKER);
  g_type_ensure (ULL_TYPE_HANDS);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-present-window.ui");
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, page);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, place);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, title);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, picture);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, hall_scroller);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, words_scroller);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, text);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, given);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, hint);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, hands);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, rows);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, dots);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, progress);
  gtk_widget_class_bind_template_child (widget_class, UllPresentWindow, marker);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, motion_cb);
  gtk_widget_class_install_action (widget_class, "present.next", NULL, next_action);
  gtk_widget_class_install_action (widget_class, "present.back", NULL, back_action);
  gtk_widget_class_install_action (widget_class, "present.finish", NULL, finish_action);
  gtk_widget_class_install_action (widget_class, "present.restart", NULL, restart_action);
  gtk_widget_class_install_action (widget_class, "present.marker", NULL, marker_action);
  gtk_widget_class_install_action (widget_class, "present.raise", "i", raise_action);
  gtk_widget_class_install_action (widget_class, "present.lower", "i", lower_action);
}

static void
ull_present_window_init (UllPresentWindow *self)
{
  self->points = POINTS;
  ull_later_init (&self->look, GTK_WIDGET (self), look_at_newest);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->words_scroller), "changed", G_CALLBACK (adjusted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->hall_scroller), "changed", G_CALLBACK (adjusted_cb), self,
                           G_CONNECT_SWAPPED);
}

static const struct
{
  int width, height;
  const char *class;
  double points; /* as the style sheet has them */
} screens[] = {
  { 3200, 1800, "huge", 36 },
  { 1600, 900, "large", 18 },
};

static void
grow (UllPresentWindow *self, const GdkRectangle *area)
{
  for (gsize i = 0; i < G_N_ELEMENTS (screens); i++)
    if (area->width >= screens[i].width && area->height >= screens[i].height)
      {
        gtk_widget_add_css_class (self->page, screens[i].class);
        self->points = screens[i].points;
        return;
      }
}

/* As large as the screen that the parent is on, also where nobody manages windows. */
static void
fill_screen (UllPresentWindow *self, GtkWindow *parent)
{
  GdkSurface *surface = parent != NULL ? gtk_native_get_surface (GTK_NATIVE (parent)) : NULL;
  GdkMonitor *monitor = surface != NULL ? gdk_display_get_monitor_at_surface (gdk_surface_get_display (surface), surface) : NULL;
  GdkRectangle area;

  if (monitor == NULL)
    return;
  gdk_monitor_get_geometry (monitor, &area);
  grow (self, &area);
  gtk_window_set_default_size (GTK_WINDOW (self), area.width, area.height);
  gtk_window_fullscreen_on_monitor (GTK_WINDOW (self), monitor);
}

UllPresentWindow *
ull_present_window_new (GtkWindow *parent, UllCourse *course)
{
  UllPresentWindow *self = g_object_new (ULL_TYPE_PRESENT_WINDOW, "transient-for", parent, NULL);

  self->talk = ull_talk_new (course);
  fill_screen (self, parent);
  show (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->words_scroller));
  return self;
}

const UllTalk *
ull_present_window_get_talk (UllPresentWindow *self)
{
  g_return_val_if_fail (ULL_IS_PRESENT_WINDOW (self), NULL);

  return self->talk;
}
