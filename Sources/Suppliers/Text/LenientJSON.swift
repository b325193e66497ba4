import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Any name of a member of a JSON object.
struct JSONName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }
}

/// The members of a JSON object.
typealias JSONMembers = KeyedDecodingContainer<JSONName>

// Services change the types of values (a number for an ID, an object for a name). A value of the wrong type counts as
// missing, hence `try?`.
extension KeyedDecodingContainer<JSONName> {
    /// Returns the text with this name, sanitised, on one line, or `nil` if it is empty. Numbers count as text.
    func line(_ name: String) -> String? {
        text(name).map(TextSanitizer.line).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the original text with this name. All digits of a number are kept, since it may be an ID.
    func text(_ name: String) -> String? {
        if let text = try? decode(String.self, forKey: JSONName(name)) { return text }
        if let number = try? decode(Int64.self, forKey: JSONName(name)) { return String(number) }
        return (try? decode(Decimal.self, forKey: JSONName(name))).map { "\($0)" }
    }

    /// Returns the text with this name, sanitised, with its line breaks, or `nil` if it is empty.
    func lines(_ name: String) -> String? {
        guard let text = try? decode(String.self, forKey: JSONName(name)) else { return nil }
        let clean = TextSanitizer.lines(text)
        return clean.isEmpty ? nil : clean
    }

    /// Returns the integer with this name, which may be in quotation marks.
    func number(_ name: String) -> Int64? {
        if let number = try? decode(Int64.self, forKey: JSONName(name)) { return number }
        if let number = try? decode(Double.self, forKey: JSONName(name)) { return Int64(exactly: number.rounded()) }
        return (try? decode(String.self, forKey: JSONName(name))).flatMap { Int64($0) }
    }

    /// Returns the count with this name.
    func count(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0) }
    }

    /// Returns the strings in the array with this name.
    func texts(_ name: String) -> [String] {
        list(name, of: String.self).map(TextSanitizer.line).filter { !$0.isEmpty }
    }

    /// Returns the elements of this type in the array with this name.
    func list<Element: Decodable>(_ name: String, of kind: Element.Type) -> [Element] {
        guard let elements = try? decode([LenientElement<Element>].self, forKey: JSONName(name)) else { return [] }
        return elements.compactMap(\.value)
    }

    /// Returns the object with this name.
    func object<Value: Decodable>(_ name: String, of kind: Value.Type) -> Value? {
        try? decode(Value.self, forKey: JSONName(name))
    }
}

/// An array element that may have another type.
struct LenientElement<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}

extension Transport {
    /// Requests a JSON document and decodes it.
    ///
    /// - Parameters:
    ///   - name: The service's name for error messages.
    ///   - absent: The result for status 404, or `nil` if that is an error.
    func json<Value: Decodable & Sendable>(
        _ kind: Value.Type, at address: String, of name: String, absent: Value? = nil, now: Timestamp
    ) async throws(SupplierError) -> Value {
        let request = TransportRequest(address, headers: [.init("accept", "application/json")])
        return try await send(request) { response throws(SupplierError) in
            if response.status == 404, let absent { return absent }
            guard (200...299).contains(response.status) else { throw HTTPStatus.error(response, now: now) }
            let bytes = try await response.body.collect()
            do {
                return try JSONDecoder().decode(kind, fromForeign: bytes)
            } catch {
                let host = WebAddress.endpoint(of: response.address) ?? name
                throw SupplierError(
                    .malformed, Message("answerUnexpected", ["host": .text(host), "service": .text(name)]),
                    cause: TextSanitizer.line("\(error)"))
            }
        }
    }
}

extension WebAddress {
    /// Returns `address` with this query appended, escaped.
    static func adding(_ query: [(name: String, value: String)], to address: String) -> String {
        address + "?" + query.map { "\($0.name)=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Returns `text` escaped for a URL: everything except letters, digits and `-._~` (RFC 3986 §2.3).
    static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x2d, 0x2e, 0x5f, 0x7e: escaped.append(byte)
            case _ where byte.isASCIILetter || byte.isASCIIDigit: escaped.append(byte)
            default: escaped += Array("%".utf8) + [hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
