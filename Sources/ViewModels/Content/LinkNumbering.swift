import EngineConcepts

/// A link of a ticket, with the number that opens it.
public nonisolated struct NumberedLink: Equatable, Sendable, Identifiable {
    /// The number, from 1 in reading order.
    public var number: Int
    /// The link's text, or its address if it has none.
    public var text: String
    /// The complete address.
    public var url: String
    /// The kind, the duration and the size of a file, or empty for a page.
    public var details = ""
    /// True if it leads to a sound or a video.
    public var isPlayable = false

    public var id: Int { number }
}

/// A link to a position in the same text, such as a footnote.
public nonisolated struct JumpLink: Equatable, Sendable {
    /// The name of the target.
    public var name: String
    public var text: String
    /// The position of the target.
    public var position: TextPosition
}

/// Numbers the links of a text and appends the numbers to them, such as `[1]`.
nonisolated enum LinkNumbering {
    /// The text with numbers, and the targets that they name.
    typealias Result = (text: StyledText, links: [NumberedLink], jumps: [JumpLink])

    /// Returns the text with superscript numbers, and the links. A repeated address keeps its first number. Jumps have
    /// none: they are often numbers themselves.
    static func number(_ text: StyledText) -> Result {
        var links: [NumberedLink] = []
        var numbers: [String: Int] = [:]
        let blocks = text.blocks.map { block in
            var marks: [StyledText.Edits.Edit] = []
            for entity in block.entities {
                guard leads(entity.kind), let url = entity.target, !url.isEmpty else { continue }
                if numbers[url] == nil {
                    numbers[url] = links.count + 1
                    let label = block.text(in: entity.range)
                    links.append(NumberedLink(number: links.count + 1, text: label.isEmpty ? url : label, url: url))
                }
                if let number = numbers[url] {
                    let end = min(max(0, entity.range.upperBound), block.text.utf8.count)
                    marks.append(.init(end..<end, "[\(number)]"))
                }
            }
            guard !marks.isEmpty else { return block }
            let edits = StyledText.Edits(marks)
            var block = edits.applied(to: block)
            block.entities += edits.newRanges.map { StyledText.Entity(.superscript, $0) }
            block.entities.sort { $0.range.lowerBound < $1.range.lowerBound }
            return block
        }
        let numbered = StyledText(blocks: blocks)
        return (numbered, links, jumps(in: numbered))
    }

    /// Returns the jumps of a text, each name once.
    private static func jumps(in text: StyledText) -> [JumpLink] {
        var positions: [String: TextPosition] = [:]
        var jumps: [(name: String, text: String)] = []
        var seen: Set<String> = []
        for (index, block) in text.blocks.enumerated() {
            for entity in block.entities {
                guard let target = entity.target else { continue }
                if entity.kind == .anchor, positions[target] == nil {
                    positions[target] = TextPosition(block: index, offset: entity.range.lowerBound)
                } else if entity.kind == .jump, seen.insert(target).inserted {
                    jumps.append((target, block.text(in: entity.range)))
                }
            }
        }
        return jumps.compactMap { jump in
            positions[jump.name].map { JumpLink(name: jump.name, text: jump.text, position: $0) }
        }
    }

    private static func leads(_ kind: StyledText.EntityKind) -> Bool {
        switch kind {
        case .link, .image, .media: true
        default: false
        }
    }
}
