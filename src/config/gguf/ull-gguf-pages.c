#include "ull-gguf-pages.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for the whole file is set aside in addresses alone, and a page of it is read when it is first asked for; a page behind one that
 * is there brings more with it, since what follows is mostly asked for next. Room that is never read into costs nothing, so a
 * terabyte is as cheap as its header. What was read stays, and texts may be pointed to. */

#define PAGE 4096
#define AHEAD 16

UllGgufPages *
ull_gguf_pages_new (GBytes *whole)
{
  UllGgufPages *pages = g_new0 (UllGgufPages, 1);

  pages->whole = g_bytes_ref (whole);
  pages->bytes = g_bytes_get_data (whole, &pages->size);
  pages->to = pages->size;
  pages->fd = -1;
  return pages;
}

static gboolean
set_error (const char *name, int code, GError **error)
{
  g_set_error (error, ULL_ERROR, ULL_ERROR_IO, _("%s: it cannot be read (%s); a GGUF file would be right"), name, g_strerror (code));
  return FALSE;
}

static gboolean
set_room_aside (UllGgufPages *pages)
{
  void *room;

  if (pages->size == 0)
    return TRUE;
  room = mmap (NULL, pages->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED)
    return FALSE;
  /* Pages of two megabytes would be filled for the sake of one of four kilobytes. */
  (void) !madvise (room, pages->size, MADV_NOHUGEPAGE);
  pages->room = room;
  pages->bytes = room;
  pages->present = g_new0 (guint8, pages->size / PAGE / 8 + 1);
  return TRUE;
}

UllGgufPages *
ull_gguf_pages_new_file (int fd, const char *name, GError **error)
{
  g_autoptr (UllGgufPages) pages = g_new0 (UllGgufPages, 1);
  struct stat status;

  pages->fd = fcntl (fd, F_DUPFD_CLOEXEC, 0);
  if (pages->fd < 0 || fstat (fd, &status) != 0 || (guint64) status.st_size > G_MAXSIZE / 2)
    {
      set_error (name, errno, error);
      return NULL;
    }
  pages->size = (gsize) status.st_size;
  if (set_room_aside (pages))
    return g_steal_pointer (&pages);
  set_error (name, errno, error);
  return NULL;
}

void
ull_gguf_pages_free (UllGgufPages *pages)
{
  if (!pages)
    return;
  g_clear_pointer (&pages->whole, g_bytes_unref);
  g_clear_pointer (&pages->present, g_free);
  if (pages->room)
    munmap (pages->room, pages->size);
  if (pages->fd >= 0)
    close (pages->fd);
  g_free (pages);
}

gssize
ull_gguf_pages_copy (UllGgufPages *pages, guint8 *buffer, gsize n, gsize offset)
{
  gsize got = 0;
  gssize now = 1;

  /* Of a disk that is slow, or far away, nobody need wait for the rest. */
  if (g_cancellable_is_cancelled (g_cancellable_get_current ()))
    {
      pages->fault = ECANCELED;
      return -1;
    }
  for (; got < n && now > 0; got += (gsize) MAX (now, 0))
    do
      now = pread (pages->fd, buffer + got, n - got, (off_t) (offset + got));
    while (now < 0 && errno == EINTR);
  if (now < 0)
    pages->fault = errno;
  return now < 0 ? -1 : (gssize) got;
}

static gboolean
is_present (const UllGgufPages *pages, gsize page)
{
  return (pages->present[page / 8] >> (page % 8) & 1) != 0;
}

/* The page, and up to so many behind it that are not there. */
static gboolean
read_pages (UllGgufPages *pages, gsize first, gsize wanted)
{
  const gsize offset = first * PAGE, most = (pages->size - offset + PAGE - 1) / PAGE;
  gsize n = 1, bytes;

  while (n < MIN (wanted, most) && !is_present (pages, first + n))
    n++;
  bytes = MIN (n * PAGE, pages->size - offset);
  if (pages->taken + bytes > ULL_GGUF_MOST_TAKEN)
    pages->fault = EFBIG;
  if (pages->fault != 0 || ull_gguf_pages_copy (pages, pages->room + offset, bytes, offset) != (gssize) bytes)
    return FALSE;
  pages->taken += bytes;
  for (gsize i = 0; i < n; i++)
    pages->present[(first + i) / 8] |= (guint8) (1 << (first + i) % 8);
  return TRUE;
}

gboolean
ull_gguf_pages_fetch (UllGgufPages *pages, gsize offset, gsize n)
{
  const gsize first = offset / PAGE;
  gsize last;

  if (offset > pages->size || n > pages->size - offset)
    return FALSE;
  if (n == 0 || pages->whole)
    return TRUE;
  last = (offset + n - 1) / PAGE;
  for (gsize page = first; page <= last; page++)
    if (!is_present (pages, page)
        && !read_pages (pages, page, MAX (last - page + 1, page > 0 && is_present (pages, page - 1) ? AHEAD : 1)))
      return FALSE;
  pages->from = first * PAGE;
  pages->to = MIN ((last + 1) * PAGE, pages->size);
  while (pages->to < pages->size && is_present (pages, pages->to / PAGE))
    pages->to = MIN (pages->to + PAGE, pages->size);
  return TRUE;
}
