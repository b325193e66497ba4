import Application
import Foundation
import TestSupport
import Testing

@testable import fiber

@Suite("The output of refreshes")
struct RefreshOutputTests {
    /// Follows two sources, of which the second is gone.
    private func follow() async throws -> FollowedLines {
        let followed = try await FollowedLines("A", "B")
        try FileManager.default.removeItem(atPath: followed.home.path + "/B.jsonl")
        return followed
    }

    @Test("A failed source is reported on standard error and ends with 1, and the items of the others are kept")
    func failed() async throws {
        let followed = try await follow()
        let run = try await followed.run("refresh")
        #expect(run.status == .failed && run.output.isEmpty, "\(run)")
        #expect(run.errors.hasPrefix("fiber: one source failed:\n  B: "), "\(run)")
        #expect(run.errors.hasSuffix("\n3 new, 0 changed, 0 deleted.\n"), "the summary is last: \(run)")
        let titles = try await followed.run("search", "line").lines
        #expect(titles.count == 3 && titles.allSatisfy { $0.hasSuffix(" of A") }, "\(titles)")
    }

    @Test("More than five sources that failed for one cause are one line above the summary, and all in JSON")
    func manyFailed() async throws {
        let names = ["A", "B", "C", "D", "E", "F", "G"]
        let followed = try await FollowedLines(names)
        for name in names.dropFirst() {
            try FileManager.default.removeItem(atPath: "\(followed.home.path)/\(name).jsonl")
        }
        let run = try await followed.run("refresh")
        let lines = run.errors.split(separator: "\n").map(String.init)
        #expect(lines.first == "fiber: 6 sources failed:" && lines.last == "3 new, 0 changed, 0 deleted.", "\(run)")
        let failures = lines.filter { $0.contains("no file") }
        #expect(failures.count == 1 && failures.first?.hasPrefix("  6 sources: There is no file /") == true, "\(run)")
        #expect(failures.first?.hasSuffix("`fiber sources` lists them.") == true, "\(run)")
        let gap = try await followed.run("timeline").lines.first { $0.hasPrefix("--- ") }
        #expect(gap?.contains("B, C, D and 3 more: There is no file") == true, "\(gap ?? "no gap")")
        let json = try await followed.run("refresh", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect((object?["failed"] as? [[String: Any]])?.count == 6, "\(json)")
    }

    @Test("A line of progress fits the terminal, also with wide characters")
    func wideProgress() async throws {
        let followed = try await FollowedLines(String(repeating: "新", count: 60))
        let run = try await followed.run("refresh", isTerminal: true)
        let widths = run.errors.components(separatedBy: "\r").map { line in line.count { $0 == "新" } * 2 }
        let columns = Console.width(of: STDERR_FILENO)
        #expect(widths.contains { $0 > 0 } && widths.allSatisfy { $0 < columns }, "\(run)")
    }

    @Test("A quiet refresh prints only the failure, and nothing without one")
    func quiet() async throws {
        let followed = try await follow()
        let failed = try await followed.run("refresh", "--quiet", isTerminal: true)
        #expect(failed.status == .failed && failed.output.isEmpty, "\(failed)")
        #expect(failed.errors.hasPrefix("fiber: one source failed:"), "\(failed)")
        let done = try await followed.run("refresh", "--quiet", "--source", "A", isTerminal: true)
        #expect(done.status == .done && done.output.isEmpty && done.errors.isEmpty, "\(done)")
    }

    @Test("With --json, standard output is one object that names the failed source too")
    func json() async throws {
        let run = try await follow().run("refresh", "--json")
        #expect(run.status == .failed && run.lines.count == 1, "\(run)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(object?["type"] as? String == "refresh" && object?["inserted"] as? Int == 3, "\(run)")
        let failures = object?["failed"] as? [[String: Any]]
        #expect(failures?.map { $0["code"] as? String } == ["fileNotFound"], "\(run)")
    }
}
