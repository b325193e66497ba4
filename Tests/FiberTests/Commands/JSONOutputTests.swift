import Application
import Foundation
import TestSupport
import Testing

@Suite("JSON of commands that change or check something")
struct JSONOutputTests {
    private let home: TemporaryDirectory

    init() throws { home = try TemporaryDirectory() }

    /// Runs a command with `--json` and returns the lines that it prints.
    private func lines(_ arguments: String..., status: Application.ExitStatus = .done) async throws -> [String] {
        let run = try await CommandRun(arguments + ["--json"], in: home)
        #expect(run.status == status, "\(run)")
        return run.lines
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }

    /// Adds a file with an item, and returns what is printed.
    private func addFile() async throws -> [String] {
        try home.write(#"{"title":"A line","id":"1","time":"2026-11-20T10:00:00Z"}"# + "\n", to: "lines.jsonl")
        return try await lines("add", "file:\(home.path)/lines.jsonl")
    }

    @Test("A source that was added is printed as the list of sources prints it")
    func added() async throws {
        let added = try await addFile()
        #expect(added.count == 1 && added.first?.contains("\"type\":\"source\"") == true)
        #expect(try await lines("sources") == added)
        #expect(try await lines("add", "file:\(home.path)/lines.jsonl", status: .failed).isEmpty)
    }

    @Test("Fills, changes that are taken back and cleanings are printed with their numbers")
    func numbers() async throws {
        let source = try #require(try object(try await addFile().joined())["id"] as? String)
        #expect(try await CommandRun("refresh", in: home).status == .done)
        let filled = try object(try await lines("fill").joined())
        #expect(filled["type"] as? String == "fill" && filled["inserted"] as? Int == 0)
        #expect((filled["failed"] as? [Any])?.isEmpty == true && (filled["messages"] as? [String])?.isEmpty == false)
        let mark = try await CommandRun("mark", "read", "line", in: home)
        #expect(mark.status == .done, "\(mark)")
        #expect(try await lines("undo") == [#"{"changed":1,"mark":"read","removed":0,"type":"undo"}"#])
        #expect(try await CommandRun("mark", "read", "line", in: home).status == .done)
        let sources = "[{\"removable\":1,\"source\":\"\(source)\"}]"
        #expect(
            try await lines("clean", "--keep", "0", "--dry-run")
                == ["{\"removable\":1,\"sources\":\(sources),\"type\":\"clean\"}"])
        let cleaned = try object(try await lines("clean", "--keep", "0").joined())
        #expect(cleaned["removed"] as? Int == 1 && cleaned["freedBytes"] is Int)
    }

    @Test("Each thing that doctor checks is an object, which says if the thing is well and what is wrong")
    func doctor() async throws {
        let well = try await lines("doctor")
        #expect(well.count > 3 && well.allSatisfy { $0.contains("\"isWell\":true") }, "\(well)")
        #expect(well.allSatisfy { $0.contains("\"type\":\"check\"") })
        try home.write("[nosuch]\nkey = 1\n", to: "config.toml")
        let wrong = try await lines("doctor", status: .configuration).filter { $0.contains("\"isWell\":false") }
        #expect(wrong.count == 1, "\(wrong)")
        let details = try object(wrong.joined())["details"] as? [String]
        #expect(wrong.first?.contains("\"code\":\"doctorConfiguration\"") == true)
        #expect(details?.first?.contains("config.toml:1:") == true, "\(wrong)")
    }
}
