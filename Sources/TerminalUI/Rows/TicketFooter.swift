import EngineConcepts
import TerminalKit
import ViewModels

/// The last line of a ticket's row: the counts, the notes and the address.
struct TicketFooter: StyledDrawing {
    let appearance: Appearance
    let columns: RowColumns
    let density: Density
    let row: TicketRow

    /// An address or a list of other sources is left out if it would be shorter, in columns.
    private static let minimumFactColumns = 12

    /// The counts and the notes on the author of an article at the left, the address at the right, or `nil` if there are
    /// neither. An article with its text needs no address, nor does a post whose address is only its own page.
    var line: RowLine? {
        let facts = factsAndNotes
        let wantsLink = !row.linksToItself && (!facts.isEmpty || row.excerpt.isEmpty || density == .roomy)
        return makeLine(facts, link: wantsLink ? row.link : nil)
    }

    /// Returns a line of facts and an address, which is left out without room, or `nil` if there are neither.
    func makeLine(_ facts: TextLine, link: String?) -> RowLine? {
        guard !facts.isEmpty || link != nil else { return nil }
        var line = RowLine(left: facts)
        let room = columns.textWidth - separated(facts).width
        if let link, room >= Self.minimumFactColumns { line.right = TextLine(glyphs.cut(link, to: room), theme[.link]) }
        return line
    }

    /// The counts, and below a title the author's name with the notes.
    private var factsAndNotes: TextLine {
        let facts = facts(room: columns.textWidth)
        guard row.title != nil, let byline = row.byline else { return facts }
        let start = separated(facts)
        let room = columns.textWidth - start.width
        let name = TextLine("\(glyphs.cut(byline.name, to: max(0, room / 3)))  ", theme[.dim])
        let notes = appearance.line(of: appearance.notes(row.notes, in: columns.width), room: room - name.width)
        return notes.isEmpty ? facts : start + name + notes
    }

    /// Returns the counts that fit into `room` columns and, with `withStory`, the other sources of the story.
    func facts(room: Int, withStory: Bool = true) -> TextLine {
        var line = TextLine()
        for fact in row.facts {
            let longer = separated(line) + appearance.line(of: fact)
            guard longer.width <= room else { break }
            line = longer
        }
        guard withStory, let alsoOn = row.alsoOn else { return line }
        let start = separated(line)
        let left = room - start.width
        guard left >= Self.minimumFactColumns else { return line }
        return start + TextLine(glyphs.cut("\(glyphs.duplicate) \(alsoOn)", to: left), theme[.faint])
    }

    /// Returns a line to which the next fact can be appended.
    private func separated(_ line: TextLine) -> TextLine { line.isEmpty ? line : line + TextLine("   ") }
}
