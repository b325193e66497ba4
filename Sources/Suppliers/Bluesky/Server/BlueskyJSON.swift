import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// A value of JSON, for records that are written and for parts of answers that go back unchanged.
enum BlueskyJSON: Hashable, Sendable, Codable {
    case null
    case flag(Bool)
    case number(Int64)
    case text(String)
    case list([BlueskyJSON])
    case object([String: BlueskyJSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // `Decodable` has no other way to ask for the kind of a value, hence `try?`. Errors within a list are thrown.
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if var elements = try? decoder.unkeyedContainer() {
            var list: [BlueskyJSON] = []
            while !elements.isAtEnd { list.append(try elements.decode(BlueskyJSON.self)) }
            self = .list(list)
        } else {
            self = .object(try value.decode([String: BlueskyJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let members): try value.encode(members)
        }
    }

    /// Returns the member of an object, or `nil` if there is none.
    subscript(_ name: String) -> BlueskyJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text, or `nil` for any other value.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

extension BlueskyJSON: ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
    init(stringLiteral value: String) { self = .text(value) }

    init(arrayLiteral elements: BlueskyJSON...) { self = .list(elements) }

    init(dictionaryLiteral elements: (String, BlueskyJSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }

    init(integerLiteral value: Int64) { self = .number(value) }

    init(booleanLiteral value: Bool) { self = .flag(value) }
}

extension BlueskyJSON {
    /// Returns the value as the body of a request, always in the same order.
    func body() throws(SupplierError) -> TransportRequest.Body {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return TransportRequest.Body(type: "application/json", bytes: Array(try encoder.encode(self)))
        } catch {
            throw SupplierError(.unsupported, .verbatim(TextSanitizer.line("\(error)")))
        }
    }
}
