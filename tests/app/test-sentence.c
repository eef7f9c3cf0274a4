/* A sentence's own height: what stands below it must not jump while its figures change. */
#include "test-util.h"

#include "ull-sentence.h"

#define WIDTH 400

/* Of the text as it stands, at the width that the sentence has: what a card would give it. */
static int
height_of (UllSentence *sentence)
{
  int height;

  gtk_widget_measure (GTK_WIDGET (sentence), GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (GTK_WIDGET (sentence)), &height, NULL, NULL, NULL);
  return height;
}

/* Line ends in the text itself, so that no font's widths matter. */
static void
test_keeps_a_line (void)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  UllSentence *sentence = g_object_new (ULL_TYPE_SENTENCE, "valign", GTK_ALIGN_START, NULL);
  int one, three;

  gtk_window_set_default_size (window, WIDTH, WIDTH);
  gtk_window_set_child (window, GTK_WIDGET (sentence));
  ull_sentence_set_text (sentence, "one");
  gtk_window_present (window);
  test_wait_frames (GTK_WIDGET (window), 3);
  one = height_of (sentence);
  ull_sentence_set_text (sentence, "one\ntwo\nthree");
  test_wait_frames (GTK_WIDGET (window), 3);
  three = height_of (sentence);
  g_assert_cmpint (three, >, 2 * one);

  ull_sentence_set_text (sentence, "one\ntwo");
  g_assert_cmpint (height_of (sentence), ==, three);
  test_wait_frames (GTK_WIDGET (window), 3);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (sentence)), ==, three);
  /* Two lines less are no flicker. */
  ull_sentence_set_text (sentence, "one");
  g_assert_cmpint (height_of (sentence), ==, one);
  gtk_window_destroy (window);
}

int
main (int argc, char **argv)
{
  test_start (&argc, &argv);
  g_test_add_func ("/sentence/keeps-a-line", test_keeps_a_line);
  return g_test_run ();
}
