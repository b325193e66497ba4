/// A picture drawn in characters: the cells row by row.
public struct CellPicture: Hashable, Sendable {
    public struct Cell: Hashable, Sendable {
        /// The character, one column wide.
        public var glyph: Unicode.Scalar
        /// The style; inherited colours keep the ones beneath.
        public var style: Style

        public init(_ glyph: Unicode.Scalar, _ style: Style) {
            self.glyph = glyph
            self.style = style
        }
    }

    public let size: Size
    /// The cells row by row; as many as the size asks for.
    public let cells: [Cell]
    /// The image that the terminal draws instead, or `nil`.
    public let image: TerminalImage?
    /// The image that the terminal draws over uncovered cells, or `nil`.
    public let sixels: SixelImage?

    /// Creates a picture of these cells; missing ones are blank, surplus ones are dropped.
    public init(size: Size, cells: [Cell], sixels: SixelImage? = nil) {
        let count = max(0, size.width) * max(0, size.height)
        self.size = size
        image = nil
        self.sixels = sixels
        self.cells =
            cells.count == count
            ? cells
            : Array(cells.prefix(count)) + Array(repeating: Cell(" ", .plain), count: max(0, count - cells.count))
    }

    /// Creates a picture that the terminal draws.
    public init(_ image: TerminalImage) {
        size = image.size
        cells = []
        self.image = image
        sixels = nil
    }

    /// Returns the size in cells of a picture with these pixels, at most `box`. A cell counts as twice as high as wide, as in
    /// nearly all fonts.
    ///
    /// - Parameter enlarges: Enlarges a small picture beyond one column per eight of its pixels.
    public static func size(ofPixels pixels: Size, fitting box: Size, enlarges: Bool = false) -> Size {
        guard box.width > 0, box.height > 0, pixels.width > 0, pixels.height > 0 else {
            return Size(width: 0, height: 0)
        }
        let rowsPerColumn = Double(pixels.height) / Double(pixels.width) / 2
        let natural = enlarges ? Double(box.width) : (Double(pixels.width) / 8).rounded(.up)
        let columns = min(Double(box.width), natural, Double(box.height) / rowsPerColumn)
        return Size(
            width: min(box.width, max(1, Int(columns.rounded()))),
            height: min(box.height, max(1, Int((columns * rowsPerColumn).rounded()))))
    }
}

extension CellBuffer {
    /// Draws a picture with its upper left corner at `point`, clipped to `clip`.
    public mutating func put(_ picture: CellPicture, at point: Point, in clip: Rect? = nil) {
        let pictureArea = Rect(x: point.x, y: point.y, width: picture.size.width, height: picture.size.height)
        let area = pictureArea.intersection(clip.map { $0.intersection(bounds) } ?? bounds)
        guard !area.isEmpty else { return }
        if let image = picture.image { return put(image, at: point, in: area) }
        for y in area.rows {
            let row = (y - point.y) * picture.size.width
            for x in area.columns {
                let cell = picture.cells[row + x - point.x]
                set(cell.glyph.value, width: 1, style: cell.style, x: x, y: y)
            }
        }
        if let sixels = picture.sixels, area == pictureArea { record(sixels, at: pictureArea) }
    }

    private mutating func put(_ image: TerminalImage, at point: Point, in area: Rect) {
        images.insert(image)
        let style = Style(foreground: image.color)
        for y in area.rows {
            for x in area.columns {
                let scalars = image.placeholder(row: y - point.y, column: x - point.x)
                set(glyph(scalars), width: 1, style: style, x: x, y: y)
            }
        }
    }
}
