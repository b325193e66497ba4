import Foundation

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A file without a name, for the input and the errors of a program.
struct UnnamedFile: ~Copyable {
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
            // The error above says why; nothing that is needed was written.
            _ = close(file.rawValue)
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
