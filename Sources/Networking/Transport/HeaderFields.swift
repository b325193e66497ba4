import WebText

/// The header fields of a request; each name occurs once.
struct HeaderFields {
    /// The fields in the order in which they were set.
    private(set) var all: [TransportRequest.Header] = []

    /// The value of a field. Names are the same in upper and lower case.
    subscript(name: String) -> String? {
        get { index(of: name).map { all[$0].value } }
        set {
            let place = index(of: name)
            switch (place, newValue) {
            case (let place?, let value?): all[place] = .init(name, value)
            case (let place?, nil): all.remove(at: place)
            case (nil, let value?): all.append(.init(name, value))
            case (nil, nil): break
            }
        }
    }

    /// True if no field could be taken for another one: names are tokens, and values have no control characters
    /// (RFC 9110 §5).
    var areValid: Bool {
        all.allSatisfy { field in
            var (name, value) = (field.name, field.value)
            return !name.isEmpty
                && name.withUTF8 { $0.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x3a } }
                && value.withUTF8 { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 } }
        }
    }

    /// Returns true if the field is only for the requested host and must not follow a redirect to another.
    static func isOriginOnly(_ name: String) -> Bool {
        ["authorization", "cookie", "if-none-match", "if-modified-since"].contains(name.lowercased())
    }

    private func index(of name: String) -> Int? {
        all.firstIndex { $0.name.isFieldName(name) }
    }
}

extension String {
    /// Returns true if both are the same name of a field, whatever the case of their letters.
    func isFieldName(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension TransportRequest.Header {
    /// The field as libcurl takes it. Without a value, the field is not sent, not even by libcurl itself.
    var line: String { "\(name): \(value)" }
}
