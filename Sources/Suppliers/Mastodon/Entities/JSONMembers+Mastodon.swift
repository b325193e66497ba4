import EngineConcepts
import FeedParsing
import WebText

/// The members of an object of the Mastodon API. Servers of other makes leave members out, send `null` where the schema
/// says text, and add words to lists of words; all of that is read as "unknown".
extension KeyedDecodingContainer<JSONName> {
    /// Returns the identifier with this name. Some servers send numbers.
    func id(_ name: String) -> String? {
        line(name)
    }

    /// Returns the identifier with this name, or throws, since the object is useless without it.
    func requiredID(_ name: String = "id") throws -> String {
        if let id = id(name) { return id }
        throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "an entity without \(name)"))
    }

    /// Returns the flag with this name, or `nil` if the server did not send one.
    func flag(_ name: String) -> Bool? {
        object(name, of: Bool.self)
    }

    /// Returns the time with this name.
    func time(_ name: String) -> Timestamp? {
        line(name).flatMap(FeedDate.parse)
    }

    /// Returns the absolute web address with this name.
    func webAddress(_ name: String) -> String? {
        line(name).flatMap { WebAddress.isWeb($0) ? $0 : nil }
    }

    /// Returns the HTML with this name. It is cleaned where it is rendered.
    func html(_ name: String) -> String? {
        object(name, of: String.self).flatMap { $0.isEmpty ? nil : $0 }
    }
}
