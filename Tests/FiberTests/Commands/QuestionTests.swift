import Application
import ScenarioServer
import TestSupport
import Testing

@Suite("The questions of commands")
struct QuestionTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    private static let page = """
        <html><head><link rel=alternate type='application/rss+xml' title='News' href='/0'>
        <link rel=alternate type='application/atom+xml' title='Notes' href='/1'></head></html>
        """
    private static let question = "Which? Numbers separated by spaces, a for all, nothing for none: "

    /// Serves a page that offers two feeds.
    private func withPage(_ body: (ScenarioServer) async throws -> Void) async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/", .text(Self.page, type: "text/html"))
            server.script("/0", Feeds.scenario(0, items: 2))
            server.script("/1", Feeds.scenario(1, items: 2))
            try await body(server)
        }
    }

    @Test("On a terminal, a page with several feeds is listed, and those are added whose numbers are typed")
    func choice() async throws {
        try await withPage { server in
            let run = try await CommandRun("add", server.url("/"), in: home, answers: ["2"], isTerminal: true)
            #expect(run.status == .done && run.output.hasPrefix("Added Feed 1"), "\(run)")
            #expect(run.errors.contains("\n  2  \(server.url("/1"))  Notes\n\(Self.question)"), "\(run)")
            let sources = try await CommandRun("sources", in: home)
            #expect(sources.output.split(separator: "\n").count == 1, "\(sources)")
        }
    }

    @Test(
        "An answer that names no feed of the page adds none and fails",
        arguments: ["", "3", "0", "x"])
    func noChoice(answer: String) async throws {
        try await withPage { server in
            let run = try await CommandRun("add", server.url("/"), in: home, answers: [answer], isTerminal: true)
            #expect(run.status == .failed && run.output.isEmpty, "\(run)")
            #expect(run.errors.contains("\(server.url("/")): none was chosen."), "\(run)")
        }
    }

    @Test("Without a terminal, no question is asked: the failure lists the feeds and the options that choose")
    func unasked() async throws {
        try await withPage { server in
            let run = try await CommandRun("add", server.url("/"), in: home, answers: ["2"])
            #expect(run.status == .failed && run.output.isEmpty, "\(run)")
            #expect(!run.errors.contains("Which?") && run.errors.contains("--choose NUMBERS"), "\(run)")
        }
    }

    @Test("A password is asked for on a terminal only, and stored without being printed", arguments: [true, false])
    func password(isTerminal: Bool) async throws {
        try await withPage { server in
            let run = try await CommandRun(
                "add", server.url("/0"), "--user", "ann", in: home, answers: ["sesame"], isTerminal: isTerminal)
            #expect(run.status == .done, "\(run)")
            #expect(run.errors.contains("Password of ann at ") == isTerminal, "\(run)")
            #expect(!(run.output + run.errors).contains("sesame"), "\(run)")
            let secrets = try home.read("secrets.toml")
            #expect(secrets.contains("sesame"))
        }
    }

    @Test("Without a password the command line counts as wrong, and nothing is requested")
    func noPassword() async throws {
        try await withPage { server in
            let run = try await CommandRun("add", server.url("/0"), "--user", "ann", in: home)
            #expect(run.status == .usage && run.errors.contains("Nothing was given for “Password of ann at "), "\(run)")
            #expect(server.requests.isEmpty)
        }
    }
}
