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
public final class FetchLease: Sendable {
    private let descriptor: CInt

    /// Takes the lease of the store at `path`; nil where another process (or another store of this one) holds it.
    public init?(ofStoreAt path: String) throws(StorageError) {
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
    }

    deinit {
        close(descriptor)
    }
}
