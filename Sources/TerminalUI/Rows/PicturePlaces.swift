import ViewModels

/// Calculates the size of pictures from their declared dimensions, before they are loaded.
enum PicturePlaces {
    /// Returns the size of one picture. A picture without declared dimensions gets an area with common proportions.
    static func size(of picture: TicketPicture, columns: Int, lines: Int) -> PictureSize {
        guard let (width, height) = picture.proportions else {
            return PictureSize(columns: max(1, min(columns, lines * 3)), lines: lines)
        }
        // A cell is twice as high as wide, and no picture is enlarged beyond one column per eight pixels.
        let linesPerColumn = Double(height) / Double(width) / 2
        let wide = min(Double(columns), (Double(width) / 8).rounded(.up), Double(lines) / linesPerColumn)
        return PictureSize(
            columns: max(1, min(columns, Int(wide.rounded()))),
            lines: max(1, min(lines, Int((wide * linesPerColumn).rounded()))))
    }
}
