#pragma once

#include "ull-adapter.h"
#include "ull-lesson.h"
#include "ull-notice.h"
#include "ull-saver.h"
#include "ull-window.h"

G_BEGIN_DECLS

/* What the files of the window share. */
struct _UllWindow
{
  AdwApplicationWindow parent_instance;

  /* Template */
  AdwWindowTitle *title;
  AdwSplitButton *open_button;
  AdwFlap *flap;
  AdwBin *sidebar;
  UllNotice *notice;
  AdwToastOverlay *toasts;
  AdwBin *content;
  AdwViewStack *views;
  AdwBin *plan_page;
  AdwBin *ramp_page;
  AdwBin *learn_page;
  AdwSqueezer *title_squeezer;
  GtkWidget *switcher;
  GtkWidget *switcher_bar;
  GtkWidget *drop_highlight;

  /* Owned */
  UllWorkspace *workspace;
  GSettings *settings;
  GCancellable *loading;
  GQueue after; /* Owned paths: logs and series that are read once what is being read is open */

  /* Borrowed: in the bins from the first document on */
  GtkWidget *plan_view;
  GtkWidget *ramp_view;  /* from when it is first looked at on */
  GtkWidget *learn_view; /* from when it is first looked at on */
  GtkWidget *compare;  /* weak: a window of its own */
  GtkWidget *glossary; /* weak, as well */
  GtkWidget *room;     /* weak, as well */

  guint present_source;
  guint switcher_source;
  gboolean closing;
  gboolean learning;     /* the lessons are shown */
  gboolean levers_shown; /* while the lessons are: whether the plan has its levers beside it */
};

/* -actions */
void ull_window_add_actions (UllWindow *self);
void ull_window_update_actions (UllWindow *self);

/* -open */
void ull_window_choose_file (UllWindow *self);
void ull_window_choose_folder (UllWindow *self);
void ull_window_choose_replacement (UllWindow *self);
void ull_window_cancel_loading (UllWindow *self);
void ull_window_open_document (UllWindow *self, UllScenario *scenario, const char *path, const char *text);
gboolean ull_window_replace_model (UllWindow *self, const char *model_id, GError **error);

/* -save */
void ull_window_save (UllWindow *self);
void ull_window_save_as (UllWindow *self);
/* Asks where there are unsaved changes; @then does not run where the person cancels or saving fails. */
void ull_window_guard (UllWindow *self, UllSaverThen then, gpointer data, GDestroyNotify destroy);

/* -views */
gboolean ull_window_is_learning (UllWindow *self);
gboolean ull_window_is_ramping (UllWindow *self);
void ull_window_show_view (UllWindow *self, const char *name);
void ull_window_view_changed (UllWindow *self);
void ull_window_first_lesson (UllWindow *self);
void ull_window_play_lesson (UllWindow *self, UllLesson *lesson);
/* Which answers to the shortcuts of charts now. (nullable) */
GtkWidget *ull_window_get_view (UllWindow *self);
/* What its charts show. (nullable) */
UllWorkspace *ull_window_get_shown (UllWindow *self);

/* -ramp */
void ull_window_make_ramp_view (UllWindow *self);
/* A recorded series over the pool that is played. */
void ull_window_choose_series (UllWindow *self);
/* A ramp is seen. */
gboolean ull_window_has_ramp (UllWindow *self);

/* -fit */
void ull_window_choose_run (UllWindow *self);
void ull_window_fit_problem_cb (UllWindow *self, const char *sentence);

/* The id of the chart whose page the ramp shows. */
const char *ull_window_get_ramp_chart (UllWindow *self);

/* -log */
/* The load of the open plan is the recorded log at @path, which has been looked at. */
gboolean ull_window_take_log (UllWindow *self, const char *path);
void ull_window_take_series_file (UllWindow *self, const char *path);
void ull_window_choose_log (UllWindow *self);

/* -room */
gboolean ull_window_can_present (UllWindow *self);
void ull_window_present_room (UllWindow *self);
/* The open plan, or the example, as a lesson to go on writing. */
void ull_window_make_lesson (UllWindow *self);

/* -pin */
void ull_window_pin (UllWindow *self);
void ull_window_compare (UllWindow *self);

/* -launch */
void ull_window_paste_command (UllWindow *self, const char *text);
/* With what was copied, where that is a command. */
void ull_window_read_clipboard (UllWindow *self);
void ull_window_copy_command (UllWindow *self);

/* -adapter */
void ull_window_offer_adapter (UllWindow *self, const UllAdapter *adapter);

/* -drop */
void ull_window_add_drop_target (UllWindow *self);

void ull_window_hide_notice (UllWindow *self);

/* Of one's own cards. */
void ull_window_set_device (UllWindow *self, const char *id);
void ull_window_add_card (UllWindow *self);
void ull_window_edit_card (UllWindow *self);

G_END_DECLS
