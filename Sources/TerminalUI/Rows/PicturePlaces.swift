import TerminalKit
import ViewModels

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
