/// A screen as cells. Screens draw every visible row into a fresh buffer; ``BufferDiff`` finds the changes.
///
/// Drawing is clipped to the buffer and the given area. A wide cluster is never halved: overwriting one half blanks the other.
public struct CellBuffer: Sendable {
    public let size: Size
    private(set) var cells: [PackedCell]
    private(set) var clusters: [String] = []
    /// The addresses of the links that cells may belong to, by number.
    public var links: [UInt16: String] = [:]
    /// The images that cells may refer to.
    public internal(set) var images: Set<TerminalImage> = []
    /// The sixel images that were drawn whole, over their characters.
    var sixels: [(placed: PlacedSixels, cells: [PackedCell])] = []

    /// Creates a buffer of blanks in `style`.
    public init(size: Size, style: Style = .plain) {
        self.size = size
        cells = Array(repeating: .blank(style), count: size.width * size.height)
    }

    /// The whole area.
    public var bounds: Rect { size.bounds }

    /// The cell at `point`, or a blank outside of the buffer.
    public subscript(point: Point) -> Cell {
        guard bounds.contains(point) else { return Cell(text: " ", style: .plain, width: 1) }
        let cell = cells[point.y * size.width + point.x]
        return Cell(text: text(of: cell), style: cell.style, width: Int(cell.width))
    }

    /// Returns the glyph in column `x` of row `y`, which must be inside, without making strings: for painters.
    public func content(x: Int, y: Int) -> CellContent {
        let cell = cells[y * size.width + x]
        let glyph: CellContent.Glyph
        if let index = cell.clusterIndex {
            glyph = .cluster(clusters[index])
        } else if cell.width > 0, let scalar = Unicode.Scalar(cell.glyph) {
            glyph = .scalar(scalar)
        } else {
            glyph = .rightHalf
        }
        return CellContent(glyph: glyph, style: cell.style, width: Int(cell.width))
    }

    /// Replaces dashes, dots, quotes and arrows by ASCII.
    public mutating func replacePunctuation() {
        for index in cells.indices where cells[index].glyph > 0x7f && cells[index].width == 1 {
            guard let scalar = Unicode.Scalar(cells[index].glyph), let sign = ASCIIPunctuation.sign(for: scalar) else {
                continue
            }
            cells[index] = PackedCell(glyph: sign.value, style: cells[index].style, width: 1)
        }
    }

    /// The cell in column `x` of row `y`.
    public subscript(x: Int, y: Int) -> Cell { self[Point(x: x, y: y)] }

    /// Draws `text` rightwards from `point` and returns the column after it.
    ///
    /// The style lies over the cells' former one: without a background of its own, text keeps theirs. Right-to-left text is
    /// drawn in its own order.
    @discardableResult
    public mutating func put(_ text: String, at point: Point, style: Style = .plain, in clip: Rect? = nil) -> Int {
        let area = clip.map { $0.intersection(bounds) } ?? bounds
        guard area.rows.contains(point.y) else { return point.x + TextWidth.width(of: text) }
        guard TextConventions.current.ordersText, Bidi.mayTurn(text) else {
            return put(text, at: point, style, in: area)
        }
        var x = point.x
        for piece in VisualText(text).pieces {
            x = put(String(text[bytes: piece.range]), level: piece.level, at: Point(x: x, y: point.y), style, in: area)
        }
        return x
    }

    /// Draws a line rightwards from `point` and returns the column after it.
    @discardableResult
    public mutating func put(_ line: TextLine, at point: Point, over base: Style = .plain, in clip: Rect? = nil) -> Int
    {
        var x = point.x
        let area = clip.map { $0.intersection(bounds) } ?? bounds
        guard area.rows.contains(point.y) else { return x + line.width }
        for group in line.groups {
            let levels = group.compactMap { $0.level?.value }
            guard levels.count == group.count, TextConventions.current.ordersText else {
                for run in group {
                    x = put(run.text, at: Point(x: x, y: point.y), style: run.style.over(base), in: area)
                }
                continue
            }
            for index in Bidi.visualOrder(levels) {
                let run = group[group.startIndex + index]
                let start = Point(x: x, y: point.y)
                x = put(run.text, level: levels[index], at: start, run.style.over(base), in: area)
            }
        }
        return x
    }

    /// Draws letters of one direction.
    private mutating func put(_ text: String, level: UInt8, at point: Point, _ style: Style, in area: Rect) -> Int {
        guard level & 1 == 1 else { return put(text, at: point, style, in: area) }
        var x = point.x
        for cluster in ClusterCursor(Bidi.turned(text, level: level)).reversed() {
            put(cluster, at: &x, y: point.y, style, in: area)
        }
        return x
    }

    /// Draws letters from left to right and stops at the area's right edge.
    private mutating func put(_ text: String, at point: Point, _ style: Style, in area: Rect) -> Int {
        var x = point.x
        var cursor = ClusterCursor(text)
        while x < area.maxX, let cluster = cursor.next() {
            if let plain = cluster.plain {
                if x >= area.x { set(plain.value, width: 1, style: style, x: x, y: point.y) }
                x += 1
            } else {
                put(cluster, at: &x, y: point.y, style, in: area)
            }
        }
        return x
    }

    private mutating func put(_ cluster: Cluster, at x: inout Int, y: Int, _ style: Style, in area: Rect) {
        cluster.forEachCell { scalars, width in
            if x >= area.x, x + width <= area.maxX {
                set(glyph(scalars), width: width, style: style, x: x, y: y)
            } else if x + width > area.x, x < area.maxX {
                for column in max(x, area.x)..<min(x + width, area.maxX) {
                    set(0x20, width: 1, style: style, x: column, y: y)
                }
            }
            x += width
        }
    }

    /// Draws a line aligned to the right end of the first row of `area`.
    public mutating func put(_ line: TextLine, rightIn area: Rect, over base: Style = .plain) {
        put(line, at: Point(x: area.maxX - line.width, y: area.y), over: base, in: area)
    }

    /// Fills `area` with blanks, or with `text` (one column wide), in exactly `style`.
    public mutating func fill(_ area: Rect, with text: String = " ", style: Style) {
        let area = area.intersection(bounds)
        guard !area.isEmpty else { return }
        var glyph: UInt32 = 0x20
        var cursor = ClusterCursor(text)
        cursor.next()?.forEachCell { scalars, width in if width == 1 { glyph = self.glyph(scalars) } }
        for y in area.rows {
            blankWideCluster(acrossColumn: area.x, y: y)
            blankWideCluster(acrossColumn: area.maxX, y: y)
            let row = y * size.width
            for x in area.columns { cells[row + x] = PackedCell(glyph: glyph, style: style, width: 1) }
        }
    }

    /// Lays `style` over `area` and keeps the text: a selection, a shade behind a box.
    public mutating func overlay(_ style: Style, on area: Rect) { restyle(area) { $0 = style.over($0) } }

    /// Exchanges text and background in `area`, without colours: coloured text would become coloured blocks. Text that is
    /// reversed already differs by not being so.
    mutating func reverse(_ area: Rect) {
        restyle(area) {
            $0.foreground = .terminal
            $0.attributes.formSymmetricDifference(.reverse)
        }
    }

    /// Draws the text of `area` faintly, and text with another background than the screen's in its colours: the shade behind
    /// a box, beside which nothing is bright.
    mutating func shade(_ area: Rect, theme: Theme) {
        let shade = theme[.faint].over(theme[.text])
        restyle(area) { style in
            style.attributes.insert(.dim)
            style.attributes.subtract([.bold, .reverse])
            guard style.background != shade.background else { return }
            style.foreground = shade.foreground
            style.background = shade.background
        }
    }

    private mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
        let area = area.intersection(bounds)
        for y in area.rows {
            for x in area.columns { change(&cells[y * size.width + x].style) }
        }
    }

    /// Removes the targets of clicks except links, before another screen is drawn over this one.
    public mutating func removeTargets() {
        for index in cells.indices where cells[index].style.targetNumber != cells[index].style.hyperlink {
            cells[index].style.targetNumber = 0
        }
    }

    /// The text of every row without trailing spaces, for tests.
    public var lines: [String] { (0..<size.height).map { line($0) } }

    /// Returns the text of the row `y` without trailing spaces.
    public func line(_ y: Int) -> String {
        guard (0..<size.height).contains(y) else { return "" }
        var text = ""
        for cell in cells[y * size.width..<(y + 1) * size.width] { text += self.text(of: cell) }
        while text.last == " " { text.removeLast() }
        return text
    }

    func text(of cell: PackedCell) -> String {
        if let index = cell.clusterIndex { return clusters[index] }
        guard cell.width > 0, let scalar = Unicode.Scalar(cell.glyph) else { return "" }
        return String(Character(scalar))
    }

    /// Returns the glyph of a cluster for a cell. Appends a cluster of several scalars to ``clusters``.
    mutating func glyph(_ scalars: [Unicode.Scalar]) -> UInt32 {
        if scalars.count == 1 { return scalars[0].value }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        clusters.append(String(text))
        return PackedCell.clusterFlag | UInt32(clusters.count - 1)
    }

    /// Sets the cell in column `x` of row `y` to a glyph that is `width` columns wide and must fit into the row. Blanks
    /// wide clusters that it overwrites by half.
    mutating func set(_ glyph: UInt32, width: Int, style: Style, x: Int, y: Int) {
        blankWideCluster(acrossColumn: x, y: y)
        blankWideCluster(acrossColumn: x + width, y: y)
        let index = y * size.width + x
        let style = style.over(cells[index].style)
        cells[index] = PackedCell(glyph: glyph, style: style, width: UInt8(width))
        if width == 2 { cells[index + 1] = PackedCell(glyph: 0, style: style, width: 0) }
    }

    /// Blanks a wide cluster whose right half is in column `x` of row `y`.
    private mutating func blankWideCluster(acrossColumn x: Int, y: Int) {
        guard x > 0, x < size.width else { return }
        let index = y * size.width + x
        guard cells[index].width == 0 else { return }
        cells[index - 1] = .blank(cells[index - 1].style)
        cells[index] = .blank(cells[index].style)
    }
}

extension CellBuffer: Equatable {
    /// Compares cells only: links, images and sixels can differ.
    public static func == (lhs: CellBuffer, rhs: CellBuffer) -> Bool {
        lhs.size == rhs.size && BufferDiff.runs(from: lhs, to: rhs).isEmpty
    }
}
