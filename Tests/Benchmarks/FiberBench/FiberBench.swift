import ArgumentParser

/// The benchmark program. `make bench` builds it in release mode and runs the measurements of docs/measurements.md.
@main
struct FiberBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fiber-bench",
        abstract: "Measures the built program.",
        subcommands: [
            AllBench.self, LinesBench.self, StoreBench.self, StartBench.self, FeedsBench.self, ParseBench.self,
            EngineBench.self, QueriesBench.self,
            CorpusBench.self,
            LabelBench.self, ScreenBench.self, TerminalBench.self, StreamsBench.self,
        ])
}
