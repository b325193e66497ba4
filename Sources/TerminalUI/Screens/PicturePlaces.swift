import ViewModels

/// How much room pictures get: decided by what is declared of them, before any of them is there.
enum PicturePlaces {
    /// The room for one picture. Where its size is not declared, a place of common proportions, in which it will stand
    /// however it is.
    static func size(of picture: TicketPicture, columns: Int, lines: Int) -> PictureSize {
        guard let (width, height) = picture.proportions else {
            return PictureSize(columns: max(1, min(columns, lines * 3)), lines: lines)
        }
        // A cell is twice as high as wide; and no picture is drawn larger than eight of its pixels a column.
        let linesPerColumn = Double(height) / Double(width) / 2
        let wide = min(Double(columns), (Double(width) / 8).rounded(.up), Double(lines) / linesPerColumn)
        return PictureSize(
            columns: max(1, min(columns, Int(wide.rounded()))),
            lines: max(1, min(lines, Int((wide * linesPerColumn).rounded()))))
    }
}
