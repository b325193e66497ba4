public import EngineConcepts

extension FeedDocument {
    /// Returns the JSON Lines in `bytes` as items of a feed, with messages about lines that could not be read, whose
    /// subject is `subject`. Returns `nil` if the bytes are not JSON Lines or no item has a title or a text.
    public static func lines(
        _ bytes: [UInt8], of subject: Message.Argument, maximumItems: Int
    ) -> (document: FeedDocument, warning: Message?)? {
        guard JSONLinesReader.recognises(bytes) else { return nil }
        let lines = JSONLinesReader.read(bytes, isWhole: true, maximumItems: maximumItems)
        guard lines.items.contains(where: { $0.body.title != nil || $0.body.text != .plain($0.source.raw ?? "") })
        else {
            return nil
        }
        var document = FeedDocument(format: .jsonLines)
        document.items = lines.items.map(FeedItem.init)
        return (document, lines.warning(about: subject))
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
