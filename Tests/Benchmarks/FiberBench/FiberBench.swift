import ArgumentParser

/// Measures Fiber as its users run it. `make bench` builds it in release and runs the measurements that the README tells.
@main
struct FiberBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fiber-bench",
        abstract: "Measures the built program.",
        subcommands: [
            StoreBench.self, StartBench.self, FeedsBench.self, ParseBench.self, EngineBench.self, QueriesBench.self,
            LabelBench.self, ScreenBench.self, TerminalBench.self,
        ])
}
