/// A property of a ticket. The raw value is its keyword.
public enum Trait: String, Hashable, Sendable, CaseIterable {
    case unread = "is:unread"
    case read = "is:read"
    case starred = "is:starred"
    case later = "is:later"
    /// Boosts another item.
    case boost = "is:boost"
    /// Replies to an item.
    case reply = "is:reply"
    /// Quotes an item.
    case quote = "is:quote"
    /// Was edited at its source.
    case edited = "is:edited"
    /// Arrived late, within a loaded time.
    case late = "is:late"
    /// Belongs to a story that is already in the timeline.
    case duplicate = "is:duplicate"
    case image = "has:image"
    case video = "has:video"
    /// Has audio.
    case audio = "has:audio"
    /// Has images, videos, audio or files.
    case media = "has:media"
    /// Has audio, videos or files, as podcasts do.
    case enclosure = "has:enclosure"
    /// Links to a page: an article to its own, a post by a link in its text.
    case link = "has:link"
    /// Has a content warning.
    case warning = "has:warning"
    case title = "has:title"
    case tag = "has:tag"
    /// Is in a known language.
    case language = "has:lang"
    /// Has an author or a booster with a note.
    case note = "has:note"

    /// The inputs of the trait other than a ticket's content.
    var dependencies: Query.Dependencies {
        switch self {
        case .unread, .read, .starred, .later: .marks
        case .duplicate: .duplicates
        case .note: .notes
        default: []
        }
    }
}
