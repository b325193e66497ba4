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

/// What a command gets on standard input, in a file without a name: the command reads as much of it as it likes, or nothing,
/// and ends when it likes. Through a pipe somebody would have to write beside it, and be stopped where it ends early.
struct CommandInput: ~Copyable {
    /// The file, at its beginning.
    let descriptor: FileDescriptor

    /// Holds these bytes, in a file that `directory` shows nobody.
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
            try file.close()
            throw error
        }
        descriptor = file
    }

    deinit {
        // What was to be read of it was read; nothing can be lost any more.
        _ = close(descriptor.rawValue)
    }
}
