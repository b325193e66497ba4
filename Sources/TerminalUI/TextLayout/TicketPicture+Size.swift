import TerminalKit
import ViewModels

extension TicketPicture {
    /// Returns the size of the picture by its declared dimensions, before it is loaded. Without these, it gets an area with
    /// common proportions.
    func size(fitting room: PictureSize) -> PictureSize {
        guard let (width, height) = proportions else {
            return PictureSize(columns: max(1, min(room.columns, room.lines * 3)), lines: room.lines)
        }
        let size = CellPicture.size(
            ofPixels: Size(width: width, height: height), fitting: Size(width: room.columns, height: room.lines))
        return PictureSize(columns: max(1, size.width), lines: max(1, size.height))
    }
}
