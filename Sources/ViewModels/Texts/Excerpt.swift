public import EngineConcepts

nonisolated extension StyledText.Block {
    /// Returns the text in a range of bytes, as far as the text reaches.
    func text(in range: Range<Int>) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
    }
}

/// Makes a running paragraph from the start of a text, for rows.
public nonisolated enum Excerpt {
    /// The start of `text`: its blocks joined by spaces, at most `limit` bytes of UTF-8, cut at a word.
    ///
    /// Headings at the very start are kept. Rules, table rows and code are left out, since they mean nothing without
    /// their shape, and so are the descriptions of pictures. A text that consists only of code, such as the output of
    /// a command, is kept. The cost is proportional to `limit`, not to the length of the text.
    public static func of(_ text: StyledText, limit: Int = 1200) -> StyledText {
        var result = ""
        var entities: [StyledText.Entity] = []
        let isAllCode = !text.blocks.contains { runs($0.kind) }
        for block in text.blocks {
            guard runs(block.kind) || isAllCode && block.kind == .preformatted else { continue }
            let block = ScriptText.visible(in: withoutPictures(block))
            guard !block.text.isEmpty else { continue }
            if !result.isEmpty { result += " " }
            if case .listItem(_, let marker) = block.kind { result += marker + " " }
            let start = result.utf8.count
            let room = limit - start
            guard room > 0 else { break }
            let whole = block.text.utf8.count <= room
            let piece = whole ? block.text[...] : cut(block.text, toBytes: room)
            result += piece.utf8.contains(0x0a) ? String(piece.map { $0 == "\n" ? " " : $0 }) : String(piece)
            entities += block.entities.compactMap { shifted($0, by: start, within: start..<(start + piece.utf8.count)) }
            if !whole {
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

    /// The block without the descriptions of pictures and without the leading spaces that this leaves.
    private static func withoutPictures(_ block: StyledText.Block) -> StyledText.Block {
        let pictures = block.entities.filter { $0.kind == .image }.map(\.range)
        guard !pictures.isEmpty else { return block }
        let bytes = Array(block.text.utf8)
        var kept: [UInt8] = []
        /// The new position of each byte of the text, and of its end.
        var places = [Int](repeating: 0, count: bytes.count + 1)
        for (index, byte) in bytes.enumerated() {
            places[index] = kept.count
            let isSpace = byte == 0x20 || byte == 0x0a
            if !pictures.contains(where: { $0.contains(index) }), !(kept.isEmpty && isSpace) { kept.append(byte) }
        }
        places[bytes.count] = kept.count
        let entities = block.entities.compactMap { entity -> StyledText.Entity? in
            guard entity.kind != .image, entity.range.upperBound <= bytes.count else { return nil }
            let range = places[entity.range.lowerBound]..<places[entity.range.upperBound]
            return range.isEmpty ? nil : StyledText.Entity(entity.kind, range, target: entity.target)
        }
        return StyledText.Block(
            kind: block.kind, quoteDepth: block.quoteDepth, text: String(decoding: kept, as: UTF8.self),
            entities: entities)
    }

    /// The longest prefix of whole words with at most `count` bytes. A longer word is cut between characters.
    private static func cut(_ text: String, toBytes count: Int) -> Substring {
        var end = text.utf8.index(text.startIndex, offsetBy: count, limitedBy: text.endIndex) ?? text.endIndex
        while end > text.startIndex, end.samePosition(in: text) == nil {
            end = text.utf8.index(before: end)
        }
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
