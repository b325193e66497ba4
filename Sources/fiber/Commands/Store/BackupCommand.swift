import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Storage

/// Copies the store.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the store to a file.",
        discussion: """
            The copy is a complete, compact store: to use it, put it into a directory as fiber.sqlite and pass the \
            directory with --data. Fiber may be running. An existing file is never overwritten. config.toml and \
            library.toml are text files and not part of the copy.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The file to write. Must not exist.", completion: .file())
    var file: String

    func validate() throws {
        guard file != "-" else { throw ValidationError(Message("backupNeedsFile")) }
    }

    func run() async throws {
        let path = global.directories.storeFile
        guard TrackDatabase.exists(at: path) else {
            throw CommandFailure(Message("noStoreToCopy", ["path": .text(path)]))
        }
        let readable = try StoreCopy(ofUnwritable: global.directories, reportingTo: .console)
        defer { readable?.remove() }
        try await copy(TrackDatabase(path: readable?.directories.storeFile ?? path), to: file.absolutePath)
    }

    private func copy(_ store: TrackDatabase, to target: String) async throws {
        do {
            Console.progress(Message("copyingStore", ["size": size(of: store.path)]))
            defer { Console.endProgress() }
            try await store.backup(to: target)
        } catch let error as StorageError {
            throw failure(error, target)
        }
        try await store.close()
        try Console.print(Message("storeCopied", ["path": .text(target), "size": size(of: target)]))
    }

    /// Describes a failed copy, which does not mean that the store is damaged.
    private func failure(_ error: StorageError, _ target: String) -> any Error {
        switch error.code {
        case .exists: CommandFailure(error.message)
        case .cannotOpen, .readOnly, .full:
            CommandFailure(Message("copyNotWritten", ["path": .text(target)]), cause: error.cause)
        default: error
        }
    }

    private func size(of path: String) -> Message.Argument {
        do {
            return .bytes(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
        } catch {
            // The size is optional in the message.
            return "?"
        }
    }
}
