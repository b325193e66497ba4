import FoundationBasics
import WebText

/// Any name of a member of a JSON object.
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
package typealias JSONMembers = KeyedDecodingContainer<JSONName>

/// A value that is read from the members of a JSON object, each of which may be missing or of another type.
package protocol LenientObject: Decodable {
    /// Reads the value. Throws if a member is missing without which it is useless.
    init(_ members: JSONMembers) throws
}

extension LenientObject {
    package init(from decoder: any Decoder) throws {
        try self.init(decoder.container(keyedBy: JSONName.self))
    }
}

/// A JSON object whose members are read where they are needed.
private struct ObjectMembers: LenientObject {
    let members: JSONMembers

    init(_ members: JSONMembers) {
        self.members = members
    }
}

// Services change the types of values (a number for an ID, an object for a name). A value of the wrong type counts as
// missing, hence `try?`. Most members of most objects are missing: looking for them first saves making an error for each.
extension KeyedDecodingContainer<JSONName> {
    /// Reads the object in JSON from outside. Throws if the bytes are not JSON or not an object.
    init(foreign bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(ObjectMembers.self, fromForeign: bytes).members
    }

    /// Returns the text with this name, sanitised, on one line, or `nil` if it is empty. Numbers count as text.
    package func line(_ name: String) -> String? {
        text(name).flatMap { TextSanitizer.line($0).nonEmpty }
    }

    /// Returns the original text with this name. All digits of a number are kept, since it may be an ID.
    package func text(_ name: String) -> String? {
        guard hasValue(name) else { return nil }
        if let text = try? decode(String.self, forKey: JSONName(name)) { return text }
        if let number = try? decode(Int64.self, forKey: JSONName(name)) { return String(number) }
        return (try? decode(Decimal.self, forKey: JSONName(name))).map { "\($0)" }
    }

    /// Returns the text with this name, sanitised, with its line breaks, or `nil` if it is empty.
    package func lines(_ name: String) -> String? {
        object(name, of: String.self).flatMap { TextSanitizer.lines($0).nonEmpty }
    }

    /// Returns the integer with this name, which may be in quotation marks.
    package func number(_ name: String) -> Int64? {
        guard hasValue(name) else { return nil }
        if let number = try? decode(Int64.self, forKey: JSONName(name)) { return number }
        if let number = try? decode(Double.self, forKey: JSONName(name)) { return Int64(exactly: number.rounded()) }
        return (try? decode(String.self, forKey: JSONName(name))).flatMap { Int64($0) }
    }

    /// Returns the count with this name.
    package func count(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0) }
    }

    /// Returns the strings in the array with this name.
    package func texts(_ name: String) -> [String] {
        list(name, of: String.self).map(TextSanitizer.line).filter { !$0.isEmpty }
    }

    /// Returns the elements of this type in the array with this name.
    package func list<Element: Decodable>(_ name: String, of kind: Element.Type) -> [Element] {
        object(name, of: [LenientElement<Element>].self)?.compactMap(\.value) ?? []
    }

    /// Returns the address with this name, resolved against `base`.
    func link(_ name: String, _ base: String?) -> String? {
        text(name).flatMap { WebAddress.resolve($0, base: base) }
    }

    /// Returns the members of the object with this name, or `nil` if there is none or the value is no object.
    package func nested(_ name: String) -> JSONMembers? {
        guard hasValue(name) else { return nil }
        return try? nestedContainer(keyedBy: JSONName.self, forKey: JSONName(name))
    }

    /// Returns the members of the objects in the array with this name.
    package func objects(_ name: String) -> [JSONMembers] {
        list(name, of: ObjectMembers.self).map(\.members)
    }

    /// Returns the values that `read` makes of the first `limit` objects in the array with this name, and the numbers of
    /// elements of other types and of those that are left out behind the limit.
    func values<Value>(
        _ name: String, upTo limit: Int, _ read: (JSONMembers) -> Value
    ) -> (values: [Value], unreadable: Int, omitted: Int) {
        guard hasValue(name) else { return ([], 0, 0) }
        guard var list = try? nestedUnkeyedContainer(forKey: JSONName(name)) else { return ([], 1, 0) }
        var values: [Value] = []
        while !list.isAtEnd, values.count < limit, let element = try? list.decode(LenientElement<ObjectMembers>.self) {
            if let object = element.value { values.append(read(object.members)) }
        }
        return (values, list.currentIndex - values.count, (list.count ?? list.currentIndex) - list.currentIndex)
    }

    /// Returns true if there is a value with this name other than `null`.
    private func hasValue(_ name: String) -> Bool {
        contains(JSONName(name)) && (try? decodeNil(forKey: JSONName(name))) == false
    }

    /// Returns the value with this name, or `nil` if there is none or it has another type.
    package func object<Value: Decodable>(_ name: String, of kind: Value.Type) -> Value? {
        guard hasValue(name) else { return nil }
        return try? decode(Value.self, forKey: JSONName(name))
    }
}

/// An array element that may have another type.
package struct LenientElement<Value: Decodable>: Decodable {
    package let value: Value?

    package init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}
