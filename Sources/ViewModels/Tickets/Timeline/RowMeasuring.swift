/// Measures rows. Implemented by the part that draws them, so that a row's height is known before it is drawn and
/// view-models know nothing of fonts and terminals.
public protocol RowMeasuring: AnyObject {
    /// Returns the number of lines of `row`, the space below it included; at least 1.
    func lines(of row: TimelineRow, in format: RowFormat) -> Int

    /// Returns the areas of the pictures in `row`. They depend only on declared dimensions, so that a late picture
    /// changes no row's height.
    func pictures(of row: TimelineRow, in format: RowFormat) -> [PictureBox]
}

/// The width and the style in which rows are laid out.
public nonisolated struct RowFormat: Equatable, Sendable {
    public var width: Int
    public var density: Density
    public var timeStyle: TimeStyle

    public init(width: Int, density: Density, timeStyle: TimeStyle) {
        self.width = width
        self.density = density
        self.timeStyle = timeStyle
    }
}
