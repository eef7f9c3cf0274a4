#include "config.h"
#include "ull-application.h"

#include <glib/gi18n-lib.h>
#include <gtk/gtk.h>
#include <locale.h>

/* The one place that touches the process: its locale and where its catalogues lie. */

int
main (int argc, char **argv)
{
  g_autoptr (UllApplication) application = NULL;
  const char *locale_dir = g_getenv ("ULLAGE_LOCALEDIR");

  /* Figures have one form, in the window as in files and on the command line: with a comma between thousands and another before
   * decimals nobody could tell 3,091 from 3,091. GTK would set the locale once more. */
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  /* From the build directory the catalogues lie elsewhere. */
  bindtextdomain (GETTEXT_PACKAGE, locale_dir != NULL ? locale_dir : LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  application = ull_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
