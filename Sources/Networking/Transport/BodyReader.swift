import EngineConcepts
import WebText

/// Reads the body of a response: decompresses it and enforces its limits. The bytes arrive on the loop's thread; all
/// work on them is done here, by the task that reads.
actor BodyReader {
    /// The number of compressed bytes that are decompressed at once. They grow to no more than the limit of a whole body.
    private static let sliceLength = 16 * 1024

    private let transfer: CurlTransfer
    private let meter: TransferMeter
    private let limits: TransportLimits
    private let maximumBytes: Int
    private let isEndless: Bool
    private let decoder: BodyDecoder?
    /// Bytes that have arrived and are not decompressed yet.
    private var pendingBytes: ArraySlice<UInt8> = []

    /// Creates a reader of the body of `transfer`, which is compressed as `coding` says.
    init(
        _ transfer: CurlTransfer, coding: BodyDecoder.Coding?, meter: TransferMeter, limits: TransportLimits,
        maximumBytes: Int, isEndless: Bool
    ) {
        self.transfer = transfer
        self.meter = meter
        var limits = limits
        if isEndless { limits.idle = limits.endlessIdle }
        self.limits = limits
        self.maximumBytes = maximumBytes
        self.isEndless = isEndless
        decoder = coding.map { BodyDecoder($0, limits: limits.decompression) }
    }

    /// Returns the next bytes of the body, or `nil` at its end.
    func next() async throws(SupplierError) -> [UInt8]? {
        while true {
            guard !pendingBytes.isEmpty else {
                guard let arrived = try await arrived() else { return try end() }
                pendingBytes = arrived[...]
                continue
            }
            let (wire, body) = try decompress()
            try meter.count(
                body.count, wire: wire, at: .now, limits: limits, maximumBytes: isEndless ? nil : maximumBytes)
            if !body.isEmpty { return body }
        }
    }

    private func arrived() async throws(SupplierError) -> [UInt8]? {
        do throws(CurlFailure) {
            return try await transfer.bytes()
        } catch {
            throw TransportErrorMapping.supplierError(
                error, on: ConnectionRoute(endpoint: meter.endpoint), limits: limits)
        }
    }

    /// Takes bytes from ``pendingBytes`` and decompresses them. Returns their number and the result.
    private func decompress() throws(SupplierError) -> (wire: Int, body: [UInt8]) {
        guard let decoder else {
            defer { pendingBytes = [] }
            return (pendingBytes.count, Array(pendingBytes))
        }
        let slice = pendingBytes.prefix(Self.sliceLength)
        pendingBytes = pendingBytes.dropFirst(Self.sliceLength)
        var body: [UInt8] = []
        let failure = slice.withUnsafeBytes { bytes -> DecompressionError? in
            do throws(DecompressionError) {
                try decoder.decompress(bytes) { body += $0 }
                return nil
            } catch {
                return error
            }
        }
        if let failure {
            throw TransportErrorMapping.supplierError(failure, from: meter.endpoint, limits.decompression)
        }
        return (slice.count, body)
    }

    private func end() throws(SupplierError) -> [UInt8]? {
        do throws(DecompressionError) {
            try decoder?.finish()
        } catch {
            throw TransportErrorMapping.supplierError(error, from: meter.endpoint, limits.decompression)
        }
        if decoder?.hasChecksumError ?? false { meter.recordChecksumMismatch() }
        return nil
    }
}
