import FeedParsing

/// An object of JSON, printed as one line with sorted keys. A `nil` in its literal is printed as null.
struct JSONObject: ExpressibleByDictionaryLiteral {
    private var members: [(name: String, value: any JSONValue)]

    init(dictionaryLiteral members: (String, any JSONValue)...) { self.members = members.map { ($0, $1) } }

    /// Sets the value of `name`; `nil` leaves it as it is.
    subscript(name: String) -> (any JSONValue)? {
        get { members.first { $0.name == name }?.value }
        set {
            guard let newValue else { return }
            members.removeAll { $0.name == name }
            members.append((name, newValue))
        }
    }

    /// Returns the object with only those of these members that it has, or `nil` if it has none.
    func only(_ names: Set<String>) -> JSONObject? {
        var object = self
        object.members = members.filter { names.contains($0.name) }
        return object.members.isEmpty ? nil : object
    }

    /// The object on one line, without a line feed.
    var line: String { String(decoding: bytes, as: UTF8.self) }

    /// The object on one line in UTF-8, without a line feed.
    var bytes: [UInt8] {
        // Most items need no more, and text of the web is copied only once.
        var line = JSONLine(escapesDelete: false, capacity: 4096)
        writeJSON(to: &line)
        return line.bytes
    }
}

/// A value of a member of a ``JSONObject``.
protocol JSONValue: Sendable {
    func writeJSON(to line: inout JSONLine)
}

extension JSONObject: JSONValue {
    func writeJSON(to line: inout JSONLine) {
        line.object { line in
            for member in members.sorted(by: { $0.name < $1.name }) {
                line.key(member.name)
                member.value.writeJSON(to: &line)
            }
        }
    }
}

extension String: JSONValue {
    func writeJSON(to line: inout JSONLine) { line.string(self) }
}

extension Bool: JSONValue {
    func writeJSON(to line: inout JSONLine) { line.bool(self) }
}

extension Int: JSONValue {
    func writeJSON(to line: inout JSONLine) { line.number(Int64(self)) }
}

extension Int64: JSONValue {
    func writeJSON(to line: inout JSONLine) { line.number(self) }
}

extension Double: JSONValue {
    func writeJSON(to line: inout JSONLine) {
        // JSON has neither infinity nor not-a-number.
        guard isFinite else { return line.null() }
        let text = String(self)
        line.literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
}

extension Optional: JSONValue where Wrapped: JSONValue {
    func writeJSON(to line: inout JSONLine) {
        switch self {
        case let value?: value.writeJSON(to: &line)
        case nil: line.null()
        }
    }
}

extension Array: JSONValue where Element: JSONValue {
    func writeJSON(to line: inout JSONLine) { line.array(self) { $1.writeJSON(to: &$0) } }
}
