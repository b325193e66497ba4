public import EngineConcepts

extension FeedDocument {
    /// Returns the last `maximumItems` of the JSON Lines in `bytes` as items of a feed, with the number of all lines and a
    /// message about those that could not be read, whose subject is `subject`. Returns `nil` if the bytes are not JSON Lines or
    /// no line has a title or a text.
    public static func lines(
        _ bytes: [UInt8], of subject: Message.Argument, maximumItems: Int
    ) -> (document: FeedDocument, lineCount: Int, warning: Message?)? {
        guard JSONLinesReader.recognises(bytes) else { return nil }
        func read(upTo limit: Int) -> JSONLinesReader.Lines {
            JSONLinesReader.read(bytes, isWhole: true, maximumItems: limit)
        }
        let lines = read(upTo: maximumItems)
        // Lines that are left out count too: the document is the same with any limit.
        guard lines.hasTexts || lines.omitted > 0 && read(upTo: .max).hasTexts else { return nil }
        var document = FeedDocument(format: .jsonLines)
        document.items = lines.items.map(FeedItem.init)
        document.omittedItems = lines.omitted
        return (document, lines.lineCount, lines.unreadableLineWarning(on: subject))
    }
}

extension JSONLinesReader.Lines {
    /// True if an item has a title or a text of its own.
    fileprivate var hasTexts: Bool {
        items.contains { item in
            item.body.title != nil || ![.plain(""), .plain(item.source.raw ?? "")].contains(item.body.text)
        }
    }
}

extension FeedItem {
    fileprivate init(_ line: SourceItem) {
        self.init()
        id = line.id
        title = line.body.title
        link = line.body.link
        if let author = line.body.author { authors = [FeedAuthor(name: author.name)] }
        published = line.orderTime
        if case .plain(let text) = line.body.text, !text.isEmpty { content = .plain(text) }
        categories = line.body.tags
        language = line.body.language
    }
}
