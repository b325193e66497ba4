public import EngineConcepts

/// A picture of a ticket, or another piece of its media.
public nonisolated struct TicketPicture: Hashable, Sendable {
    /// Where it is: an absolute URL.
    public var address: String
    /// What it is.
    public var kind: Media.Kind
    /// The declared width in pixels.
    public var width: Int?
    /// The declared height in pixels.
    public var height: Int?
    /// The words that stand in for it; nil where its author gave none.
    public var alternativeText: String?

    /// Makes one.
    public init(
        address: String, kind: Media.Kind = .image, width: Int? = nil, height: Int? = nil,
        alternativeText: String? = nil
    ) {
        self.address = address
        self.kind = kind
        self.width = width
        self.height = height
        self.alternativeText = alternativeText
    }

    /// Width and height, where both are declared and can be true.
    public var proportions: (width: Int, height: Int)? {
        guard let width, let height, (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
        return (width, height)
    }

    /// The pictures in a presentation's text, then its media; each address once.
    public static func all(of presentation: Presentation) -> [TicketPicture] {
        let beside = presentation.media.map { media in
            TicketPicture(
                address: media.url, kind: media.kind, width: media.width, height: media.height,
                alternativeText: media.alternativeText)
        }
        // Texts declare no sizes: where a picture stands in both, its media know more.
        let known = Dictionary(beside.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        let inText = presentation.body.blocks.flatMap { pictures(in: $0) }.map { known[$0.address] ?? $0 }
        var seen: Set<String> = []
        return (inText + beside).filter { seen.insert($0.address).inserted }
    }

    /// The pictures in a part of a text.
    public static func pictures(in block: StyledText.Block) -> [TicketPicture] {
        block.entities.compactMap { entity in
            guard entity.kind == .image, let address = entity.target, !address.isEmpty else { return nil }
            let bytes = Array(block.text.utf8)
            let words = String(decoding: bytes[entity.range.clamped(to: 0..<bytes.count)], as: UTF8.self)
            return TicketPicture(address: address, alternativeText: words.isEmpty ? nil : words)
        }
    }
}

/// A place for a picture in something that was laid out.
public nonisolated struct PictureBox: Hashable, Sendable {
    /// The picture's address.
    public var address: String
    /// The first line of its place, counted from the beginning of what was laid out.
    public var line: Int
    /// The first column of its place.
    public var column: Int
    /// How large its place is.
    public var size: PictureSize

    /// Makes a place.
    public init(address: String, line: Int, column: Int, size: PictureSize) {
        self.address = address
        self.line = line
        self.column = column
        self.size = size
    }

    /// The lines of its place.
    public var lines: Range<Int> { line..<line + size.lines }

    /// Where a line of a text stands after places in it were given up, or taken again, for one line each. A line within a place
    /// becomes that one line.
    static func line(_ line: Int, before: [PictureBox], after: [PictureBox]) -> Int {
        let staying = Set(before.map(\.address)).intersection(after.map(\.address))
        var result = line
        for box in before where !staying.contains(box.address) && box.line < line {
            result -= min(box.size.lines - 1, line - box.line)
        }
        for box in after where !staying.contains(box.address) && box.line < result {
            result += box.size.lines - 1
        }
        return result
    }
}
