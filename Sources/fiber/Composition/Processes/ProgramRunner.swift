import EngineConcepts
import Foundation
import Subprocess
import ViewModels
import WebText

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Runs the user's programs, and writes files for them.
struct ProgramRunner: ProgramRunning {
    let environment: [String: String]
    /// Returns an item as one line of JSON.
    let encode: @Sendable (TrackEntry, Presentation) async throws -> String
    /// Draws items on one card.
    let draw: @Sendable ([TicketContent], CardForm) async throws -> [UInt8]

    /// The maximum length of the shown error in bytes.
    private static let errorLength = 4 << 10

    func json(of entry: TrackEntry, shownAs presentation: Presentation) async throws -> String {
        try await encode(entry, presentation) + "\n"
    }

    @concurrent
    func run(_ call: ProgramCall) async throws -> ProgramResult {
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
            try directory.remove()
            throw error
        }
    }

    /// Runs a program without a shell. One that does not use the terminal has no access to it.
    @concurrent
    static func execute(_ call: ProgramCall) async throws -> ProgramResult {
        guard let program = call.words.first else {
            throw SupplierError(.unsupported, Message("commandMissing"))
        }
        let more = call.variables.reduce(into: [Environment.Key: String?]()) { variables, pair in
            if let key = Environment.Key(rawValue: pair.key) { variables[key] = pair.value }
        }
        var options = PlatformOptions()
        options.createSession = !call.usesTerminal
        let input = try UnnamedFile(call.input ?? [])
        // A file and not a pipe: a program that goes on in the background may write to it after the end of the first.
        let errors = try UnnamedFile([])
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
                        call.usesTerminal ? .standardOutput : errors.nowhere, closeAfterSpawningProcess: false),
                    error: .fileDescriptor(
                        call.usesTerminal ? .standardError : errors.descriptor, closeAfterSpawningProcess: false)
                )
                .terminationStatus
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw SupplierError(.unreachable, Message("programNotFound", ["program": .text(program)]))
        } catch {
            throw SupplierError(
                .unreachable, Message("commandNotRun", ["program": .text(program)]),
                cause: TextSanitizer.line("\(error)"))
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
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // Reading blocks a thread.
            DispatchQueue.global()
                .async {
                    continuation.resume(
                        with: Result {
                            var byte: [UInt8] = [0]
                            while try byte.withUnsafeMutableBytes({ try FileDescriptor.standardInput.read(into: $0) })
                                > 0, byte[0] != 0x0a
                            {}
                        })
                }
        }
    }

    /// True if there is a program of this path, or of this name on the search path.
    static func finds(_ program: String, in searchPath: String) -> Bool {
        let files = FileManager.default
        guard !program.contains("/") else { return files.isExecutableFile(atPath: program) }
        return searchPath.split(separator: ":").contains { files.isExecutableFile(atPath: "\($0)/\(program)") }
    }

    // MARK: Files

    func card(of contents: [TicketContent], as form: CardForm) async throws -> [UInt8] {
        try await draw(contents, form)
    }

    @concurrent
    func save(_ bytes: [UInt8], to place: SavePlace) async throws -> String {
        let files = FileManager.default
        switch place {
        case .directory(let directory, let name):
            try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
            return try Self.write(bytes, in: directory, name)
        case .path(let path, let name):
            var isDirectory: ObjCBool = false
            let exists = files.fileExists(atPath: path, isDirectory: &isDirectory)
            if exists, isDirectory.boolValue { return try Self.write(bytes, in: path, name) }
            guard try Self.create(path, bytes) else {
                throw SupplierError(.refused, Message("saveFileExists", ["path": .text(path)]))
            }
            return path
        }
    }

    /// Writes a new file, with a number in its name if the name is taken.
    private static func write(_ bytes: [UInt8], in directory: String, _ name: String) throws -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...9999 {
            let numbered = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
            let path = "\(directory.hasSuffix("/") ? String(directory.dropLast()) : directory)/\(numbered)"
            if try create(path, bytes) { return path }
        }
        throw SupplierError(.refused, Message("saveFileExists", ["path": .text("\(directory)/\(name)")]))
    }

    /// Creates a file. Returns false if there is one.
    static func create(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch Errno.fileExists {
            return false
        }
        try file.closeAfter { _ = try file.writeAll(bytes) }
        return true
    }
}

/// A file without a name, for the input and the errors of a program.
private struct UnnamedFile: ~Copyable {
    /// The file, positioned at its start.
    let descriptor: FileDescriptor
    /// A descriptor that discards what is written.
    let nowhere: FileDescriptor

    init(_ bytes: [UInt8]) throws {
        let path = "\(NSTemporaryDirectory())/fiber-\(UUID().uuidString)"
        let file = try FileDescriptor.open(
            FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        do {
            try FileManager.default.removeItem(atPath: path)
            try file.writeAll(bytes)
            try file.seek(offset: 0, from: .start)
            nowhere = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        } catch {
            try file.close()
            throw error
        }
        descriptor = file
    }

    /// Returns the first bytes as text.
    func beginning(_ count: Int) throws -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try bytes.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 0, into: $0) }
        return String(decoding: bytes.prefix(read), as: UTF8.self)
    }

    deinit {
        // Nothing is left to be written.
        _ = close(descriptor.rawValue)
        _ = close(nowhere.rawValue)
    }
}

/// A directory that only the user can read.
private struct PrivateDirectory {
    private let path: String

    init(below parent: String) throws {
        path = "\(parent)/fiber-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        return file
    }

    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }

    func remove() throws {
        try FileManager.default.removeItem(atPath: path)
    }
}
