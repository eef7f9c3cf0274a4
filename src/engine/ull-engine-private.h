#pragma once

#include "ull-engine.h"

G_BEGIN_DECLS

extern const UllEngine ull_engine_ideal;
extern const UllEngine ull_engine_paged;
extern const UllEngine ull_engine_vllm;

/* Layouts that count each store by its own bytes, rounded up to whole granules of tokens: the conventions. */
void ull_parts_store (const UllLayout *layout, const UllScenario *scenario, UllStore *kept);
gboolean ull_parts_request_bytes (const UllLayout *layout, gint64 tokens, gint64 *bytes);
/* Bytes of so many tokens in all layers of a part; FALSE on overflow. */
gboolean ull_part_bytes (const UllLayoutPart *part, gint64 tokens, gint64 *bytes);
gboolean ull_parts_prefix_bytes (const UllLayout *layout, gint64 tokens, gboolean shared, gint64 *bytes);
gint64 ull_parts_longest (const UllLayout *layout, gint64 share, gint64 limit);

/* Leaves the stores of these layers alone, those of one stage of a pipeline: all that a request takes is one card's. */
gboolean ull_layout_narrow (UllLayout *layout, const UllScenario *scenario, gint64 first, gint64 end);

/* The longest request of at most @share bytes, between @low, which fits, and @high: bytes never shrink with length. */
gint64 ull_layout_search (const UllLayout *layout, gint64 share, gint64 low, gint64 high);

G_END_DECLS
