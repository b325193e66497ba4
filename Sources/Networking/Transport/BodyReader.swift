import EngineConcepts
import WebText

/// Reads the body of a response: decompresses it and enforces its limits. The bytes arrive on the loop's thread; all
/// work on them is done here, by the task that reads.
actor BodyReader {
    /// The compressed bytes that are unpacked at once. They cannot grow to more than a few megabytes.
    private static let sliceLength = 16 * 1024

    private let transfer: CurlTransfer
    private let meter: TransferMeter
    private let limits: TransportLimits
    private let maximum: Int
    private let isEndless: Bool
    private let decoder: BodyDecoder?
    /// Bytes that have arrived and are not decompressed yet.
    private var waiting: ArraySlice<UInt8> = []

    /// Creates a reader of the body of `transfer`, which is compressed as `coding` says.
    init(
        _ transfer: CurlTransfer, _ coding: BodyDecoder.Coding?, _ meter: TransferMeter, _ limits: TransportLimits,
        maximum: Int, isEndless: Bool
    ) {
        self.transfer = transfer
        self.meter = meter
        var limits = limits
        if isEndless { limits.idle = limits.endlessIdle }
        self.limits = limits
        self.maximum = maximum
        self.isEndless = isEndless
        decoder = coding.map { BodyDecoder($0, limits: limits) }
    }

    /// Returns the next bytes of the body, or `nil` at its end.
    func next() async throws(SupplierError) -> [UInt8]? {
        while true {
            guard !waiting.isEmpty else {
                guard let arrived = try await arrived() else { return try end() }
                waiting = arrived[...]
                continue
            }
            let (wire, body) = try unpack()
            try meter.count(body.count, wire: wire, at: .now, limits, isEndless ? nil : maximum)
            if !body.isEmpty { return body }
        }
    }

    private func arrived() async throws(SupplierError) -> [UInt8]? {
        do throws(CurlFailure) {
            return try await transfer.bytes()
        } catch {
            throw TransportFailure.supplierError(error, on: ConnectionEndpoints(to: meter.host), limits: limits)
        }
    }

    /// Takes bytes from ``waiting`` and decompresses them. Returns their number and the result.
    private func unpack() throws(SupplierError) -> (wire: Int, body: [UInt8]) {
        guard let decoder else {
            defer { waiting = [] }
            return (waiting.count, Array(waiting))
        }
        let slice = waiting.prefix(Self.sliceLength)
        waiting = waiting.dropFirst(Self.sliceLength)
        var body: [UInt8] = []
        let fault = slice.withUnsafeBytes { bytes -> DecompressionFault? in
            do throws(DecompressionFault) {
                try decoder.unpack(bytes) { body += $0 }
                return nil
            } catch {
                return error
            }
        }
        if let fault { throw TransportFailure.supplierError(fault, from: meter.host, limits) }
        return (slice.count, body)
    }

    private func end() throws(SupplierError) -> [UInt8]? {
        do throws(DecompressionFault) {
            try decoder?.finish()
        } catch {
            throw TransportFailure.supplierError(error, from: meter.host, limits)
        }
        if decoder?.hasChecksumError ?? false { meter.recordChecksumMismatch() }
        return nil
    }
}
