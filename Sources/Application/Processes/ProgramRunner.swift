package import EngineConcepts
import FiberConfiguration
import Foundation
import Subprocess
import Suppliers
import SwiftSystem
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

    /// The maximum length of the shown error in bytes.
    private static let errorLength = 4 << 10

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
        FileNames.names(in: directory, beginningWith: start)
    }

    @concurrent
    package func run(_ call: ProgramCall) async throws -> ProgramResult {
        guard let file = call.file else { return try await Self.execute(call) }
        let directory = try PrivateDirectory(below: environment["TMPDIR"] ?? "/tmp")
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

    /// Runs a program without a shell. One that does not use the terminal has no access to it.
    @concurrent
    static func execute(_ call: ProgramCall) async throws -> ProgramResult {
        guard let program = call.words.first else { throw ProgramError(message: Message("commandMissing")) }
        let more = call.variables.reduce(into: [Environment.Key: String?]()) { variables, pair in
            if let key = Environment.Key(rawValue: pair.key) { variables[key] = pair.value }
        }
        var options = PlatformOptions()
        options.createSession = !call.usesTerminal
        let directory = NSTemporaryDirectory()
        let input = try UnnamedFile(call.input ?? [], in: directory)
        // A file and not a pipe: a program that stays in the background may write to it after the first one has ended.
        let errors = try UnnamedFile(in: directory)
        let nowhere = try UnnamedFile([], in: directory)
        let status: TerminationStatus
        do {
            status =
                try await Subprocess.run(
                    Executable(program), arguments: Arguments(Array(call.words.dropFirst())),
                    environment: .inherit.updating(more), platformOptions: options,
                    input: .fileDescriptor(
                        call.usesTerminal && call.input == nil ? .standardInput : input.descriptor,
                        closeAfterSpawningProcess: false),
                    output: .fileDescriptor(
                        call.usesTerminal ? .standardOutput : nowhere.descriptor, closeAfterSpawningProcess: false),
                    error: .fileDescriptor(
                        call.usesTerminal ? .standardError : errors.descriptor, closeAfterSpawningProcess: false)
                )
                .terminationStatus
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw ProgramError(message: Message("programNotFound", ["program": .text(program)]))
        } catch {
            throw ProgramError(
                message: Message("commandNotRun", ["program": .text(program)]), cause: TextSanitizer.line("\(error)"))
        }
        if let question = call.question { try await ask(question) }
        let text = TextSanitizer.lines(try errors.beginning(Self.errorLength))
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        switch status {
        case .exited(let code): return ProgramResult(.exited(Int(code)), error: line)
        case .signaled(let number): return ProgramResult(.signaled(Int(number)), error: line)
        }
    }

    /// Shows a question on the terminal, and returns when a line was typed.
    private static func ask(_ question: String) async throws {
        try FileDescriptor.standardOutput.writeAll(Array("\n\(question) ".utf8))
        try await onOwnThread {
            var byte: [UInt8] = [0]
            while try byte.withUnsafeMutableBytes({ try FileDescriptor.standardInput.read(into: $0) }) > 0,
                byte[0] != 0x0a
            {}
        }
    }

    // MARK: Files

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
                throw ProgramError(message: Message("saveFileExists", ["path": .text(path)]))
            }
            return path
        }
    }
}

extension Executable {
    /// Creates the program that a setting names: a path if it contains a slash, as in a shell, else a name on `PATH`.
    fileprivate init(_ program: String) {
        self = program.contains("/") ? .path(FilePath(program)) : .name(program)
    }
}
