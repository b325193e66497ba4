public import EngineConcepts

/// A picture or another medium of a ticket.
public nonisolated struct TicketPicture: Hashable, Sendable {
    /// The absolute URL.
    public var address: String
    /// The kind of medium.
    public var kind = Media.Kind.image
    /// The declared width in pixels, or `nil`.
    public var width: Int?
    /// The declared height in pixels, or `nil`.
    public var height: Int?
    /// The description by its author, or `nil` if there is none.
    public var alternativeText: String?

    /// The declared width and height, or `nil` if they are missing or implausible.
    public var proportions: (width: Int, height: Int)? {
        guard let width, let height, (1...100_000).contains(width), (1...100_000).contains(height) else { return nil }
        return (width, height)
    }

    /// Returns the pictures in a presentation's text, then its media, without duplicate addresses.
    public static func all(of presentation: Presentation) -> [TicketPicture] {
        let beside = presentation.media.map { media in
            TicketPicture(
                address: media.url, kind: media.kind, width: media.width, height: media.height,
                alternativeText: media.alternativeText)
        }
        // Text declares no sizes, so the entries among the media are preferred.
        let known = beside.keyed(by: \.address)
        let inText = presentation.body.blocks.flatMap { pictures(in: $0) }.map { known[$0.address] ?? $0 }
        return (inText + beside).uniqued { $0.address }
    }

    public static func pictures(in block: StyledText.Block) -> [TicketPicture] {
        block.entities.compactMap { entity in
            guard entity.kind == .image, let address = entity.target, !address.isEmpty else { return nil }
            let text = block.text(in: entity.range)
            let isDescribed = !text.isEmpty && text != StyledText.undescribedPicture
            return TicketPicture(address: address, alternativeText: isDescribed ? text : nil)
        }
    }
}

nonisolated extension StyledText {
    /// Returns the text with `word` in place of each picture without a description.
    func namingPictures(_ word: String) -> StyledText {
        StyledText(
            blocks: blocks.map { block in
                let pictures = block.entities.filter {
                    $0.kind == .image && block.text(in: $0.range) == Self.undescribedPicture
                }
                return Edits(pictures.map { .init($0.range, word) }).applied(to: block)
            })
    }
}
