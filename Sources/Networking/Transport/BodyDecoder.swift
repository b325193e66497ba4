import WebText

/// Undoes the content encoding of a body (RFC 9110 §8.4.1).
///
/// libcurl could do this as well, but refuses bodies that browsers accept, and would do it on its own thread.
final class BodyDecoder {
    /// The content encodings that the transport accepts.
    enum Coding: Sendable {
        case gzip
        case deflate
        case brotli
        case zstandard

        /// The value of `Accept-Encoding`.
        static let accepted = "gzip, deflate, br, zstd"

        /// Creates the encoding of a body to which these were applied, in lower case. Returns `nil` if it cannot be
        /// undone, or there is none.
        init?(_ names: [String]) {
            guard let first = names.first.flatMap(Coding.init(name:)) else { return nil }
            // If a body is compressed by gzip more than once, or only declared so by several proxies, only the
            // outermost layer is removed here. The feed parser detects the rest.
            guard names.count == 1 || names.allSatisfy({ Coding(name: $0) == .gzip }) else { return nil }
            self = first
        }

        private init?(name: String) {
            switch name {
            // Both names mean the same (RFC 9110 §8.4.1.3).
            case "gzip", "x-gzip": self = .gzip
            case "deflate": self = .deflate
            case "br": self = .brotli
            case "zstd": self = .zstandard
            default: return nil
            }
        }
    }

    private let coding: Coding
    private let limits: DecompressionLimits
    private var decompressor: (any Decompressor)?

    /// Creates a decoder that stops at the limits of size and ratio.
    init(_ coding: Coding, limits: DecompressionLimits) {
        self.coding = coding
        self.limits = limits
    }

    /// True if the body is complete but its checksum is wrong.
    var hasChecksumError: Bool { decompressor?.hasChecksumError ?? false }

    func decompress(_ bytes: UnsafeRawBufferPointer, _ emit: (UnsafeRawBufferPointer) -> Void)
        throws(DecompressionError)
    {
        guard let first = bytes.first else { return }
        guard let decompressor = decompressor ?? makeDecompressor(first) else { throw .broken }
        self.decompressor = decompressor
        try decompressor.decompress(bytes, emit)
    }

    /// Ends the body. Throws if it is truncated.
    func finish() throws(DecompressionError) {
        try decompressor?.finish()
    }

    private func makeDecompressor(_ first: UInt8) -> (any Decompressor)? {
        switch coding {
        case .gzip: DeflateDecompressor(.wrapped, limits: limits)
        case .deflate: DeflateDecompressor(.init(ofDeflateBeginningWith: first), limits: limits)
        case .brotli: BrotliDecompressor(limits: limits)
        case .zstandard: ZstandardDecompressor(limits: limits)
        }
    }
}
