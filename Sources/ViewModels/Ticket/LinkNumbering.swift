public import EngineConcepts

/// A link of a ticket, with the number that opens it.
public nonisolated struct NumberedLink: Equatable, Sendable, Identifiable {
    /// The number, from 1 in reading order.
    public var number: Int
    /// The link's text, or its address if it has none.
    public var text: String
    /// The complete address.
    public var url: String

    /// The number.
    public var id: Int { number }
}

/// Numbers the links of a text and appends the numbers to them, such as `[1]`.
public nonisolated enum LinkNumbering {
    /// The text with superscript numbers, and the links. A repeated address keeps its first number.
    public static func number(_ text: StyledText) -> (text: StyledText, links: [NumberedLink]) {
        var links: [NumberedLink] = []
        var numbers: [String: Int] = [:]
        let blocks = text.blocks.map { block in
            var marks: [(offset: Int, text: String)] = []
            for entity in block.entities {
                guard leads(entity.kind), let url = entity.target, !url.isEmpty else { continue }
                if numbers[url] == nil {
                    numbers[url] = links.count + 1
                    let words = slice(block.text, entity.range)
                    links.append(NumberedLink(number: links.count + 1, text: words.isEmpty ? url : words, url: url))
                }
                if let number = numbers[url] { marks.append((entity.range.upperBound, "[\(number)]")) }
            }
            return insert(marks.sorted { $0.offset < $1.offset }, into: block)
        }
        return (StyledText(blocks: blocks), links)
    }

    private static func leads(_ kind: StyledText.EntityKind) -> Bool {
        switch kind {
        case .link, .image, .media: true
        default: false
        }
    }

    private static func slice(_ text: String, _ range: Range<Int>) -> String {
        let bytes = Array(text.utf8)
        let bounded = range.clamped(to: 0..<bytes.count)
        return String(decoding: bytes[bounded], as: UTF8.self)
    }

    /// Inserts marks. An entity that starts at a mark starts after it; one that ends there ends before it.
    private static func insert(_ marks: [(offset: Int, text: String)], into block: StyledText.Block)
        -> StyledText.Block
    {
        guard !marks.isEmpty else { return block }
        var bytes: [UInt8] = []
        var rest = Array(block.text.utf8)[...]
        var figures: [StyledText.Entity] = []
        for mark in marks {
            let count = min(max(0, mark.offset - (block.text.utf8.count - rest.count)), rest.count)
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            figures.append(StyledText.Entity(.superscript, bytes.count..<(bytes.count + mark.text.utf8.count)))
            bytes += Array(mark.text.utf8)
        }
        bytes += rest
        func shift(_ offset: Int, ending: Bool) -> Int {
            marks.reduce(offset) { sum, mark in
                mark.offset < offset || (mark.offset == offset && !ending) ? sum + mark.text.utf8.count : sum
            }
        }
        var result = block
        result.text = String(decoding: bytes, as: UTF8.self)
        let moved = block.entities.map { entity in
            let start = shift(entity.range.lowerBound, ending: false)
            return StyledText.Entity(
                entity.kind, start..<max(start, shift(entity.range.upperBound, ending: true)), target: entity.target)
        }
        result.entities = (moved + figures).sorted { $0.range.lowerBound < $1.range.lowerBound }
        return result
    }
}
