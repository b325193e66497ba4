import EngineConcepts
import EngineTestSupport
import ViewModels

/// Records the programs that would run and the files that would be written.
final class RecordingPrograms: ProgramRunning {
    nonisolated let environment = ["HOME": "/home/me", "EDITOR": "ed -s"]
    /// The reasons to refuse programs and paths.
    nonisolated static let refusals: [String: Message] = [
        "nosuchcmd": Message("programNotFound", ["program": "nosuchcmd"]),
        "/none/a.txt": Message("fileNotWritten", ["path": "/none/a.txt", "reason": "No such file or directory"]),
    ]
    private let record = Record()

    nonisolated func refusal(toRun program: String) -> Message? { Self.refusals[program] }
    nonisolated func refusal(toSaveTo path: String) -> Message? { Self.refusals[path] }

    /// The files, by their directories.
    nonisolated static let files = ["/home/me/": ["lists/", "notes.txt"], "/home/me/lists/": ["feeds.opml", "urls"]]

    nonisolated func names(in directory: String, beginningWith start: String) -> [String] {
        (Self.files[directory] ?? []).filter { $0.hasPrefix(start) }
    }

    nonisolated func run(_ call: ProgramCall) async throws -> ProgramResult { await record.add(call) }

    nonisolated func save(_ bytes: [UInt8], to destination: SaveDestination) async throws -> String {
        await record.add(String(decoding: bytes, as: UTF8.self), destination)
        return "/saved"
    }

    nonisolated func card(of contents: [TicketContent], as form: CardForm) async throws -> [UInt8] {
        Array("\(form.rawValue) of \(contents.map { $0.title ?? "" }.joined(separator: ", "))".utf8)
    }

    nonisolated func json(of entry: TrackEntry, shownAs presentation: Presentation) async throws -> String { "{}" }

    /// The programs so far.
    var calls: [ProgramCall] { get async { await record.calls } }
    /// The files so far.
    var saved: [(text: String, destination: SaveDestination)] { get async { await record.saved } }

    /// Lets programs end like this from now on.
    func end(_ result: ProgramResult) async { await record.end(result) }

    private actor Record {
        var calls: [ProgramCall] = []
        var saved: [(text: String, destination: SaveDestination)] = []
        private var result = ProgramResult(.exited(0))

        func add(_ call: ProgramCall) -> ProgramResult {
            calls.append(call)
            return result
        }

        func add(_ text: String, _ destination: SaveDestination) { saved.append((text, destination)) }
        func end(_ result: ProgramResult) { self.result = result }
    }
}
