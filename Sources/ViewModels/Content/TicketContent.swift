public import EngineConcepts

/// The complete content of a ticket, ready for layout.
public nonisolated struct TicketContent: Equatable, Sendable, Identifiable {
    /// Its position and identity.
    public var key: OrderKey
    public var id: TicketID { key.id }
    public var source: String
    public var kind: SupplierKind
    /// The reason why it is here, or `nil` for none.
    public var context: ContextText?
    public var title: String?
    public var byline: Presentation.Byline?
    /// The author's pages that the source has verified, without schemes.
    public var verified: [String] = []
    /// The address of the author's picture, or `nil` if it is not drawn.
    public var avatar: String?
    /// The notes on the author: the user's own first, then those of lists.
    public var notes: [NoteText] = []
    /// The person who is the author, or `nil` if the author is not linked.
    public var person: PersonText?
    /// Short phrases: the date, the reading time, and states such as edited.
    public var dates: [String]
    /// The content warning, or `nil`. The text is hidden while there is a warning.
    public var warning: String?
    /// The content warning of a text that is shown in spite of it, or `nil`.
    public var liftedWarning: String?
    /// The BCP 47 tag of its language, or `nil` if its source does not name one.
    public var language: String?
    /// The text with the numbers of its links.
    public var text: StyledText
    /// The quoted item.
    public var quote: QuoteText?
    /// Counts and notes.
    public var facts: [FactText]
    public var links: [NumberedLink]
    /// The links to places in the text.
    public var jumps: [JumpLink] = []
    /// The media in words.
    public var media: [MediaText]
    /// The other tickets of its story.
    public var alsoOn: [StoryTicket]
    /// The tags from the source.
    public var tags: [String]
    /// The versions before its edits, latest first.
    public var earlierVersions: [EarlierVersion] = []
    public var link: String?
    /// The time, in words, at which its source first delivered it, or `nil` if it is not known or not shown.
    public var firstSeen: String?
    /// The raw form: the item as the source sent it, or what is stored of it.
    public var raw: String?
    /// The heading of the raw form.
    public var rawHeading: String
    public var marks: Marks
    /// The user's reactions at the source.
    public var reactions: [ReactionMark]
    /// The text shown for a ticket without text.
    public var emptyHint: String
    /// The pictures to draw, those of the text first. Empty if a warning covers them or no pictures are drawn.
    public var pictures: [TicketPicture] = []
    /// The errors of pictures that could not be loaded, by address. Each takes a line instead of an area.
    public var failedPictures: [String: String] = [:]
    /// The user's choices that change the layout.
    public var reading = ReadingState()

    /// A version of a ticket before an edit.
    public struct EarlierVersion: Equatable, Sendable {
        /// The time from which this version was valid.
        public var time: String
        public var title: String?
        public var text: StyledText
    }

    /// A piece of media in words.
    public struct MediaText: Equatable, Sendable {
        /// The kind of media.
        public var kind: String
        /// The alternative text, or a note that there is none.
        public var description: String
        /// The size and other details.
        public var details: String
        public var linkNumber: Int?
        public var address: String
        /// True if only the description is shown, as the caption of a drawn picture.
        public var isCaption = false
    }

    /// Another ticket of the same story.
    public struct StoryTicket: Equatable, Sendable {
        public var id: TicketID
        public var source: String
        public var kind: SupplierKind
        /// The time, as shown in rows.
        public var time: String
        /// The title, or the author if there is none.
        public var headline: String
    }
}

extension TicketContent {
    /// The number of the first jump in a layout; smaller ones are those of links.
    private static let firstJump = 0x2000

    /// The numbers of links and jumps in a layout, by address, or by name after `#`.
    public var linkNumbers: [String: UInt16] {
        var numbers: [String: UInt16] = [:]
        for link in links where link.number < Self.firstJump { numbers[link.url] = UInt16(link.number) }
        for (index, jump) in jumps.prefix(Self.firstJump).enumerated() {
            numbers["#" + jump.name] = UInt16(Self.firstJump + index)
        }
        return numbers
    }

    /// Returns the link with a number in a layout, or `nil` if it is a jump.
    public func link(_ number: UInt16) -> NumberedLink? {
        let number = Int(number)
        return number < Self.firstJump ? links.element(at: number - 1) : nil
    }

    /// Returns the jump with a number in a layout, or `nil` if it is a link.
    public func jump(_ number: UInt16) -> JumpLink? {
        let index = Int(number) - Self.firstJump
        return jumps.element(at: index)
    }
}
