import CCurl
import WebText

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The certificate authorities of a file together with the system's, in memory for the life of the transport.
///
/// libcurl takes one set of authorities, and the user's file is meant to be added to the system's.
final class CertificateAuthorities: Sendable {
    private let pem: [UInt8]

    /// Reads the file at `path`. Returns `nil` if it cannot be read or contains no certificate.
    init?(path: String) {
        guard let own = Self.read(path), own.firstRange(of: Array("-----BEGIN ".utf8)) != nil else { return nil }
        let system = fiber_system_authorities().map { String(cString: $0) }
        pem = own + (system.flatMap { $0 == path ? nil : Self.read($0).map { [0x0a] + $0 } } ?? [])
    }

    /// Makes `transfer` trust these authorities. They must outlive it.
    func apply(to transfer: OpaquePointer) {
        // The array's storage is never changed, so its address stays the same as long as this object lives.
        pem.withUnsafeBufferPointer { fiber_transfer_set_authorities(transfer, $0.baseAddress, $0.count) }
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
