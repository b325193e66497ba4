import Testing

@testable import fiber

@Suite("Directories before the command")
struct LeadingOptionsTests {
    @Test(
        "The directories before a command move behind its words, and nothing else moves",
        arguments: [
            ("", ""), ("topics", "topics"), ("--data d", "--data d"), ("--data d --json", "--data d --json"),
            ("--data d -", "--data d -"), ("--config=x open u", "open u --config=x"),
            ("--config x --data=d topics --json", "topics --config x --data=d --json"),
            ("--data d search rain -snow", "search rain --data d -snow"),
            ("--data d search -- --rain", "search --data d -- --rain"),
            ("--config x topics --config y", "topics --config x --config y"),
            ("--config timeline", "--config timeline"), ("--config --data d topics", "topics --config --data d"),
            ("--config -- topics", "--config -- topics"), ("--json --data d topics", "--json --data d topics"),
            ("--configure x topics", "--configure x topics"), ("--data d help topics", "help topics"),
            ("--data d --help", "--data d --help"), ("help topics --data d", "help topics --data d"),
        ])
    func moved(line: String, result: String) {
        func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
        #expect(LeadingOptions.moved(in: words(line)) == words(result))
    }
}
