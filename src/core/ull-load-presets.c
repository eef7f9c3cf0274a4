#include "ull-load.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The loads that are offered, as data. A preset's shape is what the scheduler makes of it: nothing here says which.
 *
 * Sources: `chapter` and `chat` are ours. `long-outputs` has the lengths and the step of a recorded ramp of the engine's own
 * scheduler (prompts of about 100 and answers of about 860 tokens, 8 ms a step and 200 us a token, no prefix cache hits).
 * `code` and `conversation` are fits of two public logs (Azure 2023, CC-BY 4.0): mean and deviation of the logarithm, clipped
 * at the least and the greatest. `agents` has the answers of Mooncake's conversation log (mean 343 tokens, median 350) and its
 * median prompt, 6,909 tokens, about half-way through a session; turns and pauses are ours. */

typedef struct
{
  UllLoadPreset preset;
  UllLoadKind kind;
  const char *lengths;
  const char *outputs;
  gboolean prompts_alone;
  gint64 prefix_tokens;
  double prefix_fraction;
  gint64 turns;
  double think_seconds;
  double base_us;  /* 0: from card and model, as is the next */
  double token_us;
  const char *step_source;
} Row;

static const Row rows[] = {
  {
    .preset = { "chapter", N_("The chapter’s own"),
                N_("Lengths are spread, and 7 of 10 requests begin with one prefix. A running request pins that prefix, so "
                   "the hit rate stays and throughput ends on a plateau: there is no cliff to fall off."),
                N_("made for teaching: 6.6 and 0.9 of the logarithm, cut at 64 and 8,192 tokens"), NULL },
    .kind = ULL_LOAD_RANDOM,
    .lengths = "lognormal:6.6,0.9,64,8192",
    .outputs = "lognormal:5,0.7,8,1024",
    .prefix_tokens = 512,
    .prefix_fraction = 0.7,
    .turns = 10,
  },
  {
    .preset = { "chat", N_("Chat sessions"),
                N_("Each client goes on with its own history. Where all histories no longer fit, each new turn evicts "
                   "another client’s: hits go first, then throughput. A client holds some 1,930 tokens on average; the peak is "
                   "near as many clients as the pool holds of those."),
                N_("made for teaching: 10 turns, questions of about 200 and answers of about 100 tokens"), NULL },
    .kind = ULL_LOAD_SESSIONS,
    .lengths = "lognormal:5.2,0.45,16,1024",
    .outputs = "lognormal:4.5,0.45,16,512",
    .prefix_tokens = 256,
    .prefix_fraction = 1,
    .turns = 10,
  },
  {
    .preset = { "long-outputs", N_("Long outputs, dear prefill"),
                N_("Requests are admitted small and grow: past the peak, running ones are thrown out half-way and computed "
                   "again, and that is dear."),
                N_("lengths and step of a ramp recorded on the engine’s scheduler"), NULL },
    .kind = ULL_LOAD_RANDOM,
    .lengths = "lognormal:4.43,0.6,12,464",
    .outputs = "lognormal:6.65,0.45,239,3000",
    .prompts_alone = TRUE,
    .turns = 10,
    .base_us = 8000,
    .token_us = 200,
    .step_source = N_("of the recorded ramp"),
  },
  {
    .preset = { "code", N_("Code completion"),
                N_("Long prompts and short answers: prefill decides, and more clients hardly help."),
                N_("fit of Azure’s code log of 2023 (CC-BY 4.0)"), "AzureLLMInferenceTrace_code.csv (Azure/AzurePublicDataset)" },
    .kind = ULL_LOAD_RANDOM,
    .lengths = "lognormal:6.999,1.36,3,7437",
    .outputs = "lognormal:2.788,0.847,6,1899",
    .prompts_alone = TRUE,
    .turns = 10,
  },
  {
    .preset = { "conversation", N_("Conversation"),
                N_("Prompts and answers of a public service without any sharing: how many run is how many fit."),
                N_("fit of Azure’s conversation log of 2023 (CC-BY 4.0)"), "AzureLLMInferenceTrace_conv.csv (Azure/AzurePublicDataset)" },
    .kind = ULL_LOAD_RANDOM,
    .lengths = "lognormal:6.633,0.985,2,14050",
    .outputs = "lognormal:5.019,0.859,7,1000",
    .prompts_alone = TRUE,
    .turns = 10,
  },
  {
    .preset = { "agents", N_("Agents"),
                N_("Histories of many thousand tokens that wait for tools between turns: kept, each is worth seconds of "
                   "prefill, and few fit."),
                N_("answers and median prompt of Mooncake’s conversation log; turns and pauses made for teaching"),
                "conversation_trace.jsonl (kvcache-ai/Mooncake)" },
    .kind = ULL_LOAD_SESSIONS,
    .lengths = "lognormal:6.8,0.6,64,8192",
    .outputs = "lognormal:5.7,0.5,16,2000",
    .prefix_tokens = 1024,
    .prefix_fraction = 1,
    .turns = 8,
    .think_seconds = 2,
  },
};

guint
ull_load_get_n_presets (void)
{
  return G_N_ELEMENTS (rows);
}

const UllLoadPreset *
ull_load_get_preset (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (rows), NULL);

  return &rows[index].preset;
}

static UllLoad *
load_of_row (const Row *row)
{
  UllLoad *load = g_atomic_rc_box_new0 (UllLoad);

  load->preset = g_ref_string_new_intern (row->preset.id);
  load->kind = row->kind;
  load->arrivals = ULL_ARRIVALS_CLOSED;
  load->rate = load->cv = load->speed = 1;
  load->on_seconds = load->off_seconds = 10;
  load->requests = 1000;
  load->seed = 1;
  load->lengths = ull_lengths_new (row->lengths, NULL, NULL);
  load->outputs = ull_lengths_new (row->outputs, NULL, NULL);
  load->prompts_alone = row->prompts_alone;
  load->prefix_tokens = row->prefix_tokens;
  load->prefix_fraction = row->prefix_fraction;
  load->prefixes = 1;
  load->turns = row->turns;
  load->think_seconds = row->think_seconds;
  load->patience_seconds = -1;
  load->step_us[ULL_STEP_BASE] = load->step_us[ULL_STEP_TOKEN] = load->step_us[ULL_STEP_CONTEXT] = NAN;
  if (row->token_us > 0)
    {
      load->step_us[ULL_STEP_BASE] = row->base_us;
      load->step_us[ULL_STEP_TOKEN] = row->token_us;
      load->step_us[ULL_STEP_CONTEXT] = 0;
      ull_load_set_step_source (load, row->step_source);
    }
  return load;
}

UllLoad *
ull_load_new_preset (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_strcmp0 (id, rows[i].preset.id) == 0)
      return load_of_row (&rows[i]);
  return NULL;
}

gboolean
ull_load_is_preset (const UllLoad *load)
{
  g_autoptr (UllLoad) preset = load->preset != NULL ? ull_load_new_preset (load->preset) : NULL;

  if (preset == NULL)
    return FALSE;
  preset->requests = load->requests;
  preset->seed = load->seed;
  preset->cap = load->cap;
  preset->step_fitted = load->step_fitted;
  preset->step_hidden = load->step_hidden;
  memcpy (preset->step_us, load->step_us, sizeof load->step_us);
  ull_load_set_step_source (preset, load->step_source);
  return ull_load_equal (preset, load);
}
