import TerminalKit
import ViewModels

/// The layout of a ticket's pictures in its row: one picture in the corner with text around it, or several side by side below
/// the text. It depends only on declared dimensions, so that the row's height does not change when the pictures arrive.
struct RowPictures {
    /// The maximum height of a picture beside the text; equal to the maximum height of the text.
    private static let linesBeside = 7
    /// The maximum size of one of several pictures.
    private static let strip = PictureSize(columns: 24, lines: 6)
    /// The columns between two pictures, and between a picture and the text.
    private static let space = 2

    /// The areas of the pictures, relative to their first line.
    private var boxes: [PictureBox] = []
    /// The area that the text flows around, or `nil` if the pictures are below the text.
    private(set) var corner: TextWrap.Corner?

    /// Lays out the pictures in `columns`. Empty if the density shows no pictures.
    init(_ pictures: [TicketPicture], hasText: Bool, density: Density, columns: Int) {
        guard density == .roomy, let first = pictures.first else { return }
        if pictures.count == 1, hasText, columns >= 50 {
            let size = first.size(fitting: PictureSize(columns: columns / 3, lines: Self.linesBeside))
            boxes = [PictureBox(address: first.address, line: 0, column: columns - size.columns, size: size)]
            corner = TextWrap.Corner(lines: size.lines, columns: size.columns + Self.space)
            return
        }
        var column = 0
        for picture in pictures {
            let size = picture.size(
                fitting: PictureSize(columns: min(Self.strip.columns, columns), lines: Self.strip.lines))
            guard column + size.columns <= columns else { break }
            boxes.append(PictureBox(address: picture.address, line: 0, column: column, size: size))
            column += size.columns + Self.space
        }
    }

    private var height: Int { boxes.map(\.size.lines).max() ?? 0 }

    /// Returns the text with empty lines for the pictures, and the areas of the pictures if the text starts on `line`.
    func layout(with text: [RowLine], from line: Int) -> (lines: [RowLine], boxes: [PictureBox]) {
        let isBeside = corner != nil
        let missing = isBeside ? max(0, height - text.count) : height
        var placed = boxes
        for index in placed.indices { placed[index].line = isBeside ? line : line + text.count }
        return (text + Array(repeating: RowLine(), count: missing), placed)
    }
}
