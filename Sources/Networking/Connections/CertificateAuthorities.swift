import CCurl
import LibC
import Synchronization
import WebText

/// The certificate authorities of a file together with the system's, in memory.
///
/// libcurl takes one set of authorities, and the user's file is meant to be added to the system's.
final class CertificateAuthorities: Sendable {
    /// The reason why a file cannot be used.
    enum Failure: Error {
        /// It cannot be read, or has no certificate.
        case unreadable
        /// It has more than ``maximumBytes`` with the system's.
        case tooLarge
    }

    /// The most that libcurl takes.
    static let maximumBytes = 8_000_000

    private let pem: [UInt8]

    /// Reads the PEM file at `path`, and the system's.
    init(path: String) throws(Failure) {
        let own = try Self.read(path)
        guard own.firstRange(of: Array("-----BEGIN ".utf8)) != nil else { throw .unreadable }
        guard let system = fiber_system_authorities().map({ String(cString: $0) }), system != path else {
            pem = own
            return
        }
        do {
            pem = try own + [UInt8.lineFeed] + Self.read(system)
        } catch .unreadable {
            // The user's file may be meant to take its place.
            pem = own
        }
        guard pem.count <= Self.maximumBytes else { throw .tooLarge }
    }

    /// Makes `transfer` trust these authorities, which must outlive it. Returns false if there is no memory.
    func apply(to transfer: OpaquePointer) -> Bool {
        // The array is never changed, so its address stays the same as long as this object lives.
        pem.withUnsafeBufferPointer { fiber_transfer_set_authorities(transfer, $0.baseAddress, $0.count) }
    }

    private static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw .unreadable }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 1)
        defer { chunk.deallocate() }
        while true {
            let count = fread(chunk.baseAddress, 1, chunk.count, file)
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= maximumBytes else { throw .tooLarge }
        }
        guard ferror(file) == 0 else { throw .unreadable }
        return bytes
    }
}

/// A file of certificate authorities that is read when the first request needs it.
final class AuthoritiesFile: Sendable {
    private let path: String
    private let outcome = Mutex<Result<CertificateAuthorities, CertificateAuthorities.Failure>?>(nil)

    /// Creates the file without reading it.
    ///
    /// - Parameter path: The path of a PEM file.
    init(path: String) {
        self.path = path
    }

    /// Returns the authorities, which live as long as this object. Throws each time if the first reading failed.
    func authorities() throws(CertificateAuthorities.Failure) -> CertificateAuthorities {
        try outcome.withLock { outcome in
            let known =
                outcome
                ?? Result { () throws(CertificateAuthorities.Failure) in try CertificateAuthorities(path: path) }
            outcome = known
            return known
        }
        .get()
    }
}
