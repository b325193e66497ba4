/// The text of a ticket as delivered. Markup is rendered only for visible tickets, because rendering every item of a
/// refresh would cost more than storing it.
public enum TicketText: Hashable, Sendable {
    /// Text without markup.
    case plain(String)
    /// HTML; relative links are resolved against `base`.
    case html(String, base: String?)
    /// Text that the source itself marks up by ranges.
    case styled(StyledText)

    /// The text as delivered, including markup.
    public var source: String {
        switch self {
        case .plain(let text): text
        case .html(let markup, _): markup
        case .styled(let text): text.plainText
        }
    }

    /// True if the text is empty.
    public var isEmpty: Bool {
        switch self {
        case .plain(let text): text.isEmpty
        case .html(let markup, _): markup.isEmpty
        case .styled(let text): text.isEmpty
        }
    }
}
