// A clock for the programs that tests run: loaded with LD_PRELOAD, it stops the time of day at FAKE_CLOCK, in milliseconds
// since 1970. Clocks that nobody sets go on.
