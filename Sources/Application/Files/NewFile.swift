import EngineConcepts
import Foundation
import SwiftSystem

/// Creates files without replacing any.
package enum NewFile {
    /// Creates a file. Returns false if there is one of this path.
    package static func create(_ path: String, _ bytes: [UInt8]) throws -> Bool {
        do {
            let file = try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            try file.closeAfter { _ = try file.writeAll(bytes) }
            return true
        } catch Errno.fileExists {
            return false
        } catch let error as Errno {
            throw CommandFailure(failure(of: path, error))
        }
    }

    /// Creates a file in a directory, with a number in its name if the name is taken. Returns its path. Throws if all numbers
    /// up to 9999 are taken.
    package static func createNumbered(in directory: String, _ name: String, _ bytes: [UInt8]) throws -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...9999 {
            let numbered = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
            let path = "\(directory.hasSuffix("/") ? String(directory.dropLast()) : directory)/\(numbered)"
            if try create(path, bytes) { return path }
        }
        throw CommandFailure(Message("saveFileExists", ["path": .text("\(directory)/\(name)")]))
    }

    /// Returns the reason why no file can be created at a path or in a directory, or `nil` if none is known before it is tried.
    static func refusal(of path: String) -> Message? {
        let files = FileManager.default
        let isDirectory = files.isDirectory(path)
        if !isDirectory, files.fileExists(atPath: path) { return Message("saveFileExists", ["path": .text(path)]) }
        let parent = FilePath(path).removingLastComponent().string
        let directory = isDirectory ? path : parent.isEmpty ? "." : parent
        guard files.fileExists(atPath: directory) else { return failure(of: path, .noSuchFileOrDirectory) }
        guard files.isDirectory(directory) else { return failure(of: path, .notDirectory) }
        return files.isWritableFile(atPath: directory) ? nil : failure(of: path, .permissionDenied)
    }

    private static func failure(of path: String, _ reason: Errno) -> Message {
        Message("fileNotWritten", ["path": .text(path), "reason": .text(reason.description)])
    }
}
