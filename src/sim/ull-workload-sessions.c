#include "ull-error.h"
#include "ull-units.h"
#include "ull-workload.h"

#include <glib/gi18n-lib.h>

/* Clients that talk: a turn's prompt is the system prompt, all questions and answers before it, and the new question. The
 * history is one stream of tokens, so that its full blocks, the answers' among them, are the next prompt's prefix. All of a
 * session's draws come from a generator seeded by its number.
 *
 * Who leaves has no answer to go on from: the session ends there, and the client comes back as somebody else does, with a new one. A
 * server that is too slow so sees more first turns and fewer long histories than one that answers all. */

/* A little more than a century. */
#define MOST_THINK_NS G_GINT64_CONSTANT (3200000000000000000)

typedef struct
{
  guint64 seed;
  UllRandom random;
  gint64 history; /* tokens, the last answer's among them */
  gint64 turn;
  gint64 due_ns;
  gint64 question; /* of the next turn */
  gint64 answer;
} Session;

typedef struct
{
  UllWorkload parent;
  UllSessionLoad load;
  UllDraw *questions;
  UllDraw *answers;
  Session *sessions; /* one a client */
  GQueue due;        /* client + 1, as they send */
  gint64 sent;
  guint64 begun;     /* sessions */
} SessionSource;

static void
draw_turn (SessionSource *self, Session *session)
{
  session->question = ull_draw_next (self->questions, &session->random);
  session->answer = ull_draw_next (self->answers, &session->random);
  session->question = MAX (session->question, 1);
  session->answer = MAX (session->answer, 1);
}

static void
begin_session (SessionSource *self, Session *session)
{
  guint64 counter = self->load.seed ^ (self->begun++ * G_GUINT64_CONSTANT (0xe7037ed1a0b428db));

  session->seed = ull_random_mix (&counter);
  ull_random_init (&session->random, ull_random_mix (&counter));
  session->history = self->load.system_tokens;
  session->turn = 0;
  draw_turn (self, session);
}

static gint64
sessions_peek (UllWorkload *source, GError **error)
{
  SessionSource *self = (SessionSource *) source;
  guint client = GPOINTER_TO_UINT (g_queue_peek_head (&self->due));

  if (client == 0 || self->sent == self->load.requests)
    return G_MAXINT64;
  return self->sessions[client - 1].due_ns;
}

static void
sessions_take (UllWorkload *source, UllRequest *request)
{
  SessionSource *self = (SessionSource *) source;
  guint client = GPOINTER_TO_UINT (g_queue_pop_head (&self->due)) - 1;
  Session *session = &self->sessions[client];
  guint64 counter = self->load.seed;

  *request = (UllRequest) {
    .arrival_ns = session->due_ns,
    .prompt = session->history + session->question,
    .output = session->answer,
    .sequences = 1,
    .patience_ns = self->load.patience_ns,
    .session = client,
    .content = {
      .shared_blocks = self->load.system_tokens / self->load.block_tokens,
      .shared_seed = ull_random_mix (&counter),
      .seed = session->seed,
      .answer_block = G_MAXINT64,
    },
  };
  self->sent++;
}

static void
sessions_done (UllWorkload *source, const UllRequest *request, gint64 now_ns)
{
  SessionSource *self = (SessionSource *) source;
  Session *session = &self->sessions[request->session];

  session->history += session->question + session->answer;
  session->turn++;
  draw_turn (self, session);
  if (request->left || session->turn == self->load.turns ||
      session->history + session->question + session->answer > self->load.max_tokens)
    begin_session (self, session);
  if (!ull_add (now_ns, self->load.think_ns, &session->due_ns))
    session->due_ns = G_MAXINT64 - 1;
  g_queue_push_tail (&self->due, GUINT_TO_POINTER (request->session + 1));
}

static void
sessions_free (UllWorkload *source)
{
  SessionSource *self = (SessionSource *) source;

  g_queue_clear (&self->due);
  ull_draw_free (self->questions);
  ull_draw_free (self->answers);
  g_free (self->sessions);
  g_free (self);
}

static const UllWorkloadClass sessions_class = { sessions_peek, sessions_take, sessions_done, sessions_free };

UllWorkload *
ull_workload_new_sessions (const UllSessionLoad *load, GError **error)
{
  SessionSource *self;

  if (load->requests < 1 || load->clients < 1 || load->clients > 1 << 20 || load->turns < 1 || load->system_tokens < 0 ||
      load->system_tokens > ULL_LENGTHS_MAX || load->think_ns < 0 || load->think_ns > MOST_THINK_NS || load->patience_ns > MOST_THINK_NS ||
      load->block_tokens < 1)
    {
      g_set_error (error, ULL_ERROR, ULL_ERROR_INVALID,
                   _("sessions: at least 1 request, 1 to 1,048,576 clients, at least 1 turn, a block of at least 1 token, "
                     "no negative figure, and none of more than a century would be right"));
      return NULL;
    }
  self = g_new0 (SessionSource, 1);
  self->parent.class = &sessions_class;
  self->load = *load;
  self->questions = ull_draw_new_with_tail (load->questions, load->tail, load->max_tokens);
  self->answers = ull_draw_new_with_tail (load->answers, load->tail, load->max_tokens);
  self->sessions = g_new0 (Session, load->clients);
  g_queue_init (&self->due);
  for (guint i = 0; i < load->clients; i++)
    {
      begin_session (self, &self->sessions[i]);
      g_queue_push_tail (&self->due, GUINT_TO_POINTER (i + 1));
    }
  return &self->parent;
}
