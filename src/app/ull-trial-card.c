#include "ull-trial-card.h"

#include "ull-ramp-drawing.h"

#include <glib/gi18n-lib.h>

/* What is drawn is made of the course's own account of what may be seen: where that has no trial there is no figure to draw, to write
 * into a file or to read in a table. */

struct _UllTrialCard
{
  AdwBin parent_instance;

  /* Borrowed: the child, one of the two */
  UllSceneCard *card;
  UllSceneChart *bare;

  /* Owned */
  UllTrial *trial;         /* (nullable) */
  UllRampDrawing *drawing; /* of it */

  UllRampSaid said[ULL_MAX_SAID];
  UllRampPicture picture;  /* what is drawn: points into the three above */
};

G_DEFINE_FINAL_TYPE (UllTrialCard, ull_trial_card, ADW_TYPE_BIN)

static UllScene *
build_bare (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  return ull_scene_ramp.build (&ULL_TRIAL_CARD (owner)->picture, spec, context);
}

/* Nothing is drawn of what goes. */
static void
clear_drawing (UllTrialCard *self)
{
  if (self->card != NULL)
    ull_scene_card_show (self->card, &ull_scene_ramp, NULL);
  if (self->bare != NULL)
    ull_scene_chart_set_builder (self->bare, NULL, NULL);
  if (self->drawing != NULL)
    ull_ramp_drawing_clear (self->drawing);
  g_clear_pointer (&self->drawing, g_free);
  g_clear_pointer (&self->trial, ull_trial_unref);
}

static void
ull_trial_card_dispose (GObject *object)
{
  UllTrialCard *self = ULL_TRIAL_CARD (object);

  clear_drawing (self);
  self->card = NULL;
  self->bare = NULL;
  G_OBJECT_CLASS (ull_trial_card_parent_class)->dispose (object);
}

static void
ull_trial_card_class_init (UllTrialCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ull_trial_card_dispose;
}

static void
ull_trial_card_init (UllTrialCard *self)
{
}

GtkWidget *
ull_trial_card_new (void)
{
  UllTrialCard *self = g_object_new (ULL_TYPE_TRIAL_CARD, NULL);

  self->card = g_object_new (ULL_TYPE_SCENE_CARD, NULL);
  ull_scene_chart_set_size (ull_scene_card_get_chart (self->card), 240, 420, 520);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->card));
  return GTK_WIDGET (self);
}

GtkWidget *
ull_trial_card_new_bare (double enlarge)
{
  UllTrialCard *self = g_object_new (ULL_TYPE_TRIAL_CARD, NULL);

  self->bare = ULL_SCENE_CHART (ull_scene_chart_new (NULL, NULL));
  ull_scene_chart_set_size (self->bare, 240, 320, 420);
  ull_scene_chart_set_enlarge (self->bare, enlarge);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->bare));
  return GTK_WIDGET (self);
}

static void
draw_trial (UllTrialCard *self, const UllCourseRamp *ramp)
{
  self->trial = ull_trial_ref (ramp->trial);
  self->drawing = g_new0 (UllRampDrawing, 1);
  ull_ramp_drawing_init (self->drawing, self->trial->scenario, self->trial->ramp, NULL, NULL);
  self->picture = self->drawing->picture;
  if (!ramp->unshared)
    self->picture.without = (UllRampCurve) { .n = 0 };
  for (guint i = 0; i < ramp->n_said; i++)
    self->said[i] = ramp->said[i];
  self->picture.said = self->said;
  self->picture.n_said = ramp->n_said;
}

void
ull_trial_card_show (UllTrialCard *self, const UllCourseRamp *ramp)
{
  g_return_if_fail (ULL_IS_TRIAL_CARD (self));

  clear_drawing (self);
  self->picture = (UllRampPicture) { .peak = -1, .operating = -1, .withheld = _("Withheld while it is asked about") };
  if (ramp->trial != NULL)
    draw_trial (self, ramp);
  if (self->card != NULL)
    ull_scene_card_show (self->card, &ull_scene_ramp, &self->picture);
  else
    ull_scene_chart_set_builder (self->bare, build_bare, self);
}

UllSceneCard *
ull_trial_card_get_card (UllTrialCard *self)
{
  g_return_val_if_fail (ULL_IS_TRIAL_CARD (self), NULL);

  return self->card;
}

UllSceneChart *
ull_trial_card_get_chart (UllTrialCard *self)
{
  g_return_val_if_fail (ULL_IS_TRIAL_CARD (self), NULL);

  return self->card != NULL ? ull_scene_card_get_chart (self->card) : self->bare;
}
