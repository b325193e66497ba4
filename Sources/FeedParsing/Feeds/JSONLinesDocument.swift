import EngineConcepts

extension FeedDocument {
    /// What JSON Lines hold, as items of a feed, with what to tell of lines that were not read, the subject of which is what
    /// `subject` says. Nil where `bytes` are no JSON Lines, or nothing in them has a title or a text.
    public static func lines(
        _ bytes: [UInt8], of subject: String, mostItems: Int
    ) -> (document: FeedDocument, remark: String?)? {
        guard JSONLinesReader.recognises(bytes) else { return nil }
        let lines = JSONLinesReader.read(bytes, isWhole: true, mostItems: mostItems)
        guard lines.items.contains(where: { $0.body.title != nil || $0.body.text != .plain($0.source.raw ?? "") })
        else {
            return nil
        }
        var document = FeedDocument(format: .jsonLines)
        document.items = lines.items.map(FeedItem.init)
        return (document, lines.remark(on: subject))
    }
}

extension FeedItem {
    /// A line as an item.
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
