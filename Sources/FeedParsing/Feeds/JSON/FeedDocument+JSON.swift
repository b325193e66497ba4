public import EngineConcepts
import WebText

extension FeedDocument {
    /// Writes the document as one line of JSON, in pieces of UTF-8: sorted keys, missing values as null, times in RFC 3339 in
    /// UTC to the second, addresses in markup made absolute if a base is known. `rendersText` fills `text` with the
    /// item's text without markup; otherwise `text` is null, which saves most of the time.
    public func writeJSON<Failure>(
        rendersText: Bool, _ write: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var json = JSONLine()
        try json.object { json throws(Failure) in
            json.member("description", description)
            json.member("format", format.rawValue)
            // In Atom the language is inherited through elements, and an entry may declare that it has none.
            let inherited = format.isAtom ? nil : language
            try json.array("items", items) { json, item throws(Failure) in
                Self.write(item, language: item.language ?? inherited, into: &json, rendersText: rendersText)
                if json.count >= 1 << 16 {
                    try json.withBytes(write)
                    json.begin()
                }
            }
            json.member("language", language)
            json.member("link", link)
            json.member("next", next)
            json.member("title", title)
        }
        try json.withBytes(write)
    }

    private static func write(_ item: FeedItem, language: String?, into json: inout JSONLine, rendersText: Bool) {
        json.object { json in
            let names = item.authors.compactMap(\.shownName)
            json.member("author", names.isEmpty ? nil : names.joined(separator: ", "))
            json.array("categories", item.categories) { $0.string($1) }
            json.member("content", item.content?.source(base: item.base))
            json.array("enclosures", item.enclosures) { json, file in
                json.object { json in
                    json.member("length", file.byteCount)
                    json.member("type", file.type)
                    json.member("url", file.url)
                }
            }
            json.member("id", item.id)
            json.member("language", language)
            json.member("link", item.link)
            json.member("published", item.published?.rfc3339)
            json.member("summary", item.summary?.source(base: item.base))
            let text = rendersText ? (item.content ?? item.summary)?.rendered(base: item.base).plainText : nil
            json.member("text", text)
            json.member("title", item.title)
            json.member("updated", item.updated?.rfc3339)
        }
    }
}

extension FeedText {
    /// Returns the original text with its addresses resolved against `base`.
    fileprivate func source(base: String?) -> String {
        switch self {
        case .plain(let text): text
        case .html(let markup): RelativeLinks.resolved(in: markup, base: base)
        }
    }

    /// Returns the text for a ticket, which renders it when it is shown.
    package func ticketText(base: String?) -> TicketText {
        switch self {
        case .plain(let text): .plain(text)
        case .html(let markup): .html(markup, base: base)
        }
    }

    /// Returns the text with its styles, without its markup.
    public func rendered(base: String?) -> StyledText { ticketText(base: base).rendered }
}
