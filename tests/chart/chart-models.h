#pragma once

#include "ull-scenario.h"

/* Models whose layers keep different stores. (transfer full) */
UllModel *chart_model_windows (void);   /* 34 layers: every sixth full, the others 1,024 tokens */
UllModel *chart_model_only_windows (void);
UllModel *chart_model_states (void);    /* 48 layers: every fourth full, the others a state */
UllModel *chart_model_only_states (void);
UllModel *chart_model_latent (void);    /* with an indexer and a draft layer */
UllModel *chart_model_every_kind (void);
UllModel *chart_model_deep (void);      /* 126 layers of one kind */
/* Any of them, or one of random layers. */
UllModel *chart_model_random (void);
