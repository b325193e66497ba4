import WebText

/// The header fields of a request; each name occurs once.
struct HeaderFields {
    /// The fields in the order in which they were set.
    private(set) var all: [TransportRequest.Header] = []

    /// Creates the fields of a request to `address`, which is the request's own or that of a redirect.
    ///
    /// - Parameter cookies: The `Cookie` value of cookies set by redirects, or `nil` for none.
    init(of request: TransportRequest, at address: String, userAgent: String, cookies: String?) {
        set("user-agent", userAgent)
        // The limits of decompression hold for a whole body, so a stream without end is not compressed.
        set("accept-encoding", request.isEndless ? "identity" : BodyDecoder.Coding.accepted)
        if request.method != .get {
            set("content-type", request.body?.type ?? "")
            // Servers seldom answer it, and the request would wait.
            set("expect", "")
        }
        if let upgrade = request.upgrade {
            set("connection", "Upgrade")
            set("upgrade", upgrade)
            set("accept-encoding", "")
        }
        for field in request.headers(for: address) { set(field.name, field.value) }
        if let cookies {
            // All cookies go into one field (RFC 6265 §5.4).
            let own = all.first { $0.name.isFieldName("cookie") }?.value
            set("cookie", [own, cookies].compactMap(\.self).joined(separator: "; "))
        }
    }

    /// Sets the value of a field. Names are the same in upper and lower case.
    private mutating func set(_ name: String, _ value: String) {
        let field = TransportRequest.Header(name, value)
        if let index = all.firstIndex(where: { $0.name.isFieldName(name) }) {
            all[index] = field
        } else {
            all.append(field)
        }
    }

    /// True if no field could be taken for another one: names are tokens, and values have no control characters
    /// (RFC 9110 §5).
    var areValid: Bool {
        all.allSatisfy { field in
            var (name, value) = (field.name, field.value)
            return !name.isEmpty
                && name.withUTF8 { $0.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != .colon } }
                && value.withUTF8 { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == .tab } }
        }
    }
}

extension TransportRequest.Header {
    /// The field as libcurl takes it. Without a value, the field is not sent, not even by libcurl itself.
    var line: String { "\(name): \(value)" }
}
