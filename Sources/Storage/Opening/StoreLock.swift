#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The right to fetch and to send, of which each store has one: two Fibers may run over one store, and one of them asks
/// the sources.
///
/// A lock of the operating system on a file beside the store: it ends with its process, however that ends, so nobody
/// ever waits for one who is gone. Held until it is given up or let go of.
public final class StoreLock: Sendable {
    private let descriptor: CInt

    /// Who holds a lease, in its own words.
    public struct Holder: Hashable, Sendable {
        /// The process.
        public let process: Int32
        /// What it does.
        public let purpose: String
    }

    /// Takes the lease of the store at `path`; nil where another process (or another store of this one) holds it.
    ///
    /// - Parameter purpose: what it is taken for, in a few words, for those who find it taken.
    public init?(ofStoreAt path: String, for purpose: String = "fiber") throws(StorageError) {
        let file = open(path + ".lease", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(.cannotOpen, path: path, cause: String(cString: strerror(errno))) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            guard code == EWOULDBLOCK else {
                throw StorageError(.failed, path: path, cause: String(cString: strerror(code)))
            }
            return nil
        }
        descriptor = file
        // Whoever reads this before it is written knows less, and nothing else depends on it.
        let note = Array("\(getpid()) \(purpose)\n".utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, note, note.count, 0) == note.count else { return }
    }

    /// Who holds the lease of the store at `path`, or held it last; nil where nobody has said so.
    public static func holder(ofStoreAt path: String) -> Holder? {
        let file = open(path + ".lease", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(file, &bytes, bytes.count)
        let parts = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let process = parts.first.flatMap({ Int32($0) }) else { return nil }
        return Holder(process: process, purpose: parts.dropFirst().joined(separator: " "))
    }

    deinit {
        close(descriptor)
    }
}
