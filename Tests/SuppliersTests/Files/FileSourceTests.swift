import EngineConcepts
import EngineTestSupport
import Foundation
import NetworkingTestSupport
import Suppliers
import TestSupport
import Testing

@Suite("Files as sources", .timeLimit(.minutes(30)))
struct FileSourceTests {
    private let now = Timestamp(seconds: 1_795_262_400)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func withSupplier<Answer>(_ body: (any Supplier) async throws -> Answer) async throws -> Answer {
        let path = directory.path
        return try await withServer([:]) { _, transport in
            try await body(
                SupplierRegistry(dependencies(transport))
                    .supplier(for: SourceDescription(id: "file:x", address: "file:\(path)/log")))
        }
    }

    private func line(_ number: Int) -> String {
        #"{"id":"\#(number)","time":"2026-11-20T10:00:\#(10 + number)Z","title":"T\#(number)"}"# + "\n"
    }

    private func append(_ text: String) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(directory.path)/log"))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test("Only lines appended to a file are read, and an unfinished line is left for later")
    func growing() async throws {
        try directory.write(line(1) + line(2), to: "log")
        try await withSupplier { supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.map(\.id) == ["1", "2"])
            try append(line(3) + #"{"id":"4","ti"#)
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.items.map(\.id) == ["3"])
            #expect(second.warning == nil)
            try append(#"tle":"T4"}"#)
            let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: second.memory, now: now))
            #expect(third.items.map(\.id) == ["4"])
            #expect(third.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
        }
    }

    @Test("Without times, the last line of a file is the newest")
    func linesWithoutTimes() async throws {
        try directory.write(#"{"id":"1"}"# + "\n" + #"{"id":"2"}"# + "\n", to: "log")
        try await withSupplier { supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            try append(#"{"id":"3"}"# + "\n")
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            let items = (first.items + second.items).sorted { $0.nativeOrder < $1.nativeOrder }
            #expect(items.map(\.id) == ["3", "2", "1"])
        }
    }

    @Test("Lines behind a byte order mark are read, and those that are appended later")
    func byteOrderMark() async throws {
        try directory.write("\u{feff}" + line(1), to: "log")
        try await withSupplier { supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.map(\.id) == ["1"] && first.warning == nil)
            try append(line(2))
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.items.map(\.id) == ["2"] && second.warning == nil)
        }
    }

    @Test("A log that was started again is read from its beginning and claims no more than it holds")
    func rotated() async throws {
        try directory.write(line(1) + line(2), to: "log")
        try await withSupplier { supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            try directory.write(line(7) + line(8) + line(9), to: "log")
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.items.map(\.id) == ["7", "8", "9"])
            #expect(second.claims.map(\.timeframe.end.rfc3339) == ["2026-11-20T10:00:18Z"])
            try append(line(10))
            let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: second.memory, now: now))
            #expect(third.items.map(\.id) == ["10"])
            #expect(third.claims == second.claims && third.end != .trueEnd, "what was lost stays lost")
        }
    }

    @Test("A log that was started again and is empty claims nothing")
    func rotatedAndEmpty() async throws {
        try directory.write(line(1), to: "log")
        try await withSupplier { supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            try directory.write("", to: "log")
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.items.isEmpty && second.claims.isEmpty && second.end != .trueEnd)
            try append(line(2))
            let later = now.advanced(by: .seconds(60))
            let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: second.memory, now: later))
            #expect(third.items.map(\.id) == ["2"])
            #expect(third.claims == [Claim](from: later, downTo: now) && third.end != .trueEnd)
        }
    }

    @Test("The first lines of an empty log are all that it has had")
    func firstLines() async throws {
        try directory.write("", to: "log")
        try await withSupplier { supplier in
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            try append(line(1))
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.items.map(\.id) == ["1"])
            #expect(second.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
        }
    }

    @Test("A broken line is reported by number, and no other line is lost")
    func brokenLine() async throws {
        try directory.write(line(1) + "{\"id\": oops}\n\n" + line(2) + "plain words\n", to: "log")
        try await withSupplier { supplier in
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ["1", "2"])
            let warning = try #require(answer.warning).english
            #expect(warning.hasPrefix("\(directory.path)/log: line 2 cannot be read"), "\(warning)")
            #expect(warning.hasSuffix("; nor can 5."), "\(warning)")
        }
    }

    @Test("An object without title and text is shown as it is")
    func anyObject() async throws {
        try directory.write(#"{"PRIORITY":"6","MESSAGE":"up"}"# + "\n", to: "log")
        try await withSupplier { supplier in
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let shown = supplier.presenter.present(Ticket(item, of: supplier.id, seen: now))
            #expect(shown.body.plainText == #"{"PRIORITY":"6","MESSAGE":"up"}"#)
        }
    }

    @Test(
        "An object with an empty title or text, and one that Fiber printed, has no other text",
        arguments: [
            #"{"id":"1","text":"","title":null}"#, #"{"id":"1","title":""}"#, #"{"id":"1","type":"ticket","url":"u"}"#,
        ])
    func noText(object: String) async throws {
        try directory.write("\(object)\n", to: "log")
        try await withSupplier { supplier in
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            #expect(item.body.title == nil && item.body.text == .plain(""), "\(item.body)")
        }
    }

    @Test("A missing file and a path that is no file are reported")
    func missing() async throws {
        try await withSupplier { supplier in
            do {
                _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
                Issue.record("a file that is not there was read")
            } catch let error as SupplierError {
                #expect(error.message.english == "There is no file \(directory.path)/log. Check the path.")
                #expect(error.cause == nil)
            }
            try FileManager.default.createDirectory(atPath: directory.path + "/log", withIntermediateDirectories: false)
            await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            }
        }
    }
}
