import EngineConcepts
import FeedParsing
import WebText

/// The members of views and records. Records are written by any program, so each member may be missing or of another
/// type; it is then read as "unknown".
extension KeyedDecodingContainer<JSONName> {
    /// Returns the date with this name, also in the loose forms that old records have.
    func date(_ name: String) -> Timestamp? {
        line(name).flatMap { ATDate.parse($0) ?? FeedDate.parse($0) }
    }

    /// The handle of an account in lower case, or `nil` if it has none, or one whose domain does not name the account any more.
    var handle: String? {
        let handle = line("handle")?.lowercased()
        return handle == "handle.invalid" ? nil : handle
    }

    /// The type of a member of a union, such as `app.bsky.embed.images#view`, or an empty text.
    var type: String { line("$type") ?? "" }
}
