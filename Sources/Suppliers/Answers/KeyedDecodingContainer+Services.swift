import EngineConcepts
import FeedParsing
import WebText

/// The members of an object in the answer of a service. Servers of other makes leave members out, send `null` where the
/// schema says text, and add words to lists of words; all of that is read as "unknown".
extension KeyedDecodingContainer<JSONName> {
    /// Returns the text with this name on one line. Throws if there is none, since the object is useless without it.
    func requiredLine(_ name: String) throws -> String {
        guard let line = line(name) else { throw missing(name) }
        return line
    }

    /// Returns the error of an object that is useless without a member.
    func missing(_ name: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: "an object without \(name)"))
    }

    /// Returns the flag with this name, or false if the server did not send one.
    func flag(_ name: String) -> Bool {
        object(name, of: Bool.self) ?? false
    }

    func time(_ name: String) -> Timestamp? {
        line(name).flatMap(FeedDate.parse)
    }

    /// Returns the time with this name. Throws if there is none, since the object is useless without it.
    func requiredTime(_ name: String) throws -> Timestamp {
        guard let time = time(name) else { throw missing(name) }
        return time
    }

    func webAddress(_ name: String) -> String? {
        line(name).flatMap { WebAddress.isWeb($0) ? $0 : nil }
    }

    /// Returns the elements of this type in the array with this name, and counts the others.
    func counted<Element: Decodable & Sendable>(_ name: String, of kind: Element.Type) -> LenientList<Element> {
        object(name, of: LenientList<Element>.self) ?? LenientList([])
    }

    /// Returns the HTML with this name. It is cleaned where it is rendered.
    func html(_ name: String) -> String? {
        object(name, of: String.self)?.nonEmpty
    }
}
