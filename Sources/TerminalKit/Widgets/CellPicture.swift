/// A picture that is set in characters: what stands in each cell, row by row.
public struct CellPicture: Hashable, Sendable {
    /// What stands in a cell.
    public struct Cell: Hashable, Sendable {
        /// The character, one column wide.
        public var glyph: Unicode.Scalar
        /// How it looks; colours that are inherited leave what lies beneath.
        public var style: Style

        /// Makes a cell.
        public init(_ glyph: Unicode.Scalar, _ style: Style) {
            self.glyph = glyph
            self.style = style
        }
    }

    /// Columns and rows.
    public let size: Size
    /// The cells, row by row; as many as the size asks for.
    public let cells: [Cell]
    /// What the terminal draws in their place; nil where the picture is the characters.
    public let image: TerminalImage?
    /// What the terminal draws over them where nothing covers them; nil where the picture is the characters.
    public let sixels: SixelImage?

    /// Makes a picture of these cells; what is missing is blank, what is too much is left out.
    public init(size: Size, cells: [Cell], sixels: SixelImage? = nil) {
        let count = max(0, size.width) * max(0, size.height)
        self.size = size
        image = nil
        self.sixels = sixels
        self.cells =
            cells.count == count
            ? cells
            : Array(cells.prefix(count))
                + Array(repeating: Cell(" ", .plain), count: max(0, count - cells.count))
    }

    /// Makes a picture that the terminal draws.
    public init(_ image: TerminalImage) {
        size = image.size
        cells = []
        self.image = image
        sixels = nil
    }
}

extension CellBuffer {
    /// Draws a picture whose upper left corner is at `point`; what lies outside of `clip` is cut off.
    public mutating func put(_ picture: CellPicture, at point: Point, in clip: Rect? = nil) {
        let place = Rect(x: point.x, y: point.y, width: picture.size.width, height: picture.size.height)
        let area = place.intersection(clip.map { $0.intersection(bounds) } ?? bounds)
        guard !area.isEmpty else { return }
        if let image = picture.image { return put(image, at: point, in: area) }
        for y in area.rows {
            let row = (y - point.y) * picture.size.width
            for x in area.columns {
                let cell = picture.cells[row + x - point.x]
                set(cell.glyph.value, width: 1, style: cell.style, x: x, y: y)
            }
        }
        if let sixels = picture.sixels, area == place { note(sixels, at: place) }
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
