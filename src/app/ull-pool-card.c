#include "ull-pool-card.h"

#include "ull-choice.h"
#include "ull-clear.h"
#include "ull-pair-layout.h"
#include "ull-pool-drawing.h"
#include "ull-pool-hand.h"
#include "ull-pool-pick.h"
#include "ull-pool-speed.h"
#include "ull-pool-words.h"
#include "ull-ramp-drawing.h"
#include "ull-scene-chart.h"
#include "ull-units.h"

#include <glib/gi18n-lib.h>

/* Everything shown is of the player's step. What a request holds is a product of the sum: blocks times a block's bytes. Nothing is played
 * for nobody: a card out of sight has no level, but where a recorded series is laid over it, which is looked at elsewhere, too. */

struct _UllPoolCard
{
  GtkWidget parent_instance;

  /* Template */
  GtkDropDown *level;
  GtkLabel *blocks;
  UllSceneChart *grid;
  UllSceneChart *timeline;
  GtkLabel *request;
  GtkLabel *longest;
  GtkWidget *transport;
  GtkMenuButton *speed;
  GtkLabel *pace;
  GtkButton *play;
  GtkWidget *first, *back, *forward;
  GtkLabel *state;

  /* Owned */
  UllPoolPlayer *player;
  UllPoolHand *hand;
  UllPoolPick *pick;
  UllRampResult *result;
  GArray *samples;             /* of `sampled` */
  GArray *runs;                /* of `drawn` */
  GArray *series;              /* UllSeriesSample (nullable) */
  char *series_name;
  double series_idle;
  char *load;                  /* of `result`: for a file */
  char *caption;               /* the same at the step that is shown */

  /* Borrowed: to be told from the next alone */
  const UllPlayback *sampled;
  const UllPoolPicture *drawn;

  gint64 sharers;
  gint64 chosen; /* clients that a person chose; 0: the one that is offered */
  gboolean syncing;
};

G_DEFINE_FINAL_TYPE (UllPoolCard, ull_pool_card, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *const handles[] = { "playhead", NULL };

/* The scenes' data, made once for each picture and each run. */
static void
gather (UllPoolCard *self)
{
  const UllPlayback *playback = ull_pool_player_get_playback (self->player);
  const UllPoolPicture *picture = ull_pool_player_get_picture (self->player);

  if (playback != self->sampled)
    {
      g_clear_pointer (&self->samples, g_array_unref);
      self->samples = playback != NULL ? ull_pool_samples (playback) : NULL;
      self->sampled = playback;
    }
  if (picture != self->drawn)
    {
      g_clear_pointer (&self->runs, g_array_unref);
      self->runs = picture != NULL ? ull_pool_runs (picture, &self->sharers) : NULL;
      self->drawn = picture;
    }
}

void
ull_pool_card_get_blocks (UllPoolCard *self, UllBlockPicture *picture)
{
  *picture = (UllBlockPicture) { .followed = ull_pool_player_get_followed (self->player), .sharers = self->sharers,
                                 .load = self->caption };
  if (self->runs != NULL)
    {
      picture->run = (const UllCellRun *) (const void *) self->runs->data;
      picture->n = self->runs->len;
    }
}

void
ull_pool_card_get_over_time (UllPoolCard *self, UllTimelinePicture *picture)
{
  *picture = (UllTimelinePicture) { .playhead = -1, .load = self->caption };
  if (self->samples == NULL)
    return;
  picture->sample = (const UllPoolSample *) (const void *) self->samples->data;
  picture->n = self->samples->len;
  picture->end = ull_pool_player_get_end (self->player);
  picture->playhead = ull_pool_player_get_time (self->player);
  if (self->series != NULL)
    {
      picture->recorded = (const UllSeriesSample *) (const void *) self->series->data;
      picture->n_recorded = self->series->len;
      picture->recorded_idle = self->series_idle;
      picture->recorded_name = self->series_name;
    }
}

static UllScene *
build_grid (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  UllBlockPicture picture;

  ull_pool_card_get_blocks (owner, &picture);
  return ull_block_grid_build (&picture, spec, context);
}

static UllScene *
build_timeline (gpointer owner, const UllChartSpec *spec, PangoContext *context)
{
  UllTimelinePicture picture;

  ull_pool_card_get_over_time (owner, &picture);
  return ull_timeline_build (&picture, spec, context);
}

/* Between two runs, until the new one has a pool, it says what it said: a lever that is dragged makes many. */
static void
update_request (UllPoolCard *self)
{
  g_autofree char *longest = ull_pool_describe_longest (self->player), *said = NULL;

  if (self->result != NULL && ull_pool_player_get_problem (self->player) == NULL && ull_pool_player_get_picture (self->player) == NULL)
    return;
  said = ull_pool_describe_request (self->player);
  if (said == NULL)
    said = ull_pool_describe_nobody (self->player, ull_pool_pick_is_shared (self->pick), self->sharers);
  gtk_label_set_text (self->longest, longest != NULL ? longest : "");
  gtk_label_set_text (self->request, said != NULL ? said : "");
  if (ull_pool_player_get_followed (self->player) >= 0)
    gtk_widget_remove_css_class (GTK_WIDGET (self->request), "dim-label");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->request), "dim-label");
}

static void
update_words (UllPoolCard *self)
{
  const UllPlayback *playback = ull_pool_player_get_playback (self->player);
  const char *problem = ull_pool_player_get_problem (self->player);
  g_autofree char *step = ull_pool_describe_step (self->player), *blocks = NULL;

  g_clear_pointer (&self->caption, g_free);
  if (self->load != NULL && step != NULL)
    self->caption = ull_played_describe_moment (playback, ull_pool_player_get_step (self->player), self->result->ramp->load,
                                                ull_pool_player_get_clients (self->player), self->load);
  if (playback != NULL)
    {
      g_autofree char *count = ull_format_count (ull_playback_get_blocks (playback));

      blocks = g_strdup_printf (_("%s blocks"), count);
    }
  gtk_label_set_text (self->state, problem != NULL ? problem : step != NULL ? step : "");
  gtk_label_set_text (self->blocks, blocks != NULL ? blocks : "");
  update_request (self);
}

/* While a window goes its widgets are unmapped, and must not be given actions anew. */
static void
set_enabled (UllPoolCard *self, const char *action, gboolean enabled)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_action_set_enabled (GTK_WIDGET (self), action, enabled);
}

static void
update (UllPoolCard *self)
{
  gboolean playing = ull_pool_player_get_playing (self->player), any = ull_pool_player_get_playback (self->player) != NULL;
  const char *name = playing ? _("Pause") : _("Play");

  gather (self);
  gtk_button_set_icon_name (self->play, playing ? "media-playback-pause-symbolic" : "media-playback-start-symbolic");
  /* Setting it makes GTK look for a tooltip to show, at every frame of a playback. */
  if (g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (self->play)), name) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (self->play), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_sensitive (GTK_WIDGET (self->play), any);
  gtk_widget_set_sensitive (self->first, any);
  gtk_widget_set_sensitive (self->back, any);
  gtk_widget_set_sensitive (self->forward, any);
  set_enabled (self, "pool.follow-next", any);
  set_enabled (self, "pool.follow-previous", any);
  set_enabled (self, "pool.drop-series", self->series != NULL);
  set_enabled (self, "pool.follow-nobody", ull_pool_player_get_followed (self->player) >= 0);
  update_words (self);
  ull_scene_chart_invalidate (self->grid);
  ull_scene_chart_invalidate (self->timeline);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static guint
find_level (const UllRamp *ramp, gint64 clients)
{
  for (guint i = 0; i < ramp->n_levels; i++)
    if (ramp->level[ULL_LINE_MAIN][i].concurrency == clients)
      return i;
  return ramp->n_levels;
}

static void
play_level (UllPoolCard *self)
{
  gboolean seen = gtk_widget_get_mapped (GTK_WIDGET (self)) || self->series != NULL;
  guint index = gtk_drop_down_get_selected (self->level);
  const UllRamp *ramp = self->result != NULL ? self->result->ramp : NULL;

  if (ramp == NULL || !seen || index >= ramp->n_levels)
    ull_pool_player_set_level (self->player, NULL, 0);
  else
    ull_pool_player_set_level (self->player, self->result->scenario, ramp->level[ULL_LINE_MAIN][index].concurrency);
}

static void
level_cb (UllPoolCard *self)
{
  guint index = gtk_drop_down_get_selected (self->level);

  if (self->syncing || self->result == NULL || index >= self->result->ramp->n_levels)
    return;
  self->chosen = self->result->ramp->level[ULL_LINE_MAIN][index].concurrency;
  play_level (self);
}

static void
list_levels (UllPoolCard *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const UllRamp *ramp = self->result != NULL ? self->result->ramp : NULL;
  guint index;

  for (guint i = 0; ramp != NULL && i < ramp->n_levels; i++)
    {
      gint64 clients = ramp->level[ULL_LINE_MAIN][i].concurrency;
      g_autofree char *count = ull_format_count (clients);
      g_autofree char *name = NULL;

      if (ramp->load->arrivals == ULL_ARRIVALS_CLOSED)
        name = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "at %s client", "at %s clients", (gulong) clients), count);
      else
        name = g_strdup_printf (_("at most %s running"), count);

      gtk_string_list_append (names, name);
    }
  self->syncing = TRUE;
  gtk_drop_down_set_model (self->level, G_LIST_MODEL (names));
  if (ramp != NULL)
    {
      index = self->chosen > 0 ? find_level (ramp, self->chosen) : ramp->n_levels;
      gtk_drop_down_set_selected (self->level, index < ramp->n_levels ? index : ull_ramp_find_played (ramp));
    }
  self->syncing = FALSE;
  gtk_widget_set_sensitive (GTK_WIDGET (self->level), ramp != NULL);
}

void
ull_pool_card_set_result (UllPoolCard *self, UllRampResult *result)
{
  g_return_if_fail (ULL_IS_POOL_CARD (self));

  if (self->result == result)
    return;
  /* The requests of another load are others, whatever their numbers. */
  if (result != NULL && self->result != NULL
      && (g_strcmp0 (result->ramp->load->preset, self->result->ramp->load->preset) != 0 || g_strcmp0 (result->ramp->load->trace, self->result->ramp->load->trace) != 0))
    ull_pool_player_follow (self->player, -1);
  if (result != NULL)
    ull_ramp_result_ref (result);
  g_clear_pointer (&self->result, ull_ramp_result_unref);
  self->result = result;
  g_clear_pointer (&self->load, g_free);
  if (result != NULL)
    self->load = ull_ramp_describe_load (result->scenario, result->ramp);
  list_levels (self);
  play_level (self);
}

void
ull_pool_card_take_series (UllPoolCard *self, GArray *samples, double idle, const char *name)
{
  g_return_if_fail (ULL_IS_POOL_CARD (self));

  g_clear_pointer (&self->series, g_array_unref);
  g_clear_pointer (&self->series_name, g_free);
  self->series = samples;
  self->series_idle = idle;
  self->series_name = g_strdup (name);
  play_level (self);
  update (self);
}

gboolean
ull_pool_card_has_series (UllPoolCard *self)
{
  g_return_val_if_fail (ULL_IS_POOL_CARD (self), FALSE);

  return self->series != NULL;
}

const char *
ull_pool_card_get_chart (UllPoolCard *self)
{
  g_return_val_if_fail (ULL_IS_POOL_CARD (self), NULL);

  if (gtk_widget_has_focus (GTK_WIDGET (self->grid)))
    return ULL_BLOCKS_CHART_ID;
  return gtk_widget_has_focus (GTK_WIDGET (self->timeline)) ? ULL_TIMELINE_CHART_ID : ULL_RAMP_CHART_ID;
}

UllPoolPlayer *
ull_pool_card_get_player (UllPoolCard *self)
{
  g_return_val_if_fail (ULL_IS_POOL_CARD (self), NULL);

  return self->player;
}

static void
first_cb (UllPoolCard *self)
{
  ull_pool_player_seek (self->player, 0);
}

static void
back_cb (UllPoolCard *self)
{
  ull_pool_player_step_by (self->player, -1);
}

static void
forward_cb (UllPoolCard *self)
{
  ull_pool_player_step_by (self->player, 1);
}

static void
play_cb (UllPoolCard *self)
{
  ull_pool_player_set_playing (self->player, !ull_pool_player_get_playing (self->player));
}

static void
follow_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UllPoolPlayer *player = ULL_POOL_CARD (widget)->player;

  if (g_str_has_suffix (name, "nobody"))
    ull_pool_player_follow (player, -1);
  else
    ull_pool_player_follow (player, ull_pool_find_neighbour (player, g_str_has_suffix (name, "next") ? 1 : -1));
}

static void
drop_series_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ull_pool_card_take_series (ULL_POOL_CARD (widget), NULL, 0, NULL);
}

static void
ull_pool_card_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ull_pool_card_parent_class)->map (widget);
  play_level (ULL_POOL_CARD (widget));
  update (ULL_POOL_CARD (widget));
}

static void
ull_pool_card_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ull_pool_card_parent_class)->unmap (widget);
  play_level (ULL_POOL_CARD (widget));
}

static void
ull_pool_card_dispose (GObject *object)
{
  UllPoolCard *self = ULL_POOL_CARD (object);

  g_clear_pointer (&self->hand, ull_pool_hand_free);
  g_clear_pointer (&self->pick, ull_pool_pick_free);
  if (self->player != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->player, self);
      ull_pool_player_set_level (self->player, NULL, 0);
    }
  ull_clear_children (GTK_WIDGET (object));
  g_clear_object (&self->player);
  g_clear_pointer (&self->result, ull_ramp_result_unref);
  g_clear_pointer (&self->samples, g_array_unref);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->series, g_array_unref);
  g_clear_pointer (&self->series_name, g_free);
  g_clear_pointer (&self->load, g_free);
  g_clear_pointer (&self->caption, g_free);
  G_OBJECT_CLASS (ull_pool_card_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, level);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, blocks);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, grid);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, timeline);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, request);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, longest);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, transport);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, speed);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, pace);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, play);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, first);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, back);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, forward);
  gtk_widget_class_bind_template_child (widget_class, UllPoolCard, state);
  gtk_widget_class_bind_template_callback (widget_class, level_cb);
  gtk_widget_class_bind_template_callback (widget_class, first_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);
  gtk_widget_class_bind_template_callback (widget_class, play_cb);
  gtk_widget_class_bind_template_callback (widget_class, forward_cb);
}

static void
ull_pool_card_class_init (UllPoolCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ull_pool_card_dispose;
  widget_class->map = ull_pool_card_map;
  widget_class->unmap = ull_pool_card_unmap;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_install_action (widget_class, "pool.drop-series", NULL, drop_series_action);
  gtk_widget_class_install_action (widget_class, "pool.follow-next", NULL, follow_action);
  gtk_widget_class_install_action (widget_class, "pool.follow-previous", NULL, follow_action);
  gtk_widget_class_install_action (widget_class, "pool.follow-nobody", NULL, follow_action);
  g_type_ensure (ULL_TYPE_PAIR_LAYOUT);
  g_type_ensure (ULL_TYPE_SCENE_CHART);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/ullage/Ullage/ull-pool-card.ui");
  bind_template (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

/* Time does not mirror, nor do the buttons that move in it. */
static void
keep_direction (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    keep_direction (child);
}

static void
ull_pool_card_init (UllPoolCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ull_choice_name (self->level, _("Level"));
  self->player = ull_pool_player_new ();
  ull_scene_chart_set_builder (self->grid, build_grid, self);
  ull_scene_chart_set_size (self->grid, 240, 180, 282);
  ull_scene_chart_set_builder (self->timeline, build_timeline, self);
  ull_scene_chart_set_size (self->timeline, 240, 176, 198);
  ull_scene_chart_set_handles (self->timeline, handles);
  self->hand = ull_pool_hand_new (self->timeline, self->player);
  self->pick = ull_pool_pick_new (self->grid, self->player);
  keep_direction (self->transport);
  ull_pool_speed_attach (self->speed, self->pace, self->player);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  list_levels (self);
  update (self);
}
