#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ULL_TYPE_FIGURE_ROW (ull_figure_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (UllFigureRow, ull_figure_row, ULL, FIGURE_ROW, GtkListBoxRow)

struct _UllFigureRowClass
{
  GtkListBoxRowClass parent_class;

  /* Draws in a box of this size from the origin, below the texts; NULL: the row has no such box. */
  void (*draw_bar) (UllFigureRow *self, cairo_t *cr, double width, double height);
};

#define ULL_N_FIGURES 3

/* What a row says. Where there is little room the figures take a line of their own. */
typedef struct
{
  const char *label;
  const char *figure[ULL_N_FIGURES];
  const char *figures; /* the same joined, for that line */
  const char *detail;  /* below, dim */
} UllFigureTexts;

/* A row of a list with figures in columns, which are alike in all rows, and room for a button that activates it. */

/* @spoken: what a screen reader says. Returns whether anything is new. */
gboolean ull_figure_row_set (UllFigureRow *self, const UllFigureTexts *texts, const char *spoken);
/* Says what the columns are; not a row that can be reached. */
void ull_figure_row_set_head (UllFigureRow *self, const char *label, const char *const figure[ULL_N_FIGURES]);
/* @name: what the button does, for a screen reader; NULL: there is none, and the row cannot be activated. */
void ull_figure_row_set_action (UllFigureRow *self, const char *name);
/* No button, and no room for one: what the row does stands elsewhere. */
void ull_figure_row_set_plain (UllFigureRow *self);
const char *ull_figure_row_get_text (UllFigureRow *self); /* what a screen reader says */
GtkWidget *ull_figure_row_get_button (UllFigureRow *self);

/* As many rows in @list as @n, those there are kept. @make: makes one. */
void ull_figure_rows_fit (GtkListBox *list, guint n, GtkWidget *(*make) (void));

G_END_DECLS
