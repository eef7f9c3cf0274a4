#include "ull-slip-private.h"

#include "ull-units.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* What is said of a slip. A name stands beside a mark and in "18 is what you get with …"; why is the sentence after it. Ids
 * are the same in every version: records hold them. */

static const struct
{
  const char *id;
  const char *name;
  const char *why;
} texts[ULL_N_SLIPS] = {
  [ULL_SLIP_K_ALONE] = { "k_alone", N_("K alone, not K and V"), N_("The cache holds a key and a value for every token.") },
  [ULL_SLIP_V_ALONE] = { "v_alone", N_("V alone, not K and V"), N_("The cache holds a key and a value for every token.") },
  [ULL_SLIP_QUERY_HEADS] = { "query_heads", N_("query heads for KV heads"),
                             N_("Only KV heads are kept; several query heads read one of them.") },
  [ULL_SLIP_HEAD_DIM] = { "head_dim", N_("hidden size ÷ heads for the head size"),
                          N_("This model states its head size, and it is not hidden size ÷ heads.") },
  [ULL_SLIP_HIDDEN_SIZE] = { "hidden_size", N_("the hidden size for a token’s keys"),
                             N_("A token keeps KV heads × head size, which need not be the hidden size.") },
  [ULL_SLIP_ONE_HEAD] = { "one_head", N_("one KV head"), N_("Each KV head keeps a key and a value of its own.") },
  [ULL_SLIP_ONE_LAYER] = { "one_layer", N_("one layer"), N_("Every layer keeps a cache of its own.") },
  [ULL_SLIP_EVERY_LAYER] = { "every_layer", N_("every layer as full attention"),
                             N_("Only some layers of this model keep a cache that grows without end.") },
  [ULL_SLIP_DECIMAL] = { "decimal", N_("10⁹ for 2³⁰"), N_("1 GiB is 2³⁰ bytes, 7.4 % more than 10⁹.") },
  [ULL_SLIP_BINARY] = { "binary", N_("2³⁰ for 10⁹"), N_("1 GB is 10⁹ bytes; 2³⁰ would be a GiB.") },
  [ULL_SLIP_LABEL] = { "label", N_("the card’s label for its size"),
                       N_("An allocation sees less than the label says: the driver keeps some.") },
  [ULL_SLIP_REPORTED] = { "reported", N_("what the driver reports"), N_("The driver reports more than an allocation sees.") },
  [ULL_SLIP_UTILIZATION] = { "utilization", N_("no utilisation"), N_("The engine is given a part of the card, not all of it.") },
  [ULL_SLIP_WEIGHTS] = { "weights", N_("no weights"), N_("The weights stay in the card’s memory all the time.") },
  [ULL_SLIP_WEIGHT_BYTES] = { "weight_bytes", N_("weights of another width"),
                              N_("Weights are parameters × the bytes of their own format.") },
  [ULL_SLIP_ACTIVATION] = { "activation", N_("no activations"),
                            N_("The engine sets aside its activation peak before it makes the pool.") },
  [ULL_SLIP_OVERHEAD] = { "overhead", N_("no overhead"),
                          N_("Runtime, activations and graphs come off before the cache gets what is left.") },
  [ULL_SLIP_HEADROOM] = { "headroom", N_("no headroom"), N_("What is kept for a failure is not there for requests.") },
  [ULL_SLIP_BITS] = { "bits", N_("bits for bytes"), N_("An element of 16 bits is 2 bytes.") },
  [ULL_SLIP_FOUR_BYTES] = { "four_bytes", N_("4 bytes an element"), N_("The KV dtype says how wide an element is.") },
  [ULL_SLIP_TWO_BYTES] = { "two_bytes", N_("2 bytes an element"), N_("The KV dtype says how wide an element is.") },
  [ULL_SLIP_ONE_BYTE] = { "one_byte", N_("1 byte an element"), N_("The KV dtype says how wide an element is.") },
  [ULL_SLIP_HALF_BYTE] = { "half_byte", N_("half a byte an element"), N_("The KV dtype says how wide an element is.") },
  [ULL_SLIP_ROUNDING] = { "rounding", N_("no rounding to blocks"),
                          N_("A request holds whole blocks, and a block that does not fit whole holds nothing.") },
  [ULL_SLIP_ROUNDED_UP] = { "rounded_up", N_("rounding up"), N_("What does not fit whole does not fit.") },
  [ULL_SLIP_ONE_FOR_ALL] = { "one_for_all", N_("one request for all of them"), N_("Each request keeps a cache of its own.") },
  [ULL_SLIP_ALL_FOR_ONE] = { "all_for_one", N_("all requests for one"),
                             N_("The context is the size of one request; how many there are comes later.") },
  [ULL_SLIP_MODEL_LEN] = { "model_len", N_("the model length for a request’s"),
                           N_("A request takes what its own length takes, not what the engine would accept.") },
  [ULL_SLIP_WINDOW_FULL] = { "window_full", N_("a window counted as full"), N_("A window keeps its last tokens and drops the others.") },
  [ULL_SLIP_NO_WINDOW] = { "no_window", N_("no windows"), N_("A layer with a window keeps that window.") },
  [ULL_SLIP_NO_STATE] = { "no_state", N_("no state"), N_("A recurrent layer keeps a state of fixed size for each request.") },
  [ULL_SLIP_LATENT_PAIR] = { "latent_pair", N_("a latent twice, for K and V"), N_("One latent serves for keys and values.") },
  [ULL_SLIP_LATENT_HEADS] = { "latent_heads", N_("a latent for every head"), N_("All heads read one latent.") },
  [ULL_SLIP_LATENT_TP] = { "latent_tp", N_("a latent divided among cards"),
                           N_("Every card holds all of the latent: tensor parallel divides heads, and it has none.") },
  [ULL_SLIP_REPLICATED] = { "replicated", N_("a head divided among cards"),
                            N_("With fewer KV heads than cards, heads are copied: no card holds less than one.") },
  [ULL_SLIP_TP] = { "tp", N_("one card for several"), N_("Tensor parallel divides the weights and the KV heads among the cards.") },
  [ULL_SLIP_CARDS_ADDED] = { "cards_added", N_("the cards’ pools added"),
                             N_("The pool is one card’s, and so are the bytes of a token in it.") },
  [ULL_SLIP_PREFIX] = { "prefix", N_("no shared prefix"), N_("A shared prefix is kept once.") },
  [ULL_SLIP_RETAINED] = { "retained", N_("no retained prefix"), N_("What stays resident is not there for requests.") },
  [ULL_SLIP_RESERVED] = { "reserved", N_("the engine’s own block as well"), N_("The engine keeps a block for itself.") },
  [ULL_SLIP_MAX_SEQS] = { "max_seqs", N_("no limit of sequences"), N_("The engine runs no more at once than it is told.") },
  [ULL_SLIP_FULL_POOL] = { "full_pool", N_("a full pool for a cliff"),
                           N_("What does not fit into a full pool waits, and costs those that run little. Throughput falls only where what was "
                              "kept is lost and has to be computed again.") },
  [ULL_SLIP_NO_LOSS] = { "no_loss", N_("waiting alone, and nothing lost"),
                         N_("Past the peak requests do more than wait: what is thrown out for one has to be computed again for "
                            "another, and that takes the time of answers.") },
  [ULL_SLIP_NO_END] = { "no_end", N_("a pool without an end"),
                        N_("Once the pool is full more clients run no more at once: the others wait.") },
  [ULL_SLIP_WHOLE] = { "whole", N_("every client at its longest"),
                       N_("At any moment most clients hold less than they will at most: the mean fills the pool.") },
  [ULL_SLIP_ONE_TURN] = { "one_turn", N_("a turn for a session"),
                          N_("The next question comes with all that was said before: a client holds its history.") },
  [ULL_SLIP_CAP] = { "cap", N_("the cap for the clients"),
                     N_("The cap limits what runs at once; how many the pool holds is another matter, and it is full before.") },
  [ULL_SLIP_LOG_LINE] = { "log_line", N_("requests of the model length"),
                          N_("Nobody reserves the model length: blocks are handed out as a request grows.") },
  [ULL_SLIP_PEAK] = { "peak", N_("the peak for the operating point"),
                      N_("At the peak nothing is left for a load a little heavier than this one: the operating point lies below it.") },
  [ULL_SLIP_OPERATING] = { "operating", N_("the operating point for the peak"),
                           N_("Throughput still rises past the operating point; what ends there is the room for a heavier load.") },
  [ULL_SLIP_HIT_RATE] = { "hit_rate", N_("one over the share of misses"),
                          N_("Hits save work on prompts alone: the tokens of answers are made one by one all the same.") },
  [ULL_SLIP_GAIN] = { "gain", N_("the gain for the factor"), N_("What is twice as much has gained as much again: the factor is 1 more.") },
};

const char *
ull_slip_get_id (UllSlipId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_SLIPS, NULL);

  return texts[id].id;
}

const char *
ull_slip_get_name (UllSlipId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_SLIPS, NULL);

  return _(texts[id].name);
}

const char *
ull_slip_mark_get_name (const UllSlipMark *mark)
{
  return mark->name != NULL ? _(mark->name) : ull_slip_get_name (mark->id);
}

const char *
ull_slip_get_why (UllSlipId id)
{
  g_return_val_if_fail ((guint) id < ULL_N_SLIPS, NULL);

  return _(texts[id].why);
}

UllSlipId
ull_slip_from_id (const char *id)
{
  for (int i = 0; i < ULL_N_SLIPS; i++)
    if (g_strcmp0 (texts[i].id, id) == 0)
      return (UllSlipId) i;
  return ULL_N_SLIPS;
}

static char *
figure_text (const UllSlips *slips, gint64 value)
{
  g_autofree char *count = NULL;

  if (slips->unit != ULL_UNIT_BYTES)
    return ull_format_count (value);
  if (value >= ULL_MIB)
    return ull_unit_format (slips->unit, value);
  count = ull_format_count (value);
  return g_strconcat (count, ULL_NBSP "B", NULL);
}

/* Steps of bytes below a MiB are compared digit by digit. */
static char *
step_text (UllUnit unit, gint64 value)
{
  g_autofree char *count = NULL;

  if (unit != ULL_UNIT_BYTES || value >= ULL_MIB)
    return ull_unit_format (unit, value);
  count = ull_format_count (value);
  return g_strconcat (count, ULL_NBSP "B", NULL);
}

static void
append_step (GString *text, const UllSlips *slips, const UllSlipMark *mark)
{
  const UllStep *step = &slips->plan->derivation.step[mark->step];
  g_autofree char *label = ull_derivation_step_label (&slips->plan->derivation, (guint) mark->step);
  g_autofree char *wrong = step_text (step->unit, mark->step_value);
  g_autofree char *right = step_text (step->unit, step->value);

  g_string_append_c (text, ' ');
  /* Translators: "Bytes per token: 65,536 B instead of 131,072 B." */
  g_string_append_printf (text, _("%s: %s instead of %s."), label, wrong, right);
}

static char *
names_text (const UllDiagnosis *diagnosis)
{
  char *names = g_strdup (ull_slip_mark_get_name (&diagnosis->named[0]));

  for (guint i = 1; i < diagnosis->n_named; i++)
    {
      g_autofree char *before = names;

      /* Translators: between the names of two slips that come to the same number. */
      names = g_strdup_printf (_("%s, or with %s"), before, ull_slip_mark_get_name (&diagnosis->named[i]));
    }
  return names;
}

char *
ull_slips_sentence (const UllSlips *slips, double number, const UllDiagnosis *diagnosis)
{
  const UllSlipMark *mark = &diagnosis->named[0];
  g_autofree char *figure = NULL, *names = NULL;
  GString *text;

  if (diagnosis->result == ULL_DIAGNOSIS_RIGHT)
    return g_strdup (_("That is what the sum gives."));
  if (fabs (number) >= 9e18)
    return g_strdup (_("That is none of the usual slips. Follow the sum to see where yours goes another way."));
  figure = figure_text (slips, diagnosis->result == ULL_DIAGNOSIS_SLIP ? mark->value : llround (number));
  if (diagnosis->result == ULL_DIAGNOSIS_UNKNOWN)
    return g_strdup_printf (
        _("%s is none of the usual slips. Follow the sum to see where yours goes another way."), figure);
  names = names_text (diagnosis);
  text = g_string_new (NULL);
  /* Translators: "18 is what you get with K alone, not K and V." */
  g_string_append_printf (text, _("%s is what you get with %s."), figure, names);
  if (mark->step >= 0)
    append_step (text, slips, mark);
  g_string_append_printf (text, " %s", ull_slip_get_why (mark->id));
  return g_string_free (text, FALSE);
}
