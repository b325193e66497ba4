import LibC
package import SwiftSystem

/// A file without a name, for the input or the errors of a program. The program may read any part of it and exit at any
/// time; a pipe would need a writer that copes with an early exit.
package struct UnnamedFile: ~Copyable {
    /// The file, positioned at its start.
    package let descriptor: FileDescriptor

    /// Creates an empty file in `directory`.
    package init(in directory: String) throws {
        descriptor = try Self.create([], in: directory)
    }

    /// Creates a file with these bytes in `directory`. Without bytes, it is the null device, which also discards what is
    /// written.
    package init(_ bytes: [UInt8], in directory: String) throws {
        descriptor =
            bytes.isEmpty
            ? try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec)
            : try Self.create(bytes, in: directory)
    }

    private static func create(_ bytes: [UInt8], in directory: String) throws -> FileDescriptor {
        let path = "\(directory)/fiber-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
        let file = try FileDescriptor.open(
            FilePath(path), .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite
        )
        do {
            guard unlink(path) == 0 else { throw Errno(rawValue: errno) }
            try file.writeAll(bytes)
            try file.seek(offset: 0, from: .start)
        } catch {
            // The error above says why; nothing that is needed was written.
            _ = close(file.rawValue)
            throw error
        }
        return file
    }

    /// Returns the first bytes as text.
    package func beginning(_ count: Int) throws -> String {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = try bytes.withUnsafeMutableBytes { try descriptor.read(fromAbsoluteOffset: 0, into: $0) }
        return String(decoding: bytes.prefix(read), as: UTF8.self)
    }

    deinit {
        // Nothing is left to be written.
        _ = close(descriptor.rawValue)
    }
}
