import EngineConcepts

extension StyledText {
    /// Returns the text with linked names such as `@ann` and `#f1` marked as such. They stay links: in posts, names lead to
    /// profiles and pages of topics.
    func markingNames() -> StyledText {
        guard blocks.contains(where: { $0.entities.contains { $0.kind == .link } }) else { return self }
        var text = self
        for index in text.blocks.indices { text.blocks[index].markNames() }
        return text
    }
}

extension StyledText.Block {
    fileprivate mutating func markNames() {
        let bytes = Array(text.utf8)
        entities = entities.flatMap { entity -> [StyledText.Entity] in
            guard entity.kind == .link, entity.range.upperBound <= bytes.count, let first = bytes[entity.range].first
            else { return [entity] }
            let kind: StyledText.EntityKind
            switch first {
            case UInt8(ascii: "@"): kind = .mention
            case UInt8(ascii: "#"): kind = .hashtag
            default: return [entity]
            }
            let name = bytes[entity.range].dropFirst()
            guard !name.isEmpty, !name.contains(UInt8(ascii: " ")) else { return [entity] }
            return [entity, StyledText.Entity(kind, entity.range, target: String(decoding: name, as: UTF8.self))]
        }
    }
}
