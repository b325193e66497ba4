import EngineConcepts
import TerminalKit
import ViewModels

/// The options of the layout of a ticket.
struct TicketLayoutOptions: Equatable {
    let width: Int
    /// True for the text as the source delivered it.
    let isRaw: Bool
}

/// Lays out an open ticket, and keeps the last result.
final class TicketLayout: TicketMeasuring {
    let cache: LayoutCache<TicketContent, TicketLayoutOptions, TicketPage>
    private var appearance: Appearance { cache.appearance }
    private var keys: ShownKeys { cache.keys }

    init(appearance: Appearance, keys: ShownKeys) {
        cache = LayoutCache(appearance: appearance, keys: keys, maximumResults: 1)
    }

    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int {
        laidOut(content, width: width, raw: raw).lines.count
    }

    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox] {
        laidOut(content, width: width, raw: raw).pictures
    }

    func lines(of picture: Picture) -> Int? { (picture.content as? CellPicture)?.size.height }

    func line(of position: TextPosition, in content: TicketContent, width: Int) -> Int {
        let page = laidOut(content, width: width, raw: false)
        return page.textLine + page.text.line(of: position, in: content.text)
    }

    func position(at line: Int, of content: TicketContent, width: Int) -> TextPosition? {
        let page = laidOut(content, width: width, raw: false)
        return page.text.position(at: line - page.textLine)
    }

    /// Returns the numbers of the links within `lines`, in reading order.
    func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16] {
        let page = laidOut(content, width: width, raw: false)
        return page.lines[lines.clamped(to: page.lines.indices)].lazy.flatMap(\.runs).map(\.style.hyperlink)
            .filter { $0 != 0 }.uniqued()
    }

    func code(of content: TicketContent, width: Int) -> [CodeArea] {
        let page = laidOut(content, width: width, raw: false)
        return page.text.code.sorted { $0.key < $1.key }
            .map { block, overflow in
                let lines = page.text.blocks[block]
                return CodeArea(
                    block: block, lines: lines.lowerBound + page.textLine..<lines.upperBound + page.textLine,
                    overflow: overflow)
            }
    }

    func laidOut(_ content: TicketContent, width: Int, raw: Bool) -> TicketPage {
        cache.layout(of: content, TicketLayoutOptions(width: width, isRaw: raw)) {
            if raw { return TicketPage(lines: rawLines(of: content, width: width)) }
            let measure = content.reading.isFullWidth ? width : min(width, appearance.readingWidth)
            return TicketTypesetter(appearance: appearance, width: measure, fullWidth: width, keys: keys)
                .page(of: content)
        }
    }

    private func rawLines(of content: TicketContent, width: Int) -> [TextLine] {
        let heading = TextLine(content.rawHeading, appearance.theme[.heading])
        let style = appearance.theme[.code].withoutBackground
        return [heading, TextLine()] + TextWrap.lines(content.raw ?? "", style, width: max(1, width))
    }
}

/// The layout of an open ticket.
struct TicketPage: Equatable {
    /// The lines; those of a picture are empty.
    var lines: [TextLine]
    var pictures: [PictureBox] = []
    var text = TypesetText()
    /// The index of the text's first line.
    var textLine = 0
    /// The index of the line with counts such as likes, or `nil` if there is none.
    var facts: Int?
    /// The index of the line of the first link, or `nil` if no links are listed.
    var firstLink: Int?
}
