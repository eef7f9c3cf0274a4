#pragma once

#include "ull-application.h"
#include "ull-chart-view.h"
#include "ull-window.h"

G_BEGIN_DECLS

/* What the tests with a display share. Nothing here waits for a time to pass: a condition is polled. */

/* Starts GLib's tests and the toolkit with every critical fatal; returns the one application of the process. */
UllApplication *test_start (int *argc, char ***argv);

typedef gboolean (*TestCondition) (gpointer data);

gboolean test_wait_until (TestCondition condition, gpointer data, guint timeout_ms);
/* Runs what is due, and what that makes due. */
void test_settle (void);
/* Until @n frames of the widget's window have been painted. */
void test_wait_frames (GtkWidget *widget, guint n);

/* The first widget of the type (and, if given, of the template's id) at or below @root, or NULL. */
GtkWidget *test_find (GtkWidget *root, GType type, const char *id);
/* The window of the type that stands before @parent, or NULL. */
GtkWindow *test_find_window (GtkWindow *parent, GType type);
/* Mapped controls without a name for a screen reader; each is printed. */
guint test_count_unnamed (GtkWidget *root);

/* A window of its own, presented and painted. */
UllWindow *test_window_new (UllApplication *application);
/* Destroys it and asserts that nothing holds it any longer. */
void test_window_end (UllWindow *window);
void test_wait_loaded (UllWindow *window);
/* The same with Llama-3.1-8B on a GeForce RTX 4090 open in it. */
UllWindow *test_window_new_open (UllApplication *application);

/* For test_wait_until(): a #UllRampRun has the ramp of what is set; a #UllPoolPlayer has the picture of its step. */
gboolean test_has_ramp (gpointer run);
gboolean test_has_pool_picture (gpointer player);

/* The two charts that can be taken hold of, in a window of 1,280 × 800. */
typedef struct
{
  UllWindow *window;
  UllWorkspace *workspace; /* borrowed, as are the next two */
  UllChartView *curves;
  UllChartView *memory;
} TestCharts;

void test_charts_set_up (TestCharts *charts, UllApplication *application);
void test_charts_tear_down (TestCharts *charts, gconstpointer data);
const UllFrame *test_chart_frame (UllChartView *chart);
/* Whether the chart took the key. */
gboolean test_press (GtkWidget *chart, guint keyval, GdkModifierType state);
/* @signal: "drag-begin", "drag-update", "drag-end" or "cancel", to every gesture of that kind, as one press reaches them all. */
void test_chart_drag (UllChartView *chart, const char *signal, double x, double y);

G_END_DECLS
