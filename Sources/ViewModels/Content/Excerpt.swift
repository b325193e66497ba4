import EngineConcepts

/// Makes a running paragraph from the start of a text, for rows.
nonisolated enum Excerpt {
    /// Returns the start of `text`: its blocks joined by spaces, at most `maximumBytes` of UTF-8 cut at a word, and "…" if
    /// something of the text is left out at the end.
    ///
    /// Headings at the very start are kept. Rules, table rows and code are left out, since they mean nothing without
    /// their shape, and so are the descriptions of pictures. A text that consists only of code, such as the output of
    /// a command, is kept. Reads no blocks below the one that reaches the maximum.
    static func of(_ text: StyledText, maximumBytes: Int = 1200) -> StyledText {
        var result = ""
        var entities: [StyledText.Entity] = []
        let isAllCode = !text.blocks.contains { runs($0.kind) }
        for block in text.blocks {
            guard runs(block.kind) || isAllCode && block.kind == .preformatted else { continue }
            let block = ScriptText.visible(in: withoutPictures(block))
            guard !block.text.isEmpty else { continue }
            var prefix = result.isEmpty ? "" : " "
            if case .listItem(_, let marker) = block.kind { prefix += marker + " " }
            let start = result.utf8.count + prefix.utf8.count
            let isWhole = block.text.utf8.count <= maximumBytes - start
            let piece = isWhole ? block.text[...] : cut(block.text, toBytes: max(0, maximumBytes - start))
            if !piece.isEmpty {
                result += prefix
                result += piece.utf8.contains(0x0a) ? String(piece.map { $0 == "\n" ? " " : $0 }) : String(piece)
                let range = start..<start + piece.utf8.count
                entities += block.entities.compactMap { shifted($0, by: start, within: range) }
            }
            if !isWhole {
                result += "…"
                break
            }
        }
        return StyledText(blocks: result.isEmpty ? [] : [StyledText.Block(text: result, entities: entities)])
    }

    private static func runs(_ kind: StyledText.Kind) -> Bool {
        switch kind {
        case .paragraph, .heading, .listItem, .listContinuation: true
        case .preformatted, .tableRow, .caption, .rule: false
        }
    }

    /// Returns the block without the descriptions of pictures and without the leading spaces that this leaves.
    private static func withoutPictures(_ block: StyledText.Block) -> StyledText.Block {
        let pictures = block.entities.filter { $0.kind == .image }
        guard !pictures.isEmpty else { return block }
        var block = StyledText.Edits(pictures.map { .init($0.range, "") }).applied(to: block)
        block.entities.removeAll { $0.kind == .image }
        let spaces = block.text.utf8.prefix { $0 == 0x20 || $0 == 0x0a }.count
        return StyledText.Edits([.init(0..<spaces, "")]).applied(to: block)
    }

    /// Returns the longest prefix of whole words with at most `count` bytes. A longer word is cut between characters.
    private static func cut(_ text: String, toBytes count: Int) -> Substring {
        var end = text.utf8.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex) ?? text.endIndex
        while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        let prefix = text[..<end]
        guard let space = prefix.lastIndex(of: " "), prefix.distance(from: space, to: end) < 40 else { return prefix }
        return prefix[..<space]
    }

    private static func shifted(_ entity: StyledText.Entity, by offset: Int, within bounds: Range<Int>)
        -> StyledText.Entity?
    {
        let range = (entity.range.lowerBound + offset)..<(entity.range.upperBound + offset)
        let clamped = range.clamped(to: bounds)
        guard !clamped.isEmpty else { return nil }
        return StyledText.Entity(entity.kind, clamped, target: entity.target)
    }
}
