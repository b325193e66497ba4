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
            !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x3a }
                && field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
        }
    }

    /// Returns true if the field is only for the requested host and must not follow a redirect to another.
    static func isOriginOnly(_ name: String) -> Bool {
        ["authorization", "cookie", "if-none-match", "if-modified-since"].contains(name.lowercased())
    }

    private func index(of name: String) -> Int? {
        let name = name.lowercased()
        return all.firstIndex { $0.name.lowercased() == name }
    }
}

extension TransportRequest.Header {
    /// The field as libcurl takes it. Without a value, the field is not sent, not even by libcurl itself.
    var line: String { "\(name): \(value)" }
}
