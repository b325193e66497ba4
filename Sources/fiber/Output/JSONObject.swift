import FeedParsing

/// An object of JSON, printed as one line with sorted keys. A `nil` in its literal is printed as null.
struct JSONObject: ExpressibleByDictionaryLiteral {
    private var members: [(name: String, value: JSONValue)]

    init(dictionaryLiteral members: (String, any JSONConvertible)...) {
        self.members = members.map { ($0, $1.json) }
    }

    /// Sets the value of `name`; `nil` leaves it as it is.
    subscript(name: String) -> (any JSONConvertible)? {
        get { members.first { $0.name == name }?.value }
        set {
            guard let value = newValue?.json else { return }
            members.removeAll { $0.name == name }
            members.append((name, value))
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
        write(to: &line)
        return line.bytes
    }

    fileprivate func write(to line: inout JSONLine) {
        line.object { line in
            for member in members.sorted(by: { $0.name < $1.name }) {
                line.key(member.name)
                member.value.write(to: &line)
            }
        }
    }
}

/// A value of JSON.
enum JSONValue {
    case null
    case bool(Bool)
    case number(Int64)
    case decimal(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    fileprivate func write(to line: inout JSONLine) {
        switch self {
        case .null: line.null()
        case .bool(let value): line.literal(value ? "true" : "false")
        case .number(let number): line.number(number)
        case .decimal(let number):
            // JSON has neither infinity nor not-a-number.
            guard number.isFinite else { return line.null() }
            let text = String(number)
            line.literal(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        case .string(let text): line.string(text)
        case .array(let elements): line.array(elements) { $1.write(to: &$0) }
        case .object(let object): object.write(to: &line)
        }
    }
}

/// A value that can stand in a ``JSONObject``.
protocol JSONConvertible {
    var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
    var json: JSONValue { self }
}

extension JSONObject: JSONConvertible {
    var json: JSONValue { .object(self) }
}

extension String: JSONConvertible {
    var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
    var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
    var json: JSONValue { .number(Int64(self)) }
}

extension Int64: JSONConvertible {
    var json: JSONValue { .number(self) }
}

extension Double: JSONConvertible {
    var json: JSONValue { .decimal(self) }
}

// Closures here and below: key paths of generic types are made anew for each value, which takes longer than the value.
extension Optional: JSONConvertible where Wrapped: JSONConvertible {
    var json: JSONValue { map { $0.json } ?? .null }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    var json: JSONValue { .array(map { $0.json }) }
}
