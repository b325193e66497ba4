import CCurl
import EngineConcepts
import LibC
import WebText

/// Finds out why a host's certificate was refused. The TLS error does not say when it expired or who signed it, so this
/// opens another connection, looks at the certificate and closes the connection.
enum CertificateInspection {
    /// The reason why a certificate is not valid.
    enum Finding: Hashable, Sendable {
        /// Valid until this time.
        case expired(Timestamp)
        /// Valid only from this time on.
        case notYetValid(Timestamp)
        /// Signed by its owner only.
        case selfSigned
        /// Signed by an authority that is not trusted; with the authority's name, if the certificate has one.
        case unknownAuthority(String?)

        /// True if the certificate is not valid at this time, whatever authorities are trusted.
        var isOutOfDate: Bool {
            switch self {
            case .expired, .notYetValid: true
            case .selfSigned, .unknownAuthority: false
            }
        }
    }

    /// Returns what is wrong with the certificate of the host that `request` reached, or `nil` if the host presents
    /// none in time. No request is sent.
    static func inspect(_ request: CurlRequest, on loop: CurlLoop) async -> Finding? {
        var inspection = CurlRequest(address: request.address, connect: request.connect, firstByte: .zero, idle: .zero)
        inspection.proxy = request.proxy
        // They also hold for the certificate of the proxy, which is verified here as well.
        if request.proxy?.kind == .https { inspection.authorities = request.authorities }
        inspection.isInspection = true
        return await CurlTransfer(inspection, on: loop).certificate()
    }
}

extension CertificateInspection.Finding {
    /// Creates the finding about the certificate of an ended inspection. Returns `nil` if there is none.
    init?(_ transfer: OpaquePointer) {
        func property(_ name: String) -> String? {
            fiber_transfer_certificate(transfer, name).map { String(cString: $0) }
        }
        guard let issuer = property("Issuer"), let subject = property("Subject") else { return nil }
        let now = Timestamp(seconds: Int64(time(nil)))
        let end = property("Expire date").map { fiber_date($0) } ?? -1
        let start = property("Start date").map { fiber_date($0) } ?? -1
        if end >= 0, now > Timestamp(seconds: end) {
            self = .expired(Timestamp(seconds: end))
        } else if start >= 0, now < Timestamp(seconds: start) {
            self = .notYetValid(Timestamp(seconds: start))
        } else if issuer == subject {
            self = .selfSigned
        } else {
            self = .unknownAuthority(Self.name(in: issuer))
        }
    }

    /// Returns the organisation, or else the common name, of a distinguished name such as `C = DE; O = Us; CN = x`.
    static func name(in text: String) -> String? {
        let parts = text.split { $0 == ";" || $0 == "\n" }.map { TextSanitizer.line(String($0)) }
        for key in ["O", "CN"] {
            for part in parts {
                let pair = part.split(separator: "=", maxSplits: 1).map { TextSanitizer.line(String($0)) }
                if pair.count == 2, pair[0] == key, !pair[1].isEmpty { return pair[1] }
            }
        }
        return nil
    }
}
