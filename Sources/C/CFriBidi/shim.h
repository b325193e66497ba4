#pragma once
#include <fribidi/fribidi.h>

// FriBidi's names for these are macros of macros, which Swift does not import.
static const FriBidiParType fiber_bidi_left_to_right = FRIBIDI_PAR_LTR;
static const FriBidiParType fiber_bidi_right_to_left = FRIBIDI_PAR_RTL;
static const FriBidiParType fiber_bidi_first_letter = FRIBIDI_PAR_ON;
static const FriBidiCharType fiber_bidi_neutral = FRIBIDI_TYPE_ON;
static const FriBidiCharType fiber_bidi_boundary = FRIBIDI_TYPE_BN;
