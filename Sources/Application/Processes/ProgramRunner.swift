package import EngineConcepts
import Foundation
package import ViewModels
import WebText

/// Runs the user's programs, and writes files for them.
package struct ProgramRunner: ProgramRunning {
    package let environment: [String: String]
    /// The encoder of an item as one line of JSON.
    let encode: @Sendable (TrackEntry, Presentation) async throws -> String
    /// The drawing of items on one card.
    let draw: @Sendable ([TicketContent], CardForm) async throws -> [UInt8]

    package init(
        environment: [String: String], encode: @escaping @Sendable (TrackEntry, Presentation) async throws -> String,
        draw: @escaping @Sendable ([TicketContent], CardForm) async throws -> [UInt8]
    ) {
        self.environment = environment
        self.encode = encode
        self.draw = draw
    }

    package func json(of entry: TrackEntry, shownAs presentation: Presentation) async throws -> String {
        try await encode(entry, presentation) + "\n"
    }

    package func refusal(toRun program: String) -> Message? {
        // Without a search path, the system's own is used.
        guard let searchPath = environment["PATH"], !ExecutableSearch.finds(program, in: searchPath) else { return nil }
        return Message("programNotFound", ["program": .text(program)])
    }

    package func refusal(toSaveTo path: String) -> Message? { NewFile.refusal(of: path) }

    @concurrent
    package func names(in directory: String, beginningWith start: String) async -> [String] {
        PathCompletion.names(in: directory, beginningWith: start)
    }

    @concurrent
    package func run(_ call: ProgramCall) async throws -> ProgramResult {
        guard let file = call.file else { return try await Self.execute(call) }
        let directory = try PrivateDirectory(below: environment["TMPDIR"]?.nonEmpty ?? "/tmp")
        var call = call
        call.file = nil
        do {
            call.words.append(try directory.write(file.text, to: file.name))
            var result = try await Self.execute(call)
            result.fileText = try directory.text(of: file.name)
            try directory.remove()
            return result
        } catch {
            // The first error counts. If the removal fails too, the files remain, which only the user can read.
            _ = Result { try directory.remove() }
            throw error
        }
    }

    /// Runs a program with its arguments until it ends, without a shell and without access to the terminal.
    @Sendable
    package static func runInBackground(_ words: [String]) async throws {
        _ = try await execute(ProgramCall(name: words.first ?? "", words: words))
    }

    package func card(of contents: [TicketContent], as form: CardForm) async throws -> [UInt8] {
        try await draw(contents, form)
    }

    @concurrent
    package func save(_ bytes: [UInt8], to place: SaveDestination) async throws -> String {
        let files = FileManager.default
        switch place {
        case .directory(let directory, let name):
            try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
            return try NewFile.createNumbered(in: directory, name, bytes)
        case .path(let path, let name):
            if files.isDirectory(path) { return try NewFile.createNumbered(in: path, name, bytes) }
            guard try NewFile.create(path, bytes) else {
                throw CommandFailure(Message("saveFileExists", ["path": .text(path)]))
            }
            return path
        }
    }
}
