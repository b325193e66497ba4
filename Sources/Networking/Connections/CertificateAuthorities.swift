import CCurl
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The certificate authorities of a file together with the system's, in memory for the life of the transport.
///
/// libcurl takes one set of authorities, and the user's file is meant to be added to the system's. Both are read when the
/// first request needs them.
final class CertificateAuthorities: Sendable {
    private enum Content {
        case unread
        case unusable
        case pem([UInt8])
    }

    private let path: String
    private let content = Mutex(Content.unread)

    /// Creates authorities from the PEM file at `path`.
    init(path: String) {
        self.path = path
    }

    /// False if the file cannot be read or contains no certificate.
    var areUsable: Bool {
        content.withLock { content in
            if case .unread = content { content = load() }
            if case .pem = content { return true }
            return false
        }
    }

    /// Makes `transfer` trust these authorities. They must outlive it.
    func apply(to transfer: OpaquePointer) {
        content.withLock { content in
            guard case .pem(let pem) = content else { return }
            // The array is never changed, so its address stays the same as long as this object lives.
            pem.withUnsafeBufferPointer { fiber_transfer_set_authorities(transfer, $0.baseAddress, $0.count) }
        }
    }

    private func load() -> Content {
        guard let own = Self.read(path), own.firstRange(of: Array("-----BEGIN ".utf8)) != nil else { return .unusable }
        let system = fiber_system_authorities().map { String(cString: $0) }
        return .pem(own + (system.flatMap { $0 == path ? nil : Self.read($0).map { [0x0a] + $0 } } ?? []))
    }

    private static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { chunk.deallocate() }
        while bytes.count < 16 << 20 {
            let count = fread(chunk.baseAddress, 1, chunk.count, file)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return ferror(file) == 0 ? bytes : nil
    }
}
