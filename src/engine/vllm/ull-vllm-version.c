#include "ull-vllm-version.h"

#include "ull-version.h"

/* Days of the changes: vLLM's git history. Days of the releases: its release page, and where that is not to hand the first
 * day on which somebody else's dependencies were raised to it. The day a branch was cut is seldom told. A release of the
 * main line is cut about a week before it comes out; one that only mends another has that one's branch. The days of the
 * two forms of packed pages are those between which the engine changed: they are known to within two weeks; that of whole
 * images in a step to within six weeks before 0.25; of the check by blocks it is known that 0.17 has it. */

static const UllVllmRelease releases[] = {
  { 1000, 20230620, 20230620 },   { 2007, 20240104, 20240104 },   { 3000, 20240131, 20240131 },
  { 4000, 20240330, 20240330 },   { 5000, 20240611, 20240611 },   { 6000, 20240904, 20240904 },
  { 6003, 20241014, 20241014 },   { 6004, 20241115, 20241115 },   { 7000, 20250127, 20250127 },
  { 7002, 20250206, 20250206 },   { 7003, 20250220, 20250220 },   { 8000, 20250318, 20250318 },
  { 8003, 20250406, 20250406 },   { 8004, 20250414, 20250414 },   { 8005, 20250428, 20250428 },
  { 9000, 20250528, 20250520 },   { 9001, 20250610, 20250605 },   { 9002, 20250707, 20250630 },
  { 10000, 20250724, 20250717 },  { 10001, 20250818, 20250812 },  { 10002, 20250913, 20250909 },
  { 11000, 20251002, 20250926 },  { 11001, 20251118, 20251110 },  { 12000, 20251203, 20251126 },
  { 13000, 20251218, 20251211 },  { 14000, 20260120, 20260113 },  { 15000, 20260129, 20260122 },
  { 16000, 20260225, 20260212 },  { 17000, 20260307, 20260228 },  { 18000, 20260320, 20260314 },
  { 19000, 20260403, 20260327 },  { 20000, 20260427, 20260420 },  { 21000, 20260515, 20260508 },
  { 22000, 20260529, 20260522 },  { 23000, 20260615, 20260608 },  { 24000, 20260630, 20260623 },
  { 25000, 20260711, 20260704 },  { 26000, 20260725, 20260718 },  { 27000, 20260810, 20260803 },
  { 28000, 20260825, 20260818 },  { 29000, 20260908, 20260901 },
};

static const gint64 since[ULL_VLLM_N_SWITCHES] = {
  [ULL_VLLM_NULL_BLOCK] = 20250318,
  [ULL_VLLM_HYBRID_MANAGER] = 20250606,
  [ULL_VLLM_STATE_PREFIXES] = 20251004,
  [ULL_VLLM_GROUP_BY_LARGEST] = 20251124,
  [ULL_VLLM_GROUP_BY_LARGEST_1_5] = 20260312,
  [ULL_VLLM_CHECK_BY_BLOCKS] = 20260228,
  [ULL_VLLM_FULL_SEQUENCE_ADMISSION] = 20260324,
  [ULL_VLLM_UTILIZATION_92] = 20260421,
  [ULL_VLLM_GRAPH_ESTIMATE] = 20260421,
  [ULL_VLLM_TOKENS_BY_CONCURRENCY] = 20260428,
  [ULL_VLLM_FLASH_ATTN_MLA] = 20251101,
  [ULL_VLLM_PAGE_PADDING] = 20260615,
  [ULL_VLLM_WHOLE_ITEMS] = 20260520,
  [ULL_VLLM_PACKED_BUCKETS] = 20260605,
  [ULL_VLLM_PACKED_DENSE] = 20260801,
  [ULL_VLLM_ASYNC_SCHEDULING] = 20251213,
  [ULL_VLLM_IN_FLIGHT] = 20260708,
  [ULL_VLLM_CONCURRENCY_BY_GROUP] = 20260720,
  [ULL_VLLM_STATE_PREFIX_DEFAULT] = 20260806,
  [ULL_VLLM_BATCH_16384] = 20260811,
};

/* Changes that were taken over into a branch which had left before them: logs of the release show them. */
static const struct
{
  gint64 from;
  gint64 before;
  UllVllmSwitch change;
} picked[] = {
  { 20002, 21000, ULL_VLLM_TOKENS_BY_CONCURRENCY },
};

const UllVllmRelease *
ull_vllm_releases (guint *n_releases)
{
  *n_releases = G_N_ELEMENTS (releases);
  return releases;
}

gint64
ull_vllm_version_day (gint64 version)
{
  gint64 day = releases[0].cut;

  if (version == ULL_UNSET)
    return releases[G_N_ELEMENTS (releases) - 1].cut;
  if (ull_version_is_day (version))
    return version;
  for (gsize i = 0; i < G_N_ELEMENTS (releases) && releases[i].version <= version; i++)
    day = releases[i].cut;
  return day;
}

gboolean
ull_vllm_version_has (gint64 version, UllVllmSwitch change)
{
  for (gsize i = 0; i < G_N_ELEMENTS (picked); i++)
    if (change == picked[i].change && version >= picked[i].from && version < picked[i].before)
      return TRUE;
  return ull_vllm_version_day (version) >= since[change];
}

gboolean
ull_vllm_has (const UllScenario *scenario, UllVllmSwitch change)
{
  return ull_vllm_version_has (scenario->value[ULL_FIELD_ENGINE_VERSION], change);
}
