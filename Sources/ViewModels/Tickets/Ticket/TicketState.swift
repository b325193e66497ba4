/// The state of the ticket screen.
public nonisolated struct TicketState: Equatable, Sendable {
    /// The content between the bars.
    public var body: ScreenBody<TicketContent>
    /// The visible part of the text.
    public var scroll: PageScroll
    /// True if the raw form is shown instead of the text.
    public var showsRaw: Bool
    /// The state of each picture.
    public var pictures: [PictureKey: PictureStatus] = [:]
    /// The position among the tickets of the view, such as `3 of 120`, or `nil` while it is unknown.
    public var position: String?
    /// The search in the text, or `nil` if there is none.
    public var find: TextFind?
    /// The letters that open the visible links, or `nil` unless one is being chosen.
    public var hints: LinkHints?

    /// The ticket, or `nil` if something is shown in its place. Setting another ticket than `nil` shows that.
    public internal(set) var content: TicketContent? {
        get { body.content }
        set { if let newValue { body = .content(newValue) } }
    }
}
