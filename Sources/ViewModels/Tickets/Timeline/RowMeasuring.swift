/// Measures rows. Implemented by the part that draws them, so that a row's height is known before it is drawn and
/// view-models know nothing of fonts and terminals.
public protocol RowMeasuring: AnyObject {
    /// Returns the number of lines of `row`, the space below it included; at least 1.
    func lines(of row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> Int

    /// Returns the areas of the pictures in `row`. They depend only on declared dimensions, so that a late picture
    /// changes no row's height.
    func pictures(in row: TimelineRow, width: Int, density: Density, timeStyle: TimeStyle) -> [PictureBox]
}
