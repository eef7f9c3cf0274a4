#include "ull-verdict-card.h"

#include "ull-clear.h"
#include "ull-later.h"
#include "ull-look.h"
#include "ull-mnemonic.h"
#include "ull-sentence.h"
#include "ull-units.h"
#include "ull-watch.h"
#include "ull-wrap-layout.h"

#include <glib/gi18n-lib.h>

/* The sentences are the plan's own; the card only chooses which of them is due. What is said of a prediction is the
 * prediction and the answer, side by side, and nothing about the person. */

#define GAP 14
#define STACK_BELOW 520
#define COMPACT_BELOW 220 /* at 100 % text: narrower, the verdict alone would fill the window, and its reason waits to be asked for */

struct _UllVerdictCard
{
  GtkWidget parent_instance;

  /* Template */
  UllVerdictMark *mark;
  UllSentence *headline;
  UllSentence *detail;
  UllSentence *warnings;
  GtkWidget *texts;
  GtkWidget *reason;
  GtkWidget *actions;
  GtkWidget *why;
  GtkWidget *again;
  GtkWidget *leave;

  /* Owned */
  UllWorkspace *workspace;

  UllLater fit; /* after a width was given: not while it is */
  gboolean compact;
};

G_DEFINE_FINAL_TYPE (UllVerdictCard, ull_verdict_card, GTK_TYPE_WIDGET)

static void
show (UllVerdictCard *self, UllVerdictState state, const char *headline, const char *detail, const char *warnings)
{
  ull_verdict_mark_set_state (self->mark, state);
  ull_sentence_set_text (self->headline, headline);
  ull_sentence_set_text (self->detail, detail);
  ull_sentence_set_text (self->warnings, warnings);
}

static char *
list_warnings (const UllPlan *plan, const UllScenario *scenario)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < ULL_N_WARNINGS; i++)
    if (ull_plan_shows_warning (plan, scenario, (UllWarning) i))
      {
        g_autofree char *text = ull_plan_warning_text (plan, scenario, (UllWarning) i);

        g_string_append_printf (list, "%s%s", list->len > 0 ? "\n" : "", text);
      }
  return g_string_free (list, FALSE);
}

static void
show_plan (UllVerdictCard *self, const UllDisclosure *disclosure)
{
  g_autofree char *headline = ull_plan_headline (disclosure->plan);
  g_autofree char *detail = ull_plan_detail (disclosure->plan);
  g_autofree char *warnings = list_warnings (disclosure->plan, disclosure->scenario);

  show (self, disclosure->plan->fits ? ULL_VERDICT_GOOD : ULL_VERDICT_BAD, headline, detail, warnings);
}

static void
show_committed (UllVerdictCard *self, const UllDisclosure *disclosure, const UllPrediction *said)
{
  const UllPlan *plan = disclosure->plan;
  gboolean right = said->requests == plan->max_concurrency && said->fits == plan->fits;
  g_autofree char *requests = ull_format_count (said->requests);
  g_autofree char *holds = ull_format_count (plan->max_concurrency);
  g_autofree char *answer = ull_plan_headline (plan);
  g_autofree char *warnings = list_warnings (plan, disclosure->scenario);
  g_autofree char *headline = g_strdup_printf (_("You said %s at %d" ULL_NBSP "%%. It is %s."), requests,
                                               said->requests_confidence, holds);
  g_autofree char *detail = NULL;

  if (said->fits)
    detail = g_strdup_printf (_("You said it fits, at %d" ULL_NBSP "%%. %s"), said->fits_confidence, answer);
  else
    detail = g_strdup_printf (_("You said it exceeds, at %d" ULL_NBSP "%%. %s"), said->fits_confidence, answer);
  show (self, right ? ULL_VERDICT_GOOD : ULL_VERDICT_BAD, headline, detail, warnings);
}

static void
show_actions (UllVerdictCard *self)
{
  gboolean any = FALSE;

  for (GtkWidget *child = gtk_widget_get_first_child (self->actions); child != NULL; child = gtk_widget_get_next_sibling (child))
    any = any || gtk_widget_get_visible (child);
  gtk_widget_set_visible (self->actions, any);
}

static void
show_reason (UllVerdictCard *self)
{
  gtk_widget_set_visible (self->reason, !self->compact || gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->why)));
}

static gboolean
is_compact (UllVerdictCard *self)
{
  return gtk_widget_get_width (GTK_WIDGET (self)) < COMPACT_BELOW * ull_text_scale (GTK_WIDGET (self));
}

static void
fit_later (GtkWidget *widget)
{
  UllVerdictCard *self = ULL_VERDICT_CARD (widget);

  if (self->compact == is_compact (self))
    return;
  self->compact = !self->compact;
  if (self->compact)
    gtk_widget_add_css_class (widget, "compact");
  else
    gtk_widget_remove_css_class (widget, "compact");
  ull_verdict_mark_set_small (self->mark, self->compact);
  gtk_widget_set_visible (self->why, self->compact);
  show_reason (self);
  show_actions (self);
}

static void
disclosure_cb (gpointer data)
{
  UllVerdictCard *self = data;
  const UllDisclosure *disclosure = ull_workspace_get_disclosure (self->workspace);
  const UllPrediction *said = ull_workspace_get_prediction (self->workspace);
  UllPredictState state = ull_workspace_get_predict_state (self->workspace);

  gtk_widget_set_visible (self->leave, state != ULL_PREDICT_OFF);
  gtk_widget_set_visible (self->again, state == ULL_PREDICT_REVEAL);
  show_actions (self);
  if (disclosure == NULL)
    return;
  if (disclosure->withheld)
    show (self, ULL_VERDICT_WITHHELD, _("Predict first. The answer is withheld."),
          _("The sum, the curves and what exports show of them open once you have committed."), "");
  else if (disclosure->plan == NULL)
    show (self, ULL_VERDICT_BAD, _("No answer."), disclosure->problem != NULL ? disclosure->problem : "", "");
  else if (said != NULL)
    show_committed (self, disclosure, said);
  else
    show_plan (self, disclosure);
}

static void
leave_cb (UllVerdictCard *self)
{
  ull_workspace_set_predict (self->workspace, FALSE);
}

static void
again_cb (UllVerdictCard *self)
{
  ull_workspace_set_predict (self->workspace, FALSE);
  ull_workspace_set_predict (self->workspace, TRUE);
}

static int
measure (GtkWidget *widget, GtkOrientation orientation, int for_size)
{
  int least, wished;

  if (!gtk_widget_should_layout (widget))
    return 0;
  gtk_widget_measure (widget, orientation, for_size, &least, &wished, NULL, NULL);
  return orientation == GTK_ORIENTATION_HORIZONTAL ? wished : least;
}

typedef struct
{
  GtkAllocation mark, texts, actions;
  int height;
} Places;

/* The actions stand beside the sentence, or below it where that would squeeze it. */
static void
arrange (UllVerdictCard *self, int width, Places *places)
{
  int mark = measure (GTK_WIDGET (self->mark), GTK_ORIENTATION_HORIZONTAL, -1);
  int actions = MIN (measure (self->actions, GTK_ORIENTATION_HORIZONTAL, -1), width);
  int actions_height = measure (self->actions, GTK_ORIENTATION_VERTICAL, actions);
  gboolean stacked = actions > 0 && width < STACK_BELOW * ull_text_scale (GTK_WIDGET (self));
  int x = mark + GAP, texts_width = width - x - (actions > 0 && !stacked ? actions + GAP : 0);
  int texts = measure (self->texts, GTK_ORIENTATION_VERTICAL, texts_width);
  int row = MAX (mark, stacked ? texts : MAX (texts, actions_height));

  places->mark = (GtkAllocation) { 0, stacked || texts > 2.5 * mark ? 0 : (row - mark) / 2, mark, mark };
  places->texts = (GtkAllocation) { x, (row - texts) / 2, texts_width, texts };
  places->actions = (GtkAllocation) { width - actions, stacked ? row + GAP / 2 : (row - actions_height) / 2, actions,
                                      actions_height };
  places->height = stacked ? row + GAP / 2 + actions_height : row;
}

static GtkSizeRequestMode
ull_verdict_card_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ull_verdict_card_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  UllVerdictCard *self = ULL_VERDICT_CARD (widget);
  Places places;
  int least, wished;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      gtk_widget_measure (self->texts, orientation, -1, &least, &wished, NULL, NULL);
      *minimum = measure (GTK_WIDGET (self->mark), orientation, -1) + GAP + least;
      gtk_widget_measure (self->actions, orientation, -1, &least, NULL, NULL, NULL);
      *minimum = MAX (*minimum, least);
      *natural = MAX (*minimum, wished);
      return;
    }
  arrange (self, for_size > 0 ? for_size : STACK_BELOW, &places);
  *minimum = *natural = places.height;
}

static void
place (GtkWidget *child, GtkAllocation rect, int width, gboolean rtl)
{
  if (!gtk_widget_should_layout (child))
    return;
  if (rtl)
    rect.x = width - rect.x - rect.width;
  gtk_widget_size_allocate (child, &rect, -1);
}

static void
ull_verdict_card_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UllVerdictCard *self = ULL_VERDICT_CARD (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  Places places;

  arrange (self, width, &places);
  if (self->compact != is_compact (self))
    ull_later_ask (&self->fit);
  place (GTK_WIDGET (self->mark), places.mark, width, rtl);
  place (self->texts, places.texts, width, rtl);
  place (self->actions, places.actions, width, rtl);
}

static void
ull_verdict_card_set_property (GObject *object, guint property_id, const GValue *value, GParamSpec *pspec)
{
  UllVerdictCard *self = ULL_VERDICT_CARD (object);

  if (property_id == ULL_WATCH_PROPERTY)
    ull_watch (&self->workspace, g_value_get_object (value), disclosure_cb, self);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
}

static void
ull_verdict_card_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ull_look_damage (widget, snapshot);
  GTK_WIDGET_CLASS (ull_verdict_card_parent_class)->snapshot (widget, snapshot);
}

static void
ull_verdict_card_unmap (GtkWidget *widget)
{
  ull_later_cancel (&ULL_VERDICT_CARD (widget)->fit);
  GTK_WIDGET_CLASS (ull_verdict_card_parent_class)->unmap (widget);
}

static void
ull_verdict_card_dispose (GObject *object)
{
  UllVerdictCard *self = ULL_VERDICT_CARD (object);

  ull_later_cancel (&self->fit);
  ull_watch (&self->workspace, NULL, disclosure_cb, self);
  ull_clear_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (ull_verdict_card_parent_class)->dispose (object);
}

static void
ull_verdict_card_class_init (UllVerdictCardClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ull_verdict_card_set_property;
  object_class->dispose = ull_verdict_card_dispose;
  widget_class->get_request_mode = ull_verdict_card_get_request_mode;
  widget_class->measure = ull_verdict_card_measure;
  widget_class->size_allocate = ull_verdict_card_size_allocate;
  widget_class->snapshot = ull_verdict_card_snapshot;
  widget_class->unmap = ull_verdict_card_unmap;
  ull_watch_install_property (object_class);

  g_type_ensure (ULL_TYPE_VERDICT_MARK);
  g_type_ensure (ULL_TYPE_WRAP_LAYOUT);
  g_type_ensure (ULL_TYPE_SENTENCE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-verdict-card.ui");
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, mark);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, headline);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, detail);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, warnings);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, texts);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, reason);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, actions);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, why);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, again);
  gtk_widget_class_bind_template_child (widget_class, UllVerdictCard, leave);
  gtk_widget_class_bind_template_callback (widget_class, show_reason);
  gtk_widget_class_bind_template_callback (widget_class, again_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
ull_verdict_card_init (UllVerdictCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_later_init (&self->fit, GTK_WIDGET (self), fit_later);
  ull_mnemonic_name_buttons (GTK_WIDGET (self));
}

const char *
ull_verdict_card_get_headline (UllVerdictCard *self)
{
  g_return_val_if_fail (ULL_IS_VERDICT_CARD (self), NULL);

  return ull_sentence_get_text (self->headline);
}

const char *
ull_verdict_card_get_detail (UllVerdictCard *self)
{
  g_return_val_if_fail (ULL_IS_VERDICT_CARD (self), NULL);

  return ull_sentence_get_text (self->detail);
}

UllVerdictState
ull_verdict_card_get_state (UllVerdictCard *self)
{
  g_return_val_if_fail (ULL_IS_VERDICT_CARD (self), ULL_VERDICT_GOOD);

  return ull_verdict_mark_get_state (self->mark);
}

void
ull_verdict_card_show (UllVerdictCard *self, UllVerdictState state, const char *headline, const char *detail)
{
  g_return_if_fail (ULL_IS_VERDICT_CARD (self));

  show (self, state, headline, detail, "");
  /* What may be done beside it comes and goes, and with it the width: sentences ask for another height at their present width only. */
  gtk_widget_queue_resize (GTK_WIDGET (self->headline));
  gtk_widget_queue_resize (GTK_WIDGET (self->detail));
}

void
ull_verdict_card_add_action (UllVerdictCard *self, GtkWidget *action)
{
  g_return_if_fail (ULL_IS_VERDICT_CARD (self));

  gtk_widget_set_valign (action, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->actions), action);
  gtk_widget_set_visible (self->actions, TRUE);
}
