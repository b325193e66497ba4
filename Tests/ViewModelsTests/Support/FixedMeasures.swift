import EngineConcepts

@testable import ViewModels

/// Every post takes two lines, every gap one.
final class FixedOutlineMeasure: OutlineMeasuring {
    func lines(of row: OutlineRow, in format: RowFormat) -> Int { row.ticket == nil ? 1 : 2 }
}

/// Every row takes two lines, every gap three.
final class FixedMeasure: RowMeasuring {
    func lines(of row: TimelineRow, in format: RowFormat) -> Int {
        row.gap == nil ? (format.density == .compact ? 1 : 2) : 3
    }

    func pictures(of row: TimelineRow, in format: RowFormat) -> [PictureBox] { [] }
}

/// Every ticket takes a hundred lines, its raw form three.
final class FixedTicketMeasure: TicketMeasuring {
    func lines(of content: TicketContent, width: Int, raw: Bool) -> Int { raw ? 3 : 100 }
}

/// A layout of lines without parts.
extension TicketMeasuring {
    func pictures(of content: TicketContent, width: Int, raw: Bool) -> [PictureBox] { [] }
    func lines(of picture: Picture) -> Int? { nil }
    func line(of place: TextPosition, in content: TicketContent, width: Int) -> Int { 0 }
    func position(at line: Int, of content: TicketContent, width: Int) -> TextPosition? { nil }
    func links(in lines: Range<Int>, of content: TicketContent, width: Int) -> [UInt16] { [] }
    func code(of content: TicketContent, width: Int) -> [CodeArea] { [] }
}
