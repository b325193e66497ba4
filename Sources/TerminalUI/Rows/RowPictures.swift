import TerminalKit
import ViewModels

/// The layout of a ticket's pictures in its row: one picture in the corner with text around it, or several side by side below
/// the text. It depends only on declared dimensions, so that the row's height does not change when the pictures arrive.
struct RowPictures: Equatable {
    /// The maximum height of a picture beside the text; equal to the maximum height of the text.
    private static let linesBeside = 7
    /// The maximum size of one of several pictures.
    private static let strip = PictureSize(columns: 24, lines: 6)
    /// The columns between two pictures, and between a picture and the text.
    private static let space = 2

    /// The areas of the pictures, relative to their first line.
    private(set) var boxes: [PictureBox] = []
    /// The area that the text flows around, or `nil` if the pictures are below the text.
    private(set) var corner: TextWrap.Corner?

    /// Lays out the pictures in `columns`. Empty if the density shows no pictures.
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

    var height: Int { boxes.map(\.size.lines).max() ?? 0 }

    /// Returns the text with empty lines for the pictures, and the areas of the pictures if the text starts on `line`.
    func layout(with text: [RowLine], from line: Int) -> (lines: [RowLine], boxes: [PictureBox]) {
        let isBeside = corner != nil
        let missing = isBeside ? max(0, height - text.count) : height
        let first = isBeside ? line : line + text.count
        let placed = boxes.map { box in
            PictureBox(address: box.address, line: first + box.line, column: box.column, size: box.size)
        }
        return (text + Array(repeating: RowLine(), count: missing), placed)
    }
}

/// Calculates the size of pictures from their declared dimensions, before they are loaded.
enum PicturePlaces {
    /// Returns the size of one picture. A picture without declared dimensions gets an area with common proportions.
    static func size(of picture: TicketPicture, columns: Int, lines: Int) -> PictureSize {
        guard let (width, height) = picture.proportions else {
            return PictureSize(columns: max(1, min(columns, lines * 3)), lines: lines)
        }
        let size = CellPicture.size(
            ofPixels: Size(width: width, height: height), fitting: Size(width: columns, height: lines))
        return PictureSize(columns: max(1, size.width), lines: max(1, size.height))
    }
}
