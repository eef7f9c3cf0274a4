#include "ramp-case.h"

#include "ull-ramp-private.h"

#include <math.h>
#include <string.h>

/* What is read off levels that are written by hand. With tenths that are off by plus and minus a, the sum of their squares is 10 a^2, and half an
 * interval 2.262157 * sqrt (10 a^2 / 90) = 0.754 a: of a level's own, and of a difference where the other's tenths are off by nothing. */

#define PER_OFF 0.754052

typedef struct
{
  double rate;
  double off; /* of every other tenth, and less of the others */
} Given;

static void
set_level (UllRampLevel *level, gint64 concurrency, const Given *given)
{
  *level = (UllRampLevel) { .concurrency = concurrency, .output_tokens_per_s = given->rate, .measured = TRUE, .measured_s = 100 };
  for (guint i = 0; i < ULL_RAMP_BATCHES; i++)
    level->off[i] = i % 2 == 0 ? given->off : -given->off;
  level->low = MAX (given->rate - PER_OFF * fabs (given->off), 0);
  level->high = given->rate + PER_OFF * fabs (given->off);
}

/* Of clients that double; without the sharing the levels are those of @without, or as these. */
static UllRamp *
make_ramp (const Given *given, const Given *without, guint n)
{
  UllRamp *ramp = g_new0 (UllRamp, 1);

  ramp->load = ull_load_new_preset ("conversation");
  ramp->blocks = 1000;
  ramp->caching = TRUE;
  ramp->n_levels = n;
  ramp->unmeasured = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint line = ULL_LINE_MAIN; line <= ULL_LINE_HEAVIER; line++)
    {
      ramp->level[line] = g_new0 (UllRampLevel, n);
      for (guint i = 0; i < n; i++)
        set_level (&ramp->level[line][i], 1 << i, line == ULL_LINE_UNSHARED && without != NULL ? &without[i] : &given[i]);
    }
  ull_ramp_read (ramp);
  return ramp;
}

/* The mean of 100, 99 and 99.5 is 99.5, and 2.5 is what 97 lacks of it. */
static void
test_plateau (void)
{
  static const struct
  {
    const char *what;
    Given levels[5];
    guint peak;
  } cases[] = {
    { "no interval is wide enough: 98 % of the best decides", { { 60, 0 }, { 97, 3 }, { 100, 0 }, { 99, 0 }, { 99.5, 0 } }, 2 },
    { "its interval, 3.02 wide, reaches the mean", { { 60, 0 }, { 97, 4 }, { 100, 0 }, { 99, 0 }, { 99.5, 0 } }, 1 },
    { "less than 95 % of the mean, 94.5, is no plateau however wide it is", { { 60, 0 }, { 94.4, 20 }, { 100, 0 }, { 99, 0 }, { 99.5, 0 } }, 2 },
    { "what both have in common is no doubt of their difference", { { 60, 50 }, { 97, 50 }, { 100, 50 }, { 99, 50 }, { 99.5, 50 } }, 2 },
    { "what goes the other way is twice of it", { { 60, 0 }, { 97, -2 }, { 100, 2 }, { 99, 2 }, { 99.5, 2 } }, 1 },
    { "one level alone, the last, may be the one before more", { { 60, 0 }, { 80, 0 }, { 90, 9 }, { 96, 9 }, { 100, -9 } }, 4 },
    { "no slope is crept down: 95.6 would reach the mean of what 97 is part of", { { 60, 0 }, { 95.6, 4.8 }, { 97, 4 }, { 100, 0 }, { 99.5, 0 } }, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllRamp) ramp = make_ramp (cases[i].levels, NULL, 5);

      g_test_message ("%s", cases[i].what);
      g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_PLATEAU);
      g_assert_cmpuint (ramp->peak, ==, cases[i].peak);
    }
}

/* Of too few answers there is no interval, and no doubt that could make a level part of the plateau. */
static void
test_no_interval (void)
{
  static const Given levels[] = { { 60, 0 }, { 97, 40 }, { 100, 0 }, { 99, 0 } };
  g_autoptr (UllRamp) ramp = make_ramp (levels, NULL, 4);
  double low, high;

  ramp->level[ULL_LINE_MAIN][1].high = INFINITY;
  ull_ramp_read (ramp);
  g_assert_cmpuint (ramp->peak, ==, 2);
  g_assert_false (ull_ramp_get_difference (&ramp->level[ULL_LINE_MAIN][1], &ramp->level[ULL_LINE_MAIN][2], &low, &high));
  g_assert_true (ull_ramp_get_difference (&ramp->level[ULL_LINE_MAIN][3], &ramp->level[ULL_LINE_MAIN][2], &low, &high));
  g_assert_cmpfloat_with_epsilon (low, -1, 1e-9);
  g_assert_cmpfloat_with_epsilon (high, -1, 1e-9);
}

/* 104 over 100: 4 % with half an interval of .754 of the tenths' difference, a hundredth of it in shares. */
static void
test_retention (void)
{
  static const struct
  {
    double with, without; /* how far tenths are off */
    double low, high;     /* per cent */
    const char *said;
  } cases[] = {
    { 2, 2, 4, 4, "Retention is worth +4\u00a0%." },
    { 4, 0, 0.984, 7.016, "Retention is worth +4\u00a0%, between +1\u00a0% and +7\u00a0%." },
    { 4, -4, -2.032, 10.032, "Retention is worth nothing measurable: +4\u00a0%, and anything between \u22122\u00a0% and +10\u00a0% may be." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Given with[] = { { 50, 0 }, { 104, cases[i].with } }, without[] = { { 50, 0 }, { 100, cases[i].without } };
      g_autoptr (UllRamp) ramp = make_ramp (with, without, 2);
      g_autofree char *text = NULL, *own = NULL;

      ramp->level[ULL_LINE_MAIN][1].hit_rate = 0.5;
      text = ull_ramp_retention_text (ramp);
      g_assert_cmpfloat_with_epsilon (100 * ramp->retention_low, cases[i].low, 1e-3);
      g_assert_cmpfloat_with_epsilon (100 * ramp->retention_high, cases[i].high, 1e-3);
      g_assert_cmpstr (text, ==, cases[i].said);
      ramp->level[ULL_LINE_MAIN][1].hit_rate = 0;
      ramp->level[ULL_LINE_MAIN][1].recomputed_tokens = 1200;
      ramp->level[ULL_LINE_UNSHARED][1].recomputed_tokens = 5000;
      own = ull_ramp_retention_text (ramp);
      g_assert_nonnull (strstr (own, "1,200 tokens are computed twice and not 5,000"));
    }
}

static void
test_nothing_kept (void)
{
  static const Given levels[] = { { 50, 0 }, { 100, 0 } };
  g_autoptr (UllRamp) ramp = make_ramp (levels, NULL, 2);
  g_autofree char *text = NULL;

  ramp->caching = FALSE;
  text = ull_ramp_retention_text (ramp);
  g_assert_true (g_str_has_prefix (text, "Nothing is kept"));
}

/* No difference at all, and one of a thousandth that is half as wide again. */
static void
test_no_retention (void)
{
  static const Given same[] = { { 50, 0 }, { 100, 7 } }, more[] = { { 50, 0 }, { 100.1, 7.2 } };
  g_autoptr (UllRamp) none = make_ramp (same, same, 2), trifle = make_ramp (more, same, 2);
  g_autofree char *nothing = ull_ramp_retention_text (none), *little = ull_ramp_retention_text (trifle);

  g_assert_true (g_str_has_prefix (nothing, "Retention is worth nothing: without it throughput is the same."));
  g_assert_true (g_str_has_prefix (little, "Retention is worth nothing measurable: less than 1"));
}

/* What is the same is said to be, with the reason; what is not is named. */
static void
test_change (void)
{
  static const Given slow[] = { { 50, 0 }, { 80, 0 }, { 79, 0 } }, fast[] = { { 50, 0 }, { 90, 0 }, { 120, 0 } };
  g_autoptr (UllRamp) before = make_ramp (slow, NULL, 3), after = make_ramp (fast, NULL, 3), same = make_ramp (slow, NULL, 3);
  g_autofree char *length = NULL, *cap = NULL, *more = NULL, *starts = NULL;

  before->model_len = 16384;
  same->model_len = 8192;
  length = ull_ramp_change_text (before, same);
  g_assert_true (g_str_has_prefix (length, "This changes nothing: the pool has 1,000 blocks, as before, and what runs on it is the same. A model length only bounds"));
  same->model_len = 16384;
  before->cap = 256;
  same->cap = 64;
  cap = ull_ramp_change_text (before, same);
  g_assert_nonnull (strstr (cap, "at no level would there be more than 64"));
  before->refusal = g_strdup ("It would not start.");
  starts = ull_ramp_change_text (before, same);
  g_assert_nonnull (strstr (starts, "Now the engine starts; before it would not. Else nothing changes"));
  g_assert_nonnull (strstr (starts, "The operating point is 50 tokens per second at 1; before there was none."));
  g_clear_pointer (&before->refusal, g_free);
  after->blocks = 2000;
  more = ull_ramp_change_text (before, after);
  g_assert_nonnull (strstr (more, "The pool has 2,000 blocks; before it had 1,000."));
  g_assert_nonnull (strstr (more, "The peak is 120 tokens per second at 4; before it was 80 tokens per second at 2."));
  g_assert_nonnull (strstr (more, "The operating point is 90 tokens per second at 2; before it was 50 tokens per second at 1."));
}

/* A hundred steps of 10 ms a request, one at a time, is one request a second; two arrive: a second more of them wait each second. Four at a
 * time are four a second, and the queue is as short at the end as it was. What arrived in the measured time is 900 of a thousand. */
static void
test_growth (void)
{
  const gint64 levels[] = { 1, 4 };
  g_autoptr (UllScenario) scenario = case_scenario (1300);
  g_autoptr (UllLoad) load = ull_load_new_preset ("conversation");
  g_autoptr (UllLengths) prompts = ull_lengths_new ("fixed:16", NULL, NULL), answers = ull_lengths_new ("fixed:100", NULL, NULL);
  g_autofree char *text = NULL, *detail = NULL;
  g_autoptr (UllRamp) ramp = NULL;
  const UllRampLevel *one, *four;
  UllRampOptions options;

  ull_load_set_lengths (load, prompts);
  ull_load_set_outputs (load, answers);
  load->prompts_alone = TRUE;
  load->step_us[ULL_STEP_BASE] = 10000;
  load->step_us[ULL_STEP_TOKEN] = load->step_us[ULL_STEP_CONTEXT] = 0;
  g_assert_true (ull_load_parse_arrivals (load, "poisson:2", NULL));
  ull_ramp_options_init (&options);
  options.levels = levels;
  options.n_levels = 2;
  ramp = ull_ramp_new (scenario, load, &options, NULL, NULL, NULL);
  one = &ramp->level[ULL_LINE_MAIN][0];
  four = &ramp->level[ULL_LINE_MAIN][1];
  g_assert_true (one->growing);
  g_assert_false (four->growing);
  g_assert_cmpfloat_with_epsilon (one->requests_per_s, 1, 0.01);
  g_assert_cmpfloat_with_epsilon (one->queue_growth_per_s, 900 / one->measured_s - 1, 0.02);
  g_assert_cmpfloat_with_epsilon (one->measured_s, 450, 45);
  g_assert_cmpfloat (fabs (four->queue_growth_per_s), <, 0.02);
  text = ull_ramp_growth_text (ramp);
  g_assert_true (g_str_has_prefix (text, "With 1 running the queue grows"));
  detail = ull_ramp_detail (ramp);
  g_assert_nonnull (strstr (detail, text));
}

/* Of a thousand that come to each of four levels with a cliff after the third: { who leaves of the first two and with a heavier tail of the second,
 * where to operate, why, the sentence }. Ten are 1 %, and hold. */
static void
test_left (void)
{
  static const Given levels[] = { { 50, 0 }, { 80, 0 }, { 100, 0 }, { 40, 0 } };
  static const struct
  {
    gint64 left[2];
    gint64 heavier;
    guint operating;
    UllOperateReason why;
    const char *said;
  } cases[] = {
    { { 0, 10 }, 10, 1, ULL_OPERATE_HOLDS, "The level below the peak" },
    { { 0, 11 }, 0, 0, ULL_OPERATE_LEAVING, "At 2 11 of 1,000 requests are given up: their clients left" },
    { { 0, 10 }, 11, 0, ULL_OPERATE_LEAVING, "At 2 a heavier tail of lengths makes the clients of 11 of 1,000 requests leave" },
    { { 11, 900 }, 900, 0, ULL_OPERATE_LEFT, "Already at 1 11 of 1,000 requests are given up" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (UllRamp) ramp = make_ramp (levels, NULL, 4);
      UllRampLevel *main = ramp->level[ULL_LINE_MAIN], *heavier = ramp->level[ULL_LINE_HEAVIER];
      g_autofree char *reason = NULL, *detail = NULL, *headline = NULL;

      for (guint k = 0; k < 4; k++)
        {
          main[k].sent = heavier[k].sent = 1500;
          main[k].refused = heavier[k].refused = 500;
        }
      main[0].left = cases[i].left[0];
      main[1].left = cases[i].left[1];
      main[2].left = 30;
      main[3].left = 900;
      heavier[1].left = cases[i].heavier;
      ull_ramp_read (ramp);
      g_assert_cmpuint (ramp->peak, ==, 2);
      g_assert_cmpuint (ramp->operating, ==, cases[i].operating);
      g_assert_cmpint (ramp->reason, ==, cases[i].why);
      g_assert_cmpint (ull_ramp_operates (ramp), ==, cases[i].why != ULL_OPERATE_LEFT);
      reason = ull_ramp_reason_text (ramp);
      g_assert_true (g_str_has_prefix (reason, cases[i].said));
      detail = ull_ramp_detail (ramp);
      g_assert_nonnull (strstr (detail, "30 of 1,000 requests given up at the peak, 900 of 1,000 at 8, throughput 40 there"));
      g_assert_null (strstr (detail, "preempted"));
      headline = ull_ramp_headline (ramp);
      g_assert_true (g_str_has_prefix (headline, cases[i].why == ULL_OPERATE_LEFT ? "Nothing to operate: clients leave at every level" : "Operate at "));
    }
}

/* Of the 90 % that fewer clients find, 45 is half and holds, and 44 is less. */
static void
test_hits (void)
{
  static const Given levels[] = { { 10, 0 }, { 20, 0 }, { 29, 0 }, { 40, 0 }, { 40, 0 } };
  static const double hits[] = { 0.9, 0.9, 0.45, 0.2, 0.2 };
  g_autoptr (UllRamp) ramp = make_ramp (levels, NULL, 5);
  g_autofree char *reason = NULL, *detail = NULL;

  for (guint i = 0; i < 5; i++)
    ramp->level[ULL_LINE_MAIN][i].hit_rate = hits[i];
  ull_ramp_read (ramp);
  g_assert_cmpuint (ramp->peak, ==, 3);
  g_assert_cmpuint (ramp->operating, ==, 2);
  g_assert_cmpint (ramp->reason, ==, ULL_OPERATE_HOLDS);
  ramp->level[ULL_LINE_MAIN][2].hit_rate = 0.44;
  ull_ramp_read (ramp);
  g_assert_cmpuint (ramp->operating, ==, 1);
  g_assert_cmpint (ramp->reason, ==, ULL_OPERATE_HITS);
  reason = ull_ramp_reason_text (ramp);
  g_assert_nonnull (strstr (reason, "At 4 the retained prefixes go: 44\u00a0% "));
  g_assert_nonnull (strstr (reason, "fewer clients 90\u00a0%"));
  /* Throughput is flat, and yet something falls. */
  detail = ull_ramp_detail (ramp);
  g_assert_nonnull (strstr (detail, "hit rate 90 → 20\u00a0%"));
  g_assert_null (strstr (detail, "nothing falls"));
}

/* Where no more may run than did, more clients are no way to a higher peak. */
static void
test_cap (void)
{
  static const Given levels[] = { { 10, 0 }, { 20, 0 }, { 40, 0 } };
  g_autoptr (UllRamp) ramp = make_ramp (levels, NULL, 3);
  g_autofree char *detail = NULL, *more = NULL;

  ramp->cap = 8;
  ull_ramp_read (ramp);
  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_RISING);
  ramp->cap = 4;
  ull_ramp_read (ramp);
  g_assert_cmpint (ramp->shape, ==, ULL_SHAPE_PLATEAU);
  g_assert_cmpuint (ramp->peak, ==, 2);
  detail = ull_ramp_detail (ramp);
  g_assert_cmpstr (detail, ==, "40 at 4 clients, as many as run at once: more would wait. Simulated.");
  more = ull_ramp_shape_text (ramp);
  g_assert_null (strstr (more, "rises"));
}

/* A level that does not hold is no operating point, also where it is the first. */
static void
test_first (void)
{
  static const Given levels[] = { { 10, 0 }, { 20, 0 }, { 20, 0 } };
  g_autoptr (UllRamp) ramp = make_ramp (levels, NULL, 3);
  g_autofree char *headline = NULL;

  g_assert_true (ull_ramp_operates (ramp));
  for (guint i = 0; i < 3; i++)
    ramp->level[ULL_LINE_HEAVIER][i].preemptions_per_100 = 5;
  ull_ramp_read (ramp);
  g_assert_cmpint (ramp->reason, ==, ULL_OPERATE_FIRST);
  g_assert_false (ull_ramp_operates (ramp));
  headline = ull_ramp_headline (ramp);
  g_assert_cmpstr (headline, ==, "Nothing to operate: no level holds.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ramp-read/plateau", test_plateau);
  g_test_add_func ("/ramp-read/no-interval", test_no_interval);
  g_test_add_func ("/ramp-read/retention", test_retention);
  g_test_add_func ("/ramp-read/no-retention", test_no_retention);
  g_test_add_func ("/ramp-read/nothing-kept", test_nothing_kept);
  g_test_add_func ("/ramp-read/change", test_change);
  g_test_add_func ("/ramp-read/growth", test_growth);
  g_test_add_func ("/ramp-read/left", test_left);
  g_test_add_func ("/ramp-read/hits", test_hits);
  g_test_add_func ("/ramp-read/cap", test_cap);
  g_test_add_func ("/ramp-read/first", test_first);
  return g_test_run ();
}
