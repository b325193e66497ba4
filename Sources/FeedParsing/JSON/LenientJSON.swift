import EngineConcepts
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The name of a member of a JSON object, whatever it is.
package struct JSONName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ name: String) {
        stringValue = name
    }

    package init?(stringValue: String) {
        self.init(stringValue)
    }

    package init?(intValue: Int) {
        nil
    }
}

/// The members of a JSON object.
typealias JSONMembers = KeyedDecodingContainer<JSONName>

// Services change their minds about kinds (a number for an id, an object for a name): a value of the wrong kind counts as
// absent, hence `try?`.
extension KeyedDecodingContainer<JSONName> {
    /// The text of this name, cleaned, on one line; numbers count as text. Nil where it is empty.
    package func line(_ name: String) -> String? {
        text(name).map(TextSanitizer.line).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The text of this name as it came; of a number its digits, all of which count: it may be somebody's name.
    package func text(_ name: String) -> String? {
        if let text = try? decode(String.self, forKey: JSONName(name)) { return text }
        if let number = try? decode(Int64.self, forKey: JSONName(name)) { return String(number) }
        return (try? decode(Decimal.self, forKey: JSONName(name))).map { "\($0)" }
    }

    /// The text of this name, cleaned, its lines kept. Nil where it is empty.
    package func lines(_ name: String) -> String? {
        guard let text = try? decode(String.self, forKey: JSONName(name)) else { return nil }
        let clean = TextSanitizer.lines(text)
        return clean.isEmpty ? nil : clean
    }

    /// The whole number of this name; one that stands in quotation marks counts, too.
    package func number(_ name: String) -> Int64? {
        if let number = try? decode(Int64.self, forKey: JSONName(name)) { return number }
        if let number = try? decode(Double.self, forKey: JSONName(name)) { return Int64(exactly: number.rounded()) }
        return (try? decode(String.self, forKey: JSONName(name))).flatMap { Int64($0) }
    }

    /// The count of this name.
    package func count(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0) }
    }

    /// The texts in the list of this name.
    package func texts(_ name: String) -> [String] {
        list(name, of: String.self).map(TextSanitizer.line).filter { !$0.isEmpty }
    }

    /// The elements of the list of this name that are of this kind.
    package func list<Element: Decodable>(_ name: String, of kind: Element.Type) -> [Element] {
        guard let elements = try? decode([LenientElement<Element>].self, forKey: JSONName(name)) else { return [] }
        return elements.compactMap(\.value)
    }

    /// The object of this name.
    package func object<Value: Decodable>(_ name: String, of kind: Value.Type) -> Value? {
        try? decode(Value.self, forKey: JSONName(name))
    }
}

/// An element of a list that may be of another kind.
package struct LenientElement<Value: Decodable>: Decodable {
    package let value: Value?

    package init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}
