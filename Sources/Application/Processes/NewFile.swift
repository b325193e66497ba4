import EngineConcepts
import SwiftSystem

/// Creates files without replacing any.
package enum NewFile {
    /// Creates a file. Returns false if there is one of this path.
    package static func create(_ path: String, _ bytes: [UInt8]) throws -> Bool {
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

    /// Creates a file in a directory, with a number in its name if the name is taken. Returns its path. Throws if all
    /// numbers up to 9999 are taken.
    package static func create(in directory: String, _ name: String, _ bytes: [UInt8]) throws -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...9999 {
            let numbered = number == 1 ? name : "\(name[..<dot])-\(number)\(name[dot...])"
            let path = "\(directory.hasSuffix("/") ? String(directory.dropLast()) : directory)/\(numbered)"
            if try create(path, bytes) { return path }
        }
        throw ProgramError(message: Message("saveFileExists", ["path": .text("\(directory)/\(name)")]))
    }
}
