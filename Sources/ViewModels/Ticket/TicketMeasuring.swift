/// Measures the layout of a ticket. Implemented by the part that draws it.
public protocol TicketMeasuring: AnyObject {
    /// The number of lines of `content` or of its raw form.
    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int

    /// The areas of the pictures in `content`, from top to bottom. They depend only on declared dimensions and on
    /// ``ArticleReading/pictureLines``. Pictures that could not be loaded have none.
    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox]

    /// The height of a loaded picture in lines, or `nil` if it is unknown.
    func lines(of picture: Picture) -> Int?

    /// The line of a place in the text.
    func line(of place: TextPlace, in content: TicketContent, width: Int) -> Int

    /// The place in the text at a line, or `nil` below the text.
    func place(at line: Int, of content: TicketContent, width: Int) -> TextPlace?

    /// The numbers of the links within `lines`, in reading order.
    func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16]

    /// The areas of the blocks of code.
    func code(of content: TicketContent, width: Int) -> [CodeArea]
}
