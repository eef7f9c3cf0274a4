#include <X11/Xlib.h>
#include <X11/extensions/Xdamage.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Measures a program from outside, as the person who starts it sees it: the time until its window is mapped and until
 * the last change of the first picture, the processor time until then, what it keeps resident, and how often it wakes
 * while nobody touches it. Runs of all programs alternate, so that a busy machine is unfair to all of them alike; the
 * medians are printed.
 *
 *   bench-start [--runs=N] [--idle=SECONDS] NAME=COMMAND…     programs with a window
 *   bench-start --process [--runs=N] NAME=COMMAND…            programs that end by themselves
 *
 * Times are milliseconds since the program was started, memory is MB of 10^6 bytes. */

#define SETTLE_MS 1200
#define GIVE_UP_MS 20000
#define MAX_PROGRAMS 8
#define MAX_RUNS 101

typedef enum
{
  FIGURE_MAPPED,
  FIGURE_CPU,
  FIGURE_PAINTED,
  FIGURE_LAST_PAINT,
  FIGURE_RESIDENT,
  FIGURE_WAKE_UPS,
  N_FIGURES,
} Figure;

typedef struct
{
  const char *name;
  char **argv;
  guint n_runs;
  double figure[N_FIGURES][MAX_RUNS];
} Program;

typedef struct
{
  Display *display;
  int damage_event;
} Watch;

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

static pid_t
start (const Program *program, gboolean silent)
{
  pid_t pid = fork ();

  if (pid == 0)
    {
      if (silent && freopen ("/dev/null", "w", stdout) == NULL)
        _exit (127);
      execvp (program->argv[0], program->argv);
      _exit (127);
    }
  return pid;
}

static double
cpu_ms (pid_t pid)
{
  clockid_t clock;
  struct timespec spent;

  if (clock_getcpuclockid (pid, &clock) != 0 || clock_gettime (clock, &spent) != 0)
    return 0;
  return (double) spent.tv_sec * 1000 + (double) spent.tv_nsec / 1e6;
}

/* The number behind "NAME:" in a status file of /proc; 0 where there is none. */
static gint64
status_number (const char *path, const char *name)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  line = strstr (text, name);
  return line != NULL ? g_ascii_strtoll (line + strlen (name), NULL, 10) : 0;
}

static gint64
wake_ups (pid_t pid)
{
  g_autofree char *folder = g_strdup_printf ("/proc/%d/task", (int) pid);
  g_autoptr (GDir) threads = g_dir_open (folder, 0, NULL);
  const char *thread;
  gint64 sum = 0;

  while (threads != NULL && (thread = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, thread, "status", NULL);

      sum += status_number (path, "\nvoluntary_ctxt_switches:");
    }
  return sum;
}

/* The next event, or FALSE when the time is over. */
static gboolean
next_event (Watch *watch, double until, XEvent *event)
{
  while (XPending (watch->display) == 0)
    {
      struct pollfd fd = { .fd = ConnectionNumber (watch->display), .events = POLLIN };
      double left = until - now_ms ();

      if (left <= 0)
        return FALSE;
      poll (&fd, 1, (int) left + 1);
    }
  XNextEvent (watch->display, event);
  return TRUE;
}

static gboolean
wait_mapped (Watch *watch, double until, Window *window)
{
  XEvent event;

  while (next_event (watch, until, &event))
    {
      if (event.type == MapNotify && !event.xmap.override_redirect)
        {
          *window = event.xmap.window;
          return TRUE;
        }
    }
  return FALSE;
}

/* A window may be gone before the damage of its last frame is read. */
static int
ignore_error_cb (Display *display, XErrorEvent *error)
{
  return 0;
}

static void
measure_window (Watch *watch, Program *program, double idle_ms)
{
  guint run = program->n_runs++;
  double begin = now_ms (), painted = 0, last = 0;
  pid_t pid = start (program, FALSE);
  g_autofree char *status = g_strdup_printf ("/proc/%d/status", (int) pid);
  Window window;
  XEvent event;
  gint64 woken;

  if (!wait_mapped (watch, begin + GIVE_UP_MS, &window))
    g_error ("%s: no window in %d ms", program->name, GIVE_UP_MS);
  program->figure[FIGURE_MAPPED][run] = now_ms () - begin;
  program->figure[FIGURE_CPU][run] = cpu_ms (pid);
  XDamageCreate (watch->display, window, XDamageReportRawRectangles);

  while (next_event (watch, begin + program->figure[FIGURE_MAPPED][run] + SETTLE_MS, &event))
    {
      if (event.type != watch->damage_event)
        continue;
      last = now_ms () - begin;
      if (painted <= 0)
        painted = last;
    }
  program->figure[FIGURE_PAINTED][run] = painted;
  program->figure[FIGURE_LAST_PAINT][run] = last;
  program->figure[FIGURE_RESIDENT][run] = (double) status_number (status, "\nVmRSS:") * 1024 / 1e6;

  woken = wake_ups (pid);
  g_usleep ((gulong) (idle_ms * 1000));
  program->figure[FIGURE_WAKE_UPS][run] = (double) (wake_ups (pid) - woken) / (idle_ms / 1000);

  kill (pid, SIGTERM);
  waitpid (pid, NULL, 0);
  while (next_event (watch, now_ms () + 50, &event))
    ;
}

static void
measure_process (Program *program)
{
  double begin = now_ms ();
  pid_t pid = start (program, TRUE);
  int status;

  waitpid (pid, &status, 0);
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    g_error ("%s: ended badly", program->name);
  program->figure[FIGURE_MAPPED][program->n_runs++] = now_ms () - begin;
}

static int
compare_cb (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (Program *program, Figure figure)
{
  double *values = program->figure[figure];

  qsort (values, program->n_runs, sizeof values[0], compare_cb);
  return values[program->n_runs / 2];
}

static void
print_windows (Program *program, guint n)
{
  double mapped = median (&program[0], FIGURE_MAPPED), cpu = median (&program[0], FIGURE_CPU);

  g_print ("%-24s %9s %7s %9s %7s %9s %11s %9s %9s\n", "program", "mapped ms", "times", "CPU ms", "times", "first ms",
           "complete ms", "MB", "wakes/s");
  for (guint i = 0; i < n; i++)
    {
      Program *p = &program[i];

      g_print ("%-24s %9.0f %7.2f %9.0f %7.2f %9.0f %11.0f %9.1f %9.1f\n", p->name, median (p, FIGURE_MAPPED),
               median (p, FIGURE_MAPPED) / mapped, median (p, FIGURE_CPU), median (p, FIGURE_CPU) / cpu,
               median (p, FIGURE_PAINTED), median (p, FIGURE_LAST_PAINT), median (p, FIGURE_RESIDENT),
               median (p, FIGURE_WAKE_UPS));
    }
}

static void
print_processes (Program *program, guint n)
{
  g_print ("%-24s %12s %12s\n", "program", "median ms", "least ms");
  for (guint i = 0; i < n; i++)
    {
      double middle = median (&program[i], FIGURE_MAPPED);

      g_print ("%-24s %12.2f %12.2f\n", program[i].name, middle, program[i].figure[FIGURE_MAPPED][0]);
    }
}

static void
open_screen (Watch *watch)
{
  int error_base;

  watch->display = XOpenDisplay (NULL);
  if (watch->display == NULL)
    g_error ("no display; see scripts/desk.sh");
  XSetErrorHandler (ignore_error_cb);
  if (!XDamageQueryExtension (watch->display, &watch->damage_event, &error_base))
    g_error ("the display has no damage extension");
  watch->damage_event += XDamageNotify;
  XSelectInput (watch->display, DefaultRootWindow (watch->display), SubstructureNotifyMask);
}

int
main (int argc, char **argv)
{
  static Program program[MAX_PROGRAMS];
  gboolean process = FALSE;
  int runs = 7;
  double idle = 2;
  guint n = 0;
  GOptionEntry entries[] = {
    { "process", 0, 0, G_OPTION_ARG_NONE, &process, "the programs end by themselves", NULL },
    { "runs", 0, 0, G_OPTION_ARG_INT, &runs, "of each program", "N" },
    { "idle", 0, 0, G_OPTION_ARG_DOUBLE, &idle, "how long to watch for wake-ups", "SECONDS" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("NAME=COMMAND…");
  g_autoptr (GError) error = NULL;
  Watch watch;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  for (int i = 1; i < argc && n < MAX_PROGRAMS; i++)
    {
      char *command = strchr (argv[i], '=');

      if (command == NULL || !g_shell_parse_argv (command + 1, NULL, &program[n].argv, &error))
        g_error ("%s: not of the form NAME=COMMAND", argv[i]);
      *command = '\0';
      program[n++].name = argv[i];
    }
  if (n == 0 || runs < 1 || runs > MAX_RUNS)
    g_error ("nothing to measure");

  if (!process)
    open_screen (&watch);
  for (int run = 0; run < runs; run++)
    for (guint i = 0; i < n; i++)
      {
        if (process)
          measure_process (&program[i]);
        else
          measure_window (&watch, &program[i], idle * 1000);
      }
  if (process)
    print_processes (program, n);
  else
    print_windows (program, n);
  for (guint i = 0; i < n; i++)
    g_strfreev (program[i].argv);
  return 0;
}
