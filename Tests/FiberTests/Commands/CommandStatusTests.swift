import Application
import TestSupport
import Testing

@Suite("The statuses and streams of commands")
struct CommandStatusTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    @Test("A wrong command line ends with 2, and the usage is printed on standard error")
    func usage() async throws {
        let unknown = try await CommandRun("nosuch", in: home)
        #expect(unknown.status == .usage && unknown.output.isEmpty, "\(unknown)")
        #expect(unknown.errors.hasPrefix("fiber: Unknown command “nosuch”.\n"), "\(unknown)")
        let option = try await CommandRun("topics", "list", "--nosuch", in: home)
        #expect(option.status == .usage && option.output.isEmpty, "\(option)")
        #expect(option.errors.contains("--nosuch") && option.errors.contains("\nUsage: fiber topics list"), "\(option)")
        let value = try await CommandRun("search", "x", "--limit", "0", in: home)
        #expect(value.status == .usage && value.errors.contains("--limit takes a number from 1."), "\(value)")
    }

    @Test("Help is printed on standard output and ends with 0")
    func help() async throws {
        let run = try await CommandRun("topics", "--help", in: home)
        #expect(run.status == .done && run.errors.isEmpty && run.output.contains("USAGE: fiber topics"), "\(run)")
    }

    @Test(
        "Shells complete the values of an option that takes only some",
        arguments: [
            ("rules add", "effect", "hide muffle highlight notify"), ("shot", "format", "png svg ansi md html txt"),
            ("account add", "token", "-"), ("act", "visibility", "public unlisted followers"),
            ("timeline", "filter", "on off"),
        ])
    func completions(command: String, option: String, values: String) async throws {
        let run = try await CommandRun("--generate-completion-script", "fish", in: home)
        let line = run.lines.first { $0.contains("\"fiber \(command)\" \(option)'") }
        #expect(run.status == .done && line?.hasSuffix("'\(values)'") == true, "\(line ?? run.errors)")
    }

    @Test("A library that cannot be used ends with 3, and a store that is none with 4")
    func files() async throws {
        try home.write("no database", to: "fiber.sqlite")
        let store = try await CommandRun("topics", in: home)
        #expect(store.status == .store && store.errors.contains("fiber.sqlite is not a database."), "\(store)")
        try home.write("source = 1\n", to: "library.toml")
        let library = try await CommandRun("account", "list", in: home)
        #expect(library.status == .configuration && library.errors.contains("library.toml:1:10: "), "\(library)")
    }

    @Test(
        "An empty list is explained to people, and programs get nothing",
        arguments: ["topics", "rules", "notes", "people", "commentary", "outbox", "scheduled", "account"])
    func emptyLists(command: String) async throws {
        let text = try await CommandRun(command, in: home)
        #expect(text.status == .done && text.output.isEmpty && !text.errors.isEmpty, "\(text)")
        let json = try await CommandRun(command, "--json", in: home)
        #expect(json.status == .done && json.output.isEmpty && json.errors.isEmpty, "\(json)")
    }

    @Test("Results stand on standard output, and advice about an empty list beside them")
    func streams() async throws {
        let none = try await CommandRun("topics", in: home)
        #expect(none.status == .done && none.output.isEmpty, "\(none)")
        #expect(none.errors.hasPrefix("There are no topics yet."), "\(none)")
        let added = try await CommandRun("topics", "add", "F1", "monaco", in: home)
        #expect(added.output == "Topic “F1” added. 0 items belong to it.\n" && added.errors.isEmpty, "\(added)")
        let listed = try await CommandRun("topics", "--json", in: home)
        #expect(listed.output.hasPrefix("{\"languages\":[],\"name\":\"F1\",\"query\":\"monaco\","), "\(listed)")
        let missing = try await CommandRun("topics", "remove", "F2", in: home)
        #expect(missing.status == .failed && missing.output.isEmpty, "\(missing)")
        #expect(missing.errors.hasPrefix("fiber: There is no topic “F2”"), "\(missing)")
    }
}
