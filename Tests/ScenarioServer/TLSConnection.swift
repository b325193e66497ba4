import CTestTLS
import NIOCore

/// The reason why there is no TLS.
enum TLSFailure: Error {
    /// The certificate and its key cannot be used.
    case certificate
    /// There is no memory.
    case memory
    /// The client broke the protocol, or refused the certificate.
    case broken
}

/// A certificate and its key, for all connections of a server. Unchecked because OpenSSL makes connections of one context on
/// any thread, and nothing else changes it.
final class TLSContext: @unchecked Sendable {
    fileprivate let handle: OpaquePointer

    /// Creates a context of a certificate and its key, both in PEM.
    init(certificate: String, key: String) throws(TLSFailure) {
        guard let handle = test_tls_context_make(certificate, key) else { throw .certificate }
        self.handle = handle
    }

    deinit {
        test_tls_context_free(handle)
    }
}

/// The server's side of one TLS connection, on bytes in memory.
final class TLSConnection {
    private let handle: OpaquePointer

    /// The number of bytes for which a read makes room: those of the largest record.
    private static let readSize = 16384

    /// Creates a connection that waits for the client's first bytes.
    init(_ context: TLSContext) throws(TLSFailure) {
        guard let handle = test_tls_connection_make(context.handle) else { throw .memory }
        self.handle = handle
    }

    deinit {
        test_tls_connection_free(handle)
    }

    /// The protocol that was negotiated in the handshake, or `nil` if the client offered none that is known.
    var negotiatedProtocol: String? {
        var length = 0
        guard let name = test_tls_protocol(handle, &length) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name, count: length), as: UTF8.self)
    }

    /// Takes bytes from the network.
    func receive(_ bytes: ByteBuffer) throws(TLSFailure) {
        let isReceived = bytes.withUnsafeReadableBytes { test_tls_receive(handle, $0.baseAddress, $0.count) }
        guard isReceived else { throw .memory }
    }

    /// Continues the handshake with the received bytes. Returns true if it is complete.
    func shakeHands() throws(TLSFailure) -> Bool {
        switch test_tls_handshake(handle) {
        case test_tls_done: return true
        case test_tls_incomplete: return false
        default: throw .broken
        }
    }

    /// Appends the decrypted text of the received bytes, as far as it is whole. Returns true if the client has ended the
    /// connection.
    ///
    /// If the function throws, the text before the failure is in the buffer.
    func read(into text: inout ByteBuffer) throws(TLSFailure) -> Bool {
        while true {
            var outcome = test_tls_failed
            text.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.readSize) { room in
                var count = 0
                outcome = test_tls_read(handle, room.baseAddress, room.count, &count)
                return count
            }
            switch outcome {
            case test_tls_done: continue
            case test_tls_incomplete: return false
            case test_tls_closed: return true
            default: throw .broken
            }
        }
    }

    /// Encrypts a text, for ``takeOutput(_:)``.
    func write(_ text: ByteBuffer) throws(TLSFailure) {
        guard text.readableBytes > 0 else { return }
        let isWritten = text.withUnsafeReadableBytes { test_tls_write(handle, $0.baseAddress, $0.count) }
        guard isWritten else { throw .broken }
    }

    /// Makes a close notification, for ``takeOutput(_:)``.
    func end() throws(TLSFailure) {
        guard test_tls_close(handle) else { throw .broken }
    }

    /// Returns the bytes that must be sent, which may be none.
    func takeOutput(_ allocator: ByteBufferAllocator) -> ByteBuffer {
        let count = test_tls_unsent(handle)
        var output = allocator.buffer(capacity: count)
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: count) {
            test_tls_take(handle, $0.baseAddress, count)
        }
        return output
    }
}
