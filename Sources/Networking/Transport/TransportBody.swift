public import EngineConcepts
import Synchronization

/// The body of a response, in chunks.
public struct TransportBody: Sendable {
    private let nextChunk: @Sendable () async throws(SupplierError) -> [UInt8]?
    private let checksumFailed: @Sendable () -> Bool

    /// Creates a body from the chunks that `next` returns until it returns `nil`. After that `hasChecksumError` tells
    /// if its checksum is wrong.
    public init(
        hasChecksumError: @escaping @Sendable () -> Bool = { false },
        _ next: @escaping @Sendable () async throws(SupplierError) -> [UInt8]?
    ) {
        checksumFailed = hasChecksumError
        nextChunk = next
    }

    /// Creates a body of these bytes, by default of none.
    public init(_ bytes: [UInt8] = []) {
        let rest = Mutex<[UInt8]?>(bytes.isEmpty ? nil : bytes)
        self.init { () async throws(SupplierError) -> [UInt8]? in rest.withLock { $0.take() } }
    }

    /// Returns the next chunk, or `nil` at the end.
    public func next() async throws(SupplierError) -> [UInt8]? {
        try await nextChunk()
    }

    /// True if the checksum of the compressed body is wrong, so that any byte of it may be wrong.
    public var hasChecksumError: Bool { checksumFailed() }

    public func collect() async throws(SupplierError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await nextChunk() { bytes += chunk }
        return bytes
    }
}
