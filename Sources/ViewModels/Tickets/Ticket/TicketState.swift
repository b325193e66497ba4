/// The state of the ticket screen.
public nonisolated struct TicketState: Equatable, Sendable {
    /// The content between the bars.
    public var body: ScreenBody<TicketContent>
    /// The visible part of the text.
    public var scroll: PageScroll
    /// True if the raw form is shown instead of the text.
    public var showsRaw = false
    /// The state of each picture.
    public var pictures: [PictureKey: PictureStatus] = [:]
    /// The position among the tickets of the view, such as `3 of 120`, or `nil` while it is unknown.
    public var position: String?
    /// The search in the text, or `nil` if there is none.
    public var find: TextFind?
    /// The letters that open the visible links, or `nil` unless one is being chosen.
    public var linkHints: LinkHints?

    /// The ticket, or `nil` if something is shown in its place.
    public var content: TicketContent? { body.content }
}

/// Measures the layout of a ticket. Implemented by the part that draws it.
public protocol TicketMeasuring: AnyObject {
    /// Returns the number of lines of `content` or of its raw form.
    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int

    /// Returns the areas of the pictures in `content`, from top to bottom. They depend only on declared dimensions and on
    /// ``ReadingState/pictureLines``. Pictures that could not be loaded have none.
    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox]

    /// Returns the height of a loaded picture in lines, or `nil` if it is unknown.
    func lines(of picture: Picture) -> Int?

    /// Returns the line of a position in the text.
    func line(of position: TextPosition, in content: TicketContent, width: Int) -> Int

    /// Returns the position in the text at a line, or `nil` below the text.
    func position(at line: Int, of content: TicketContent, width: Int) -> TextPosition?

    /// Returns the numbers of the links within `lines`, in reading order.
    func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16]

    /// Returns the areas of the blocks of code.
    func code(of content: TicketContent, width: Int) -> [CodeArea]
}
