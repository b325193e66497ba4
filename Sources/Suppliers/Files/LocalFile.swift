import EngineConcepts
import LibC
import WebText

/// A file open for reading, with plain error messages. It is closed when the value is destroyed.
struct LocalFile: ~Copyable {
    /// The maximum number of bytes read at once.
    private static let maximumLength = 64 << 20

    let size: Int
    /// The identity of the file's current state.
    let stamp: String
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(SupplierError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            _ = close(descriptor)
            throw Self.failure(path, code)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw SupplierError(
                .unsupported,
                status.st_mode & S_IFMT == S_IFDIR
                    ? Message("fileIsDirectory", ["path": .text(path)])
                    : Message("fileNotRegular", ["path": .text(path)]))
        }
        self.path = path
        self.descriptor = descriptor
        size = Int(status.st_size)
        let time = status.modificationTime
        stamp = "\(status.st_ino)-\(status.st_size)-\(time.tv_sec).\(time.tv_nsec)"
    }

    deinit {
        _ = close(descriptor)
    }

    func read(from offset: Int) throws(SupplierError) -> [UInt8] {
        guard size - offset <= Self.maximumLength else {
            throw SupplierError(
                .limitExceeded, Message("fileTooLong", ["path": .text(path), "limit": .bytes(Self.maximumLength)]))
        }
        return try read(from: offset, count: size - offset)
    }

    /// Returns a hash of the first `count` bytes, or of all if there are fewer.
    func digest(ofFirst count: Int) throws(SupplierError) -> DocumentDigest {
        var digest = DocumentDigest()
        var offset = 0
        while offset < count {
            let piece = try read(from: offset, count: min(1 << 20, count - offset))
            if piece.isEmpty { break }
            digest.combine(piece)
            offset += piece.count
        }
        return digest
    }

    private func read(from offset: Int, count: Int) throws(SupplierError) -> [UInt8] {
        var failed: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failed = errno
                    break
                }
            }
        }
        guard failed == 0 else { throw Self.failure(path, failed) }
        return bytes
    }

    private static func failure(_ path: String, _ code: Int32) -> SupplierError {
        switch code {
        case ENOENT, ENOTDIR: SupplierError(.unreachable, Message("fileNotFound", ["path": .text(path)]))
        case EACCES, EPERM: SupplierError(.notAuthorised, Message("fileForbidden", ["path": .text(path)]))
        default:
            SupplierError(
                .unreachable, Message("fileUnreadable", ["path": .text(path)]), cause: String(cString: strerror(code)))
        }
    }
}
