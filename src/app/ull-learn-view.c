#include "ull-learn-view.h"

#include "ull-config.h"
#include "ull-data-table.h"
#include "ull-example.h"
#include "ull-record-store.h"
#include "ull-record-view.h"
#include "ull-sheet-dialog.h"
#include "ull-watch.h"

#include <glib/gi18n-lib.h>

/* Three pages: what there is, what is being played, and the record of it. A table of a picture belongs to one question and goes with it. */

typedef struct
{
  UllLesson *lesson; /* as it is listed */
  GtkLabel *label;   /* borrowed */
} Progress;

struct _UllLearnView
{
  GtkWidget parent_instance;

  /* Template */
  GtkStack *stack;
  AdwPreferencesGroup *lessons;
  AdwPreferencesGroup *own;
  AdwPreferencesGroup *drills;
  UllLessonPlayer *player;
  UllRecordView *record;
  GtkWidget *record_back;

  /* Owned */
  UllWorkspace *workspace;
  GArray *progress;    /* Progress, one a lesson */
  UllDrillBoxes boxes; /* what was missed in drills so far */
  gboolean drilled;

  GtkWidget *table; /* weak */
};

G_DEFINE_FINAL_TYPE (UllLearnView, ull_learn_view, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_PROBLEM,
  SIGNAL_MOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear_progress (gpointer data)
{
  Progress *progress = data;

  g_clear_pointer (&progress->lesson, ull_lesson_unref);
}

static UllLesson *
open_lesson (const char *id, GError **error)
{
  return ull_lesson_open_bundled (id, g_get_language_names (), error);
}

/* Of the questions that the player counts too: where the lesson stands, and not what was answered when it was played before. */
static void
show_progress (Progress *progress)
{
  const UllRecord *record = ull_record_store_get_record (ull_record_store_get_default ());
  const UllBookmark *bookmark = ull_record_find_bookmark (record, progress->lesson);
  g_autoptr (GPtrArray) questions = ull_lesson_questions (progress->lesson);
  guint done = bookmark != NULL ? bookmark->answers->len : 0;
  g_autofree char *text = g_strdup_printf (_("%u of %u"), done, questions->len);
  g_autofree char *spoken = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u of %u question answered", "%u of %u questions answered",
                                                          questions->len),
                                             done, questions->len);

  gtk_label_set_text (progress->label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (progress->label), spoken);
  gtk_accessible_update_property (GTK_ACCESSIBLE (progress->label), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  if (done > 0)
    gtk_widget_remove_css_class (GTK_WIDGET (progress->label), "dim-label");
  else
    gtk_widget_add_css_class (GTK_WIDGET (progress->label), "dim-label");
}

static void
update_progress (UllLearnView *self)
{
  for (guint i = 0; i < self->progress->len; i++)
    show_progress (&g_array_index (self->progress, Progress, i));
}

static GtkWidget *
make_row (const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  return row;
}

static GtkWidget *
make_lesson_row (UllLearnView *self, UllLesson *lesson)
{
  g_autofree char *title = g_strdup_printf ("%d · %s", (int) lesson->number, lesson->title);
  GtkWidget *row = make_row (title, lesson->summary), *progress = gtk_label_new (NULL);
  Progress entry = { ull_lesson_ref (lesson), GTK_LABEL (progress) };

  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "learn.lesson");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", lesson->id);
  gtk_widget_add_css_class (progress, "numeric");
  g_array_append_val (self->progress, entry);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), progress);
  return row;
}

static void
add_lessons (UllLearnView *self)
{
  const char *const *ids = ull_lesson_bundled ();

  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (UllLesson) lesson = open_lesson (ids[i], &error);

      g_return_if_fail (lesson != NULL);
      adw_preferences_group_add (self->lessons, make_lesson_row (self, lesson));
    }
  update_progress (self);
}

/* The window's own actions: a lesson is a file like others. */
static void
add_own (UllLearnView *self)
{
  GtkWidget *open = make_row (_("Open a lesson…"), _("A file of your own, or one that somebody gave you"));
  GtkWidget *make = make_row (_("Write a lesson…"), _("About the open plan, with its questions filled in"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (make), "win.make-lesson");
  adw_preferences_group_add (self->own, open);
  adw_preferences_group_add (self->own, make);
}

static const char *const level_names[ULL_DRILL_LEVELS] = {
  N_("One step of the sum"),
  N_("The budget, and what fits"),
  N_("Levers, limits and several cards"),
};

static void
add_drills (UllLearnView *self)
{
  GtkWidget *sheet = make_row (_("New sheet…"), _("A page of questions to print, the answers on a page of their own"));

  for (int level = 1; level <= ULL_DRILL_LEVELS; level++)
    {
      g_autofree char *title = g_strdup_printf (_("Level %d"), level);
      GtkWidget *row = make_row (title, _(level_names[level - 1]));

      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "learn.drill");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "i", level);
      adw_preferences_group_add (self->drills, row);
    }
  gtk_actionable_set_action_name (GTK_ACTIONABLE (sheet), "learn.sheet");
  adw_preferences_group_add (self->drills, sheet);
}

/* The open one, or the example: there is always something to drill. (transfer full) */
static UllScenario *
dup_scenario (UllLearnView *self, GError **error)
{
  UllScenario *open = self->workspace != NULL ? ull_workspace_get_scenario (self->workspace) : NULL;
  g_autoptr (UllModel) model = NULL;

  if (open != NULL)
    return ull_scenario_ref (open);
  model = ull_config_open_bundled (ULL_EXAMPLE_MODEL, error);
  return model != NULL ? ull_example_new (model, ull_device_find (ULL_EXAMPLE_DEVICE), error) : NULL;
}

static void
disclosure_cb (gpointer data)
{
  UllLearnView *self = data;
  const UllScenario *open = ull_workspace_get_scenario (self->workspace);
  g_autofree char *text = NULL;

  if (open != NULL)
    text = g_strdup_printf (_("Questions without end about %s. What you miss comes back sooner."), open->model->name);
  else
    text = g_strdup (_("Questions without end about the example, until a model is open. What you miss comes back sooner."));
  adw_preferences_group_set_description (self->drills, text);
}

static void
report (UllLearnView *self, const GError *error)
{
  g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, error->message);
}

static void
play (UllLearnView *self, UllCourse *course)
{
  gtk_stack_set_visible_child_name (self->stack, "player");
  ull_lesson_player_play (self->player, course);
}

static void
lesson_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLearnView *self = ULL_LEARN_VIEW (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllLesson) lesson = open_lesson (g_variant_get_string (parameter, NULL), &error);

  if (lesson != NULL)
    ull_learn_view_play (self, lesson);
  else
    report (self, error);
}

static void
drill_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLearnView *self = ULL_LEARN_VIEW (widget);
  int level = g_variant_get_int32 (parameter);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) scenario = dup_scenario (self, &error);
  g_autofree char *title = NULL;
  UllDrills *drills = NULL;

  if (level < 1 || level > ULL_DRILL_LEVELS)
    return;
  if (scenario != NULL)
    drills = ull_drills_new (scenario, (guint) level, g_random_int (), &error);
  if (drills == NULL)
    {
      report (self, error);
      return;
    }
  if (self->drilled)
    ull_drills_set_boxes (drills, &self->boxes);
  title = g_strdup_printf (_("Drill, level %d · %s"), level, scenario->model->name);
  play (self, ull_course_new_drills (drills, title));
}

static void
sheet_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLearnView *self = ULL_LEARN_VIEW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (UllScenario) scenario = dup_scenario (self, &error);

  if (scenario == NULL)
    report (self, error);
  else
    gtk_window_present (GTK_WINDOW (ull_sheet_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, scenario)));
}

/* A ramp has a card of its own, which has its table. */
static void
open_trial_table (UllLearnView *self)
{
  UllTrialCard *trial = ull_lesson_picture_get_trial (ull_lesson_player_get_picture (self->player));

  gtk_widget_activate_action (GTK_WIDGET (ull_trial_card_get_card (trial)), "scene.table", NULL);
}

static void
data_table_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLearnView *self = ULL_LEARN_VIEW (widget);
  UllWorkspace *workspace = ull_learn_view_get_workspace (self);
  GtkRoot *root = gtk_widget_get_root (widget);
  gboolean curves;

  if (ull_lesson_picture_get_trial (ull_lesson_player_get_picture (self->player)) != NULL)
    {
      open_trial_table (self);
      return;
    }
  if (workspace == NULL || self->table != NULL)
    return;
  curves = ull_course_get_view (ull_lesson_player_get_course (self->player)) == ULL_LESSON_VIEW_CURVES;
  g_set_weak_pointer (&self->table, GTK_WIDGET (ull_data_table_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, workspace,
                                                                    curves ? ULL_CHART_CURVES : ULL_CHART_MEMORY)));
  gtk_window_present (GTK_WINDOW (self->table));
}

static void
close_table (UllLearnView *self)
{
  GtkWidget *table = self->table;

  g_clear_weak_pointer (&self->table);
  if (table != NULL)
    gtk_window_destroy (GTK_WINDOW (table));
}

static void
moved_cb (UllLearnView *self)
{
  close_table (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

/* The next drills go on where these were. */
static void
keep_boxes (UllLearnView *self)
{
  const UllCourse *course = ull_lesson_player_get_course (self->player);
  const UllDrillBoxes *boxes = course != NULL ? ull_course_get_boxes (course) : NULL;

  if (boxes == NULL)
    return;
  self->boxes = *boxes;
  self->drilled = TRUE;
}

static void
left_cb (UllLearnView *self)
{
  keep_boxes (self);
  gtk_stack_set_visible_child_name (self->stack, "home");
  ull_lesson_player_play (self->player, NULL);
  moved_cb (self);
  gtk_widget_child_focus (GTK_WIDGET (self->lessons), GTK_DIR_TAB_FORWARD);
}

/* Only while it is looked at: a lesson does not depend on what was answered before. */
static void
show_record (UllLearnView *self)
{
  UllRecordStore *store = ull_record_store_get_default ();

  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), "record") != 0)
    return;
  ull_record_view_show (self->record, ull_record_store_get_record (store), ull_record_store_get_problem (store));
}

static void
erase_cb (UllLearnView *self)
{
  g_autoptr (GError) error = NULL;

  if (!ull_record_store_erase (ull_record_store_get_default (), &error))
    g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, error->message);
}

static void
record_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLearnView *self = ULL_LEARN_VIEW (widget);

  gtk_stack_set_visible_child_name (self->stack, "record");
  show_record (self);
  gtk_widget_grab_focus (self->record_back);
}

static void
home_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllLearnView *self = ULL_LEARN_VIEW (widget);

  gtk_stack_set_visible_child_name (self->stack, "home");
  gtk_widget_child_focus (GTK_WIDGET (self->lessons), GTK_DIR_TAB_FORWARD);
}

static void
ull_learn_view_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllLearnView *self = ULL_LEARN_VIEW (object);

  if (property_id == ULL_WATCH_PROPERTY)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_learn_view_dispose (GObject *object)
{
  UllLearnView *self = ULL_LEARN_VIEW (object);

  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  close_table (self);
  g_clear_pointer (&self->progress, g_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (object), ULL_TYPE_LEARN_VIEW);
  G_OBJECT_CLASS (ull_learn_view_parent_class)->dispose (object);
}

static void
ull_learn_view_class_init (UllLearnViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_learn_view_set_property;
  object_class->dispose = ull_learn_view_dispose;
  ull_watch_install_property (object_class);
  signals[SIGNAL_PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (ULL_TYPE_LESSON_PLAYER);
  g_type_ensure (ULL_TYPE_RECORD_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-learn-view.ui");
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, stack);
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, lessons);
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, own);
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, drills);
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, player);
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, record);
  gtk_widget_class_bind_template_child (widget_class, UllLearnView, record_back);
  gtk_widget_class_bind_template_callback (widget_class, left_cb);
  gtk_widget_class_bind_template_callback (widget_class, erase_cb);
  gtk_widget_class_bind_template_callback (widget_class, moved_cb);
  gtk_widget_class_install_action (widget_class, "learn.lesson", "s", lesson_action);
  gtk_widget_class_install_action (widget_class, "learn.drill", "i", drill_action);
  gtk_widget_class_install_action (widget_class, "learn.sheet", NULL, sheet_action);
  gtk_widget_class_install_action (widget_class, "learn.record", NULL, record_action);
  gtk_widget_class_install_action (widget_class, "learn.home", NULL, home_action);
  gtk_widget_class_install_action (widget_class, "plan.data-table", NULL, data_table_action);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ull_learn_view_init (UllLearnView *self)
{
  self->progress = g_array_new (FALSE, FALSE, sizeof (Progress));
  g_array_set_clear_func (self->progress, clear_progress);
  gtk_widget_init_template (GTK_WIDGET (self));
  add_lessons (self);
  add_own (self);
  add_drills (self);
  g_signal_connect_object (ull_record_store_get_default (), "changed", G_CALLBACK (update_progress), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ull_record_store_get_default (), "changed", G_CALLBACK (show_record), self, G_CONNECT_SWAPPED);
}

void
ull_learn_view_open_first (UllLearnView *self)
{
  g_return_if_fail (ULL_IS_LEARN_VIEW (self));

  gtk_widget_activate_action (GTK_WIDGET (self), "learn.lesson", "s", ull_lesson_bundled ()[0]);
}

void
ull_learn_view_play (UllLearnView *self, UllLesson *lesson)
{
  g_return_if_fail (ULL_IS_LEARN_VIEW (self));

  gtk_stack_set_visible_child_name (self->stack, "player");
  if (!ull_lesson_player_open (self->player, lesson))
    g_signal_emit (self, signals[SIGNAL_PROBLEM], 0,
                   _("The questions of this lesson have changed since you left it, so it begins again. What you answered stays in the record."));
}

UllLessonPlayer *
ull_learn_view_get_player (UllLearnView *self)
{
  g_return_val_if_fail (ULL_IS_LEARN_VIEW (self), NULL);

  return self->player;
}

UllWorkspace *
ull_learn_view_get_workspace (UllLearnView *self)
{
  g_return_val_if_fail (ULL_IS_LEARN_VIEW (self), NULL);

  return ull_lesson_player_get_workspace (self->player);
}
