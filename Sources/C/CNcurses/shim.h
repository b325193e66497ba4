// ncurses with wide characters, and the parts of it that Swift cannot import: macros with casts, variables, FILE pointers.
#pragma once
#define NCURSES_WIDECHAR 1
#if __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#else
#include <curses.h>
#endif
#include <stdio.h>
#include <string.h>
#include <term.h>

static const attr_t nc_bold = A_BOLD;
static const attr_t nc_dim = A_DIM;
static const attr_t nc_italic = A_ITALIC;
static const attr_t nc_underline = A_UNDERLINE;
static const attr_t nc_reverse = A_REVERSE;

/// The largest number of wide characters in one cell: a base and its marks.
static const int nc_cell_maximum = CCHARW_MAX;

/// Starts the screen on standard output and input.
static inline SCREEN *nc_newterm(const char *type) { return newterm(type, stdout, stdin); }

static inline int nc_color_pairs(void) { return COLOR_PAIRS; }

/// Returns the columns that the C library gives a character in the current locale, or -1 if it knows none.
extern int wcwidth(wchar_t);
static inline int nc_width(wchar_t character) { return wcwidth(character); }

static inline WINDOW *nc_screen(void) { return stdscr; }

/// Makes the next update redraw the whole screen.
static inline void nc_forget(void) { clearok(curscr, TRUE); }

/// Forgets all colour pairs; the next frame must draw all cells. If a pair were redefined instead, ncurses would search the
/// whole screen for it each time.
static inline void nc_forget_pairs(void) { reset_color_pairs(); }

/// Makes a cell of `count` wide characters. Returns false if ncurses refuses them.
static inline bool nc_cell(cchar_t *cell, const wchar_t *text, int count, attr_t attributes, int pair) {
    wchar_t closed[CCHARW_MAX + 1] = {0};
    if (count > CCHARW_MAX) return false;
    memcpy(closed, text, (size_t)count * sizeof(wchar_t));
    return setcchar(cell, closed, attributes, 0, &pair) == OK;
}

/// Returns a string capability of the terminal, or NULL if it has none.
static inline const char *nc_capability(const char *name) {
    char *value = tigetstr((NCURSES_CONST char *)name);
    return value == (char *)-1 ? NULL : value;
}
