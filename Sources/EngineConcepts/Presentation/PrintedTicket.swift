/// The parts of a presentation that commands print for programs, without styles.
public struct PrintedTicket: Sendable {
    public var title: String?
    /// The text of ``Presentation/body``, or `nil` if the caller does not want it.
    public var text: PrintedText?
    /// The attached media.
    public var media: [Media]
    /// The URL of the comments, or `nil` if they are not on another page.
    public var discussion: String?

    public init(title: String?, text: PrintedText?, media: [Media], discussion: String?) {
        self.title = title
        self.text = text
        self.media = media
        self.discussion = discussion
    }

    /// Takes the parts from a presentation.
    public init(_ presentation: Presentation) {
        self.init(
            title: presentation.title, text: PrintedText(presentation.body), media: presentation.media,
            discussion: presentation.discussion)
    }
}

/// A text without styles, and the pictures in it.
public struct PrintedText: Hashable, Sendable {
    /// The text in UTF-8: the blocks of a ``StyledText``, separated by line feeds.
    public var text: [UInt8]
    /// The addresses of the pictures in the text, in its order. An address can occur several times.
    public var images: [String]

    public init(text: [UInt8] = [], images: [String] = []) {
        self.text = text
        self.images = images
    }

    /// Takes the text and the pictures from a styled text.
    public init(_ styled: StyledText) {
        text = Array(styled.plainText.utf8)
        images = styled.blocks.flatMap(\.entities).compactMap { $0.kind == .image ? $0.target : nil }
    }
}
