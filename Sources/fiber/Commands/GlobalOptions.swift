import ArgumentParser

/// What every command that touches the reader's files understands.
struct GlobalOptions: ParsableArguments {
    @Option(name: .long, help: "The directory of config.toml and library.toml.")
    var config: String?

    @Option(name: .long, help: "The directory of the store.")
    var data: String?
}
