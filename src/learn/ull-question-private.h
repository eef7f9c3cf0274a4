#pragma once

#include "ull-question.h"

/* What the files that solve questions share. */

/* Whether @number is right: between what a ramp cannot tell apart, else within the tolerance of the truth. */
gboolean ull_key_accepts (const UllQuestion *question, const UllKey *key, double number);
/* The explanation of its parts: what was withheld of it is left out. */
void ull_key_compose (UllKey *key);
/* A usual mistake and what it comes to; one that comes to something right is none. */
void ull_key_add_slip (const UllQuestion *question, UllKey *key, UllSlipId slip, double value, double least, double most);

/* Of the four kinds that are read off a ramp. */
gboolean ull_question_solve_ramp (const UllQuestion *question, UllKey *key, GError **error);
/* The usual mistakes about a number of a ramp. */
void ull_key_add_ramp_slips (const UllQuestion *question, UllKey *key);
/* Who says @said where @truth is right; ULL_N_SLIPS: no usual mistake. */
UllSlipId ull_slip_of_shape (UllRampShape said, UllRampShape truth);
