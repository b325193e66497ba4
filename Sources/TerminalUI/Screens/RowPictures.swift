import TerminalKit
import ViewModels

/// How a ticket's pictures stand in its row: one in the corner, with the text around it, several below the text, side by side. Decided by what is declared of
/// them: the row is as high with them as without.
struct RowPictures: Equatable {
    /// The most lines of a picture beside the text: as many as the text may have.
    private static let linesBeside = 7
    /// The most lines and columns of one among several.
    private static let strip = PictureSize(columns: 24, lines: 6)
    /// The columns between two pictures, and between a picture and the text.
    private static let space = 2

    /// Their places, counted from the first line that they are on.
    private(set) var boxes: [PictureBox] = []
    /// What the text flows around; nil where they stand below it.
    private(set) var corner: TextWrap.Corner?

    /// Finds the places in `columns`; none where the density shows none.
    init(_ pictures: [TicketPicture], hasText: Bool, density: Density, columns: Int) {
        guard density == .roomy, let first = pictures.first else { return }
        if pictures.count == 1, hasText, columns >= 50 {
            let size = PicturePlaces.size(of: first, columns: columns / 3, lines: Self.linesBeside)
            boxes = [PictureBox(address: first.address, line: 0, column: columns - size.columns, size: size)]
            corner = TextWrap.Corner(lines: size.lines, columns: size.columns + Self.space)
            return
        }
        var column = 0
        for picture in pictures {
            let size = PicturePlaces.size(
                of: picture, columns: min(Self.strip.columns, columns), lines: Self.strip.lines)
            guard column + size.columns <= columns else { break }
            boxes.append(PictureBox(address: picture.address, line: 0, column: column, size: size))
            column += size.columns + Self.space
        }
    }

    /// The lines that they take.
    var height: Int { boxes.map(\.size.lines).max() ?? 0 }

    /// The text with room for them, and their places where the text begins on `line`.
    func laid(with text: [RowLine], from line: Int) -> (lines: [RowLine], boxes: [PictureBox]) {
        let isBeside = corner != nil
        let missing = isBeside ? max(0, height - text.count) : height
        let first = isBeside ? line : line + text.count
        let placed = boxes.map { box in
            PictureBox(address: box.address, line: first + box.line, column: box.column, size: box.size)
        }
        return (text + Array(repeating: RowLine(), count: missing), placed)
    }
}
