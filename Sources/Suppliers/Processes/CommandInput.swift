#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The standard input of a command, in an unnamed file. The command may read any part of it and exit at any time. A
/// pipe would need a writer that copes with an early exit.
struct CommandInput: ~Copyable {
    /// The file, positioned at its start.
    let descriptor: FileDescriptor

    /// Creates a file with these bytes, without a name in `directory`.
    init(_ bytes: [UInt8], in directory: String) throws {
        guard !bytes.isEmpty else {
            descriptor = try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec)
            return
        }
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
        descriptor = file
    }

    deinit {
        // Closing a file that was only read loses nothing.
        _ = close(descriptor.rawValue)
    }
}
