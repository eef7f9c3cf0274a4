#pragma once

#include "ull-budget.h"
#include "ull-layout.h"

G_BEGIN_DECLS

/* One interface for every convention and engine: a table of what differs. Nothing else asks which engine it is. */

/* What the engine itself would say when it starts. */
typedef struct
{
  gboolean known;         /* the convention is a program that starts */
  gboolean starts;        /* its own check passes */
  gboolean admits;        /* a request of the full model length can be admitted then */
  gint64 needed_bytes;    /* that the check asks for, of a request of the model length on the poorest card */
  gint64 available_bytes;
  gboolean strict;        /* it does not start, and yet every stage of the pipeline would hold its layers' part of that request */
  gint64 estimated_len;   /* longest model length that would pass; 0: none */
} UllEngineReport;

typedef struct
{
  gboolean whole_blocks; /* a request takes whole blocks */
  gboolean asks_up;      /* what is asked of the card is rounded up */
  gboolean starts;       /* a program, which a command starts; else a convention */
  gboolean one_format;   /* keys and values are in one format */
  /* Formats that its cache can be in, those most used first. (nullable): elements as they are. */
  const UllDtype *(*formats) (guint *n_formats);
  /* Whether the scenario's release and card have the format. (nullable): they do. */
  gboolean (*check_format) (const UllScenario *scenario, UllDtype dtype, GError **error);
  /* What an unset setting stands for; ULL_UNSET where the engine has nothing of its own. (nullable) */
  gint64 (*setting) (const UllScenario *scenario, UllFieldId field);
  /* The terms of a card. (nullable): those that are set, and no others. */
  gboolean (*budget) (const UllScenario *scenario, UllBudget *budget, GError **error);
  /* A store as the engine keeps it, the KV heads lever applied. */
  void (*store) (const UllLayout *layout, const UllScenario *scenario, UllStore *kept);
  /* The model where some layers' formats are not the setting's, each kind in a run of its own, and the KV
   * heads lever applied. (nullable); NULL: as it is. */
  UllModel *(*split) (const UllScenario *scenario);
  /* Whether the model's draft layers are at work. (nullable): they are not. */
  gboolean (*drafts) (const UllScenario *scenario);
  /* The terms of a card of one stage, from 0, of a budget that was begun. (nullable): there are no stages. */
  gboolean (*stage) (const UllScenario *scenario, gint64 index, UllBudget *budget, GError **error);
  /* What does not depend on the pool, once the parts are there. (nullable) */
  gboolean (*arrange) (UllLayout *layout, const UllScenario *scenario, GError **error);
  /* Tokens, blocks and capacity of the layout's pool; what is retained comes off later. */
  void (*count) (UllLayout *layout);
  gboolean (*request_bytes) (const UllLayout *layout, gint64 tokens, gint64 *bytes);
  gint64 (*request_blocks) (const UllLayout *layout, gint64 tokens);
  /* Bytes of a prefix, in what keeps growing: @shared leaves out what only one request can use. */
  gboolean (*prefix_bytes) (const UllLayout *layout, gint64 tokens, gboolean shared, gint64 *bytes);
  /* The longest request of at most @share bytes, at most @limit tokens. */
  gint64 (*longest) (const UllLayout *layout, gint64 share, gint64 limit);
  /* How often a request of the model length goes into the pool, as the engine prints it. */
  double (*concurrency) (const UllLayout *layout);
  /* (nullable) */
  void (*report) (const UllLayout *layout, UllEngineReport *report);
} UllEngine;

const UllEngine *ull_engine_get (UllEngineId id);

/* What a setting comes to: as it was set, else as the scenario's engine has it, else what the table says. ULL_UNSET where
 * none of them says anything. */
gint64 ull_engine_get_setting (const UllScenario *scenario, UllFieldId field);
/* Formats of a cache to choose from, those most used first: of some release, on some card. */
const UllDtype *ull_engine_get_formats (UllEngineId id, guint *n_formats);
/* Whether the scenario's engine, in its release and on its card, keeps a cache in the format: FALSE with a sentence. */
gboolean ull_engine_check_format (const UllScenario *scenario, UllDtype dtype, GError **error);
/* The same of the formats that the scenario has set, and whether keys and values may differ. */
gboolean ull_engine_check_formats (const UllScenario *scenario, GError **error);
/* What a card of a stage, from 0, is divided into, with its pool: not only of the one that binds. FALSE where there is no such. */
gboolean ull_engine_stage_budget (const UllScenario *scenario, gint64 index, UllBudget *budget);
void ull_engine_report (const UllLayout *layout, UllEngineReport *report);

G_END_DECLS
