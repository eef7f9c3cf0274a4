#include "ull-command.h"

/* The command table: --help, the parser and the dispatch read it, and a new command is a row and a file. */

static const UllCommand commands[] = {
  {
    .name = "model",
    .verb = "Prints",
    .operands = "PATH|ID",
    .n_operands = 1,
    .summary = "what a model file says of its cache: layers, stores, bytes per token",
    .notes = "PATH is a config.json, a folder that holds one, a .gguf or a .ullage file; ID a bundled model.\n"
             "Bytes are at 2 bytes an element unless --kv-dtype says otherwise.\n",
    .options = ull_command_model_options,
    .run = ull_command_model,
  },
  {
    .name = "plan",
    .verb = "Prints",
    .operands = "[PATH|ID…]",
    .n_operands = ULL_ANY_OPERANDS,
    .summary = "how much cache memory is left and how many requests fit in it",
    .notes = "The model is PATH, a bundled ID, or typed by hand; a .ullage file brings its card and settings "
             "along.\n"
             "Options change what the file says. A plan that does not fit is an answer: see --check.\n"
             "Several of them, or a folder of .ullage files, make one table of plans as CSV, a row each.\n",
    .scenario = TRUE,
    .options = ull_command_plan_options,
    .run = ull_command_plan,
  },
  {
    .name = "levers",
    .verb = "Prints",
    .operands = "[PATH|ID]",
    .n_operands = 1,
    .summary = "what each lever alone would do: tokens, requests, and what it costs",
    .notes = "Each row is a plan with that one thing changed; the most requests come first. A lever that would "
             "move nothing\nis left out. Memory and drive of the host hold prefixes that the card has no room for, "
             "one PCI Express 4.0\nlink each; a hit brings back a whole request.\n",
    .scenario = TRUE,
    .options = ull_command_levers_options,
    .run = ull_command_levers,
  },
  {
    .name = "reach",
    .verb = "Prints",
    .operands = "[PATH|ID] --want-…",
    .n_operands = 1,
    .summary = "what it would take: each lever alone, and pairs of levers",
    .notes = "For each lever the least setting that is enough, or the one that comes nearest; then two levers "
             "that are enough\ntogether, the cheapest pair first. In the order of cost: flags of the engine, a "
             "narrower cache, what requests\ngive up, other weights, other cards, another model. Of two pairs "
             "that one is cheaper whose dearer lever is.\n",
    .scenario = TRUE,
    .options = ull_command_reach_options,
    .run = ull_command_reach,
  },
  {
    .name = "fleet",
    .verb = "Prints",
    .operands = "[PATH|ID] --target-concurrency N",
    .n_operands = 1,
    .summary = "the cards and replicas that carry a load, for every card and split",
    .notes = "Fewest cards come first, then least memory; where prices are given, the cheapest. A replica is one "
             "copy of the\nmodel, on one card or split among several by tensor parallel; what it takes is what plan "
             "says of it.\nOf --lengths it takes as many requests as overflow it with a probability of at most 1 %, by "
             "Chernoff’s bound.\n--memory puts a card of that size beside those of the catalogue.\n",
    .scenario = TRUE,
    .options = ull_command_fleet_options,
    .run = ull_command_fleet,
  },
  {
    .name = "ramp",
    .verb = "Prints",
    .operands = "[PATH|ID]",
    .n_operands = 1,
    .summary = "what a load comes to at ever more clients: throughput, hits, preemptions, latency",
    .notes = "The load is a preset with options over it, the scheduler vLLM’s on the pool that plan computes. A level is so "
             "many\nclients, each with one request at a time; of open arrivals and a log’s own times it is the most sequences "
             "that run at\nonce. Past the peak throughput falls (a cliff) or stays (a plateau); the operating point is the "
             "highest level below\nit that holds with a heavier tail of lengths, and there is none where the engine would not start. "
             "Times are\nsimulated: --step types what a step takes, else card and model say.\n",
    .scenario = TRUE,
    .options = ull_command_ramp_options,
    .run = ull_command_ramp,
  },
  {
    .name = "chart",
    .verb = "Writes",
    .operands = "memory|curves|layers|lengths|levers|calibration|ramp|latency|surge|blocks|pool|recorded|residuals [PATH|ID] -o FILE",
    .n_operands = 2,
    .summary = "the memory stack, the curves, the layers, the lengths of requests, every lever, the calibration, what a load comes to as a picture or a table",
    .notes = "The file’s ending says what is written: .png, .svg, .pdf or .csv.\n"
             "calibration is how often answers were right over how sure they were; it takes a record and no model.\n"
             "ramp is a load at ever more clients, latency its times alone, surge a burst; blocks is the pool of one level at a moment,\n"
             "pool the same level over time, and recorded the metrics of a server that --series names over it. residuals is what a\n"
             "fit leaves: each request of the run that --fit names, its simulated time over its measured one.\n",
    .scenario = TRUE,
    .options = ull_command_chart_options,
    .run = ull_command_chart,
  },
  {
    .name = "lesson",
    .verb = "Prints",
    .operands = "list|show ID|grade ID|sheet [PATH|ID]",
    .n_operands = 2,
    .summary = "lessons: their questions, and what answers to them are worth",
    .notes = "ID is a lesson of the program or the path of a lesson’s file. What a question withholds is not computed "
             "unless\n--reveal asks for it; grade names the usual slip that a wrong number is. A lesson brings its own models and "
             "cards.\nsheet draws questions about a model and a card; the options of plan describe them.\n",
    .scenario = TRUE,
    .options = ull_command_lesson_options,
    .run = ull_command_lesson,
  },
  {
    .name = "list",
    .verb = "Prints",
    .operands = "models|devices|engines|formats|settings|lessons|presets",
    .n_operands = 1,
    .summary = "the ids that options take",
    .notes = "One id a line; --long says what each is.\n",
    .options = ull_command_list_options,
    .run = ull_command_list,
  },
  {
    .name = "convert",
    .verb = "Writes",
    .operands = "[PATH|ID] -o FILE.ullage",
    .n_operands = 1,
    .summary = "a model and its settings as a .ullage file",
    .notes = "The card is rtx-4090 where neither an option nor the file names one. Members of a .ullage file "
             "that this\n"
             "version does not know are kept.\n",
    .scenario = TRUE,
    .options = ull_command_convert_options,
    .run = ull_command_convert,
  },
  {
    .name = "replay",
    .verb = "Prints",
    .operands = "FILE",
    .n_operands = 1,
    .summary = "the steps of a scheduler on a recorded load, one a line",
    .notes = "FILE holds whole numbers: a line of settings (blocks, max sequences, max batched tokens, model length, "
             "prefix\ncaching, full-sequence gate, unhashed blocks first, chunks off, long prefill threshold, arrivals "
             "by step (0), by\nmicrosecond (1) or of a closed loop (2), clients, number of ids); the time of a step and "
             "of a token in it in\nmicroseconds, and the number of requests; for each its arrival, prompt, output, the "
             "number of ids and\nthe ids of its full blocks; the number of recorded steps (0: none), and them. A block is 16 tokens, "
             "and one of the\nblocks is the engine’s own. Printed of each step: running, waiting, free blocks after "
             "scheduling and after the step,\nscheduled tokens, blocks with a content. At most 1,000,000 steps are "
             "done.\n",
    .options = ull_command_replay_options,
    .run = ull_command_replay,
  },
  { .name = NULL },
};

const UllCommand *
ull_commands (void)
{
  return commands;
}
