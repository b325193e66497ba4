import ArgumentParser

/// Options of commands that open a screen.
struct ScreenOptions: ParsableArguments {
    @Flag(help: "Print lines of text instead of drawing screens, for screen readers and simple terminals.")
    var linear = false
}
