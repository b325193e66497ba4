import CPictures
public import TerminalKit

/// Sets pictures in characters, in the colours that a terminal has; or, where the terminal draws pictures itself, in cells that
/// name them, or with what is sent to draw them over their characters.
public struct PictureSetter: Hashable, Sendable {
    /// What the terminal draws by itself.
    public enum Drawing: Hashable, Sendable {
        /// Nothing: pictures are characters.
        case characters
        /// Pictures that cells name.
        case placeholders
        /// Sixels, on cells of so many pixels. Only for pictures that may be enlarged: those are alone on the screen and stay where
        /// they are, and sixels are sent anew with every row that they move.
        case sixels(cell: Size)
    }

    /// The colours of the terminal.
    public let depth: ColorDepth
    /// Whether only ASCII may be used.
    public let usesASCII: Bool
    /// What shows through what is transparent, as `0xRRGGBB`.
    public let paper: UInt32
    /// What the terminal draws by itself.
    public let drawing: Drawing

    /// Makes a setter for a terminal.
    public init(
        depth: ColorDepth, usesASCII: Bool = false, paper: UInt32 = 0x000000, drawing: Drawing = .characters
    ) {
        self.drawing = drawing
        self.depth = depth
        self.usesASCII = usesASCII
        self.paper = paper
    }

    /// A picture that fits into `box`, its sides in the proportion that they have.
    ///
    /// - Parameter enlarges: Whether a small picture becomes larger than eight of its pixels a column.
    public func set(_ pixels: Pixels, fitting box: Size, enlarges: Bool) -> CellPicture {
        let size = Self.size(of: pixels, fitting: box, enlarges: enlarges)
        if drawing == .placeholders, let image = image(of: pixels, size) { return CellPicture(image) }
        var cells = Array(repeating: fiber_picture_cell(), count: size.width * size.height)
        let isSet = pixels.bytes.withUnsafeBufferPointer { bytes in
            fiber_picture_set(
                bytes.baseAddress, UInt32(pixels.width), UInt32(pixels.height), UInt32(size.width), UInt32(size.height),
                colors, usesASCII, paper, &cells)
        }
        guard isSet else { return CellPicture(size: Size(width: 0, height: 0), cells: []) }
        return CellPicture(size: size, cells: cells.map(cell), sixels: enlarges ? sixels(of: pixels, size) : nil)
    }

    /// The picture as the terminal draws it over its characters; nil where it draws none.
    private func sixels(of pixels: Pixels, _ size: Size) -> SixelImage? {
        guard case .sixels(let cell) = drawing else { return nil }
        var count = 0
        let sequence = pixels.bytes.withUnsafeBufferPointer { bytes in
            fiber_picture_sixels(
                bytes.baseAddress, UInt32(pixels.width), UInt32(pixels.height), UInt32(size.width), UInt32(size.height),
                UInt32(cell.width), UInt32(cell.height), paper, &count)
        }
        guard let sequence else { return nil }
        defer { fiber_picture_sixels_free(sequence) }
        return SixelImage(
            sequence: String(
                decoding: UnsafeRawBufferPointer(start: sequence, count: count), as: UTF8.self))
    }

    /// The picture as the terminal gets it; nil where its cells cannot name it.
    private func image(of pixels: Pixels, _ size: Size) -> TerminalImage? {
        guard let numbers = TerminalImage.numbers(in: depth), size.width > 0, size.height > 0,
            size.width <= TerminalImage.mostCells, size.height <= TerminalImage.mostCells
        else { return nil }
        var count = 0
        let file = pixels.bytes.withUnsafeBufferPointer { bytes in
            fiber_picture_png(bytes.baseAddress, UInt32(pixels.width), UInt32(pixels.height), &count)
        }
        guard let file else { return nil }
        defer { fiber_picture_png_free(file) }
        return TerminalImage(
            number: Self.lastNumber.next(in: numbers), size: size,
            png: Array(UnsafeBufferPointer(start: file, count: count)), depth: depth)
    }

    private static let lastNumber = ImageCounter()

    /// The cells that a picture takes. A cell counts as twice as high as it is wide, as nearly all fonts have it.
    static func size(of pixels: Pixels, fitting box: Size, enlarges: Bool) -> Size {
        guard box.width > 0, box.height > 0 else { return Size(width: 0, height: 0) }
        let rowsPerColumn = Double(pixels.sourceHeight) / Double(pixels.sourceWidth) / 2
        let natural = enlarges ? Double(box.width) : max(1, (Double(pixels.sourceWidth) / 8).rounded(.up))
        let columns = min(Double(box.width), natural, Double(box.height) / rowsPerColumn)
        return Size(
            width: min(box.width, max(1, Int(columns.rounded()))),
            height: min(box.height, max(1, Int((columns * rowsPerColumn).rounded()))))
    }

    private var colors: fiber_picture_colors {
        switch depth {
        case .none: fiber_picture_colorless
        case .sixteen: fiber_picture_sixteen
        case .palette: fiber_picture_palette
        case .truecolor: fiber_picture_truecolor
        }
    }

    private func cell(_ cell: fiber_picture_cell) -> CellPicture.Cell {
        CellPicture.Cell(
            Unicode.Scalar(cell.glyph) ?? " ",
            Style(foreground: color(cell.foreground), background: color(cell.background)))
    }

    private func color(_ value: Int32) -> Color {
        guard value >= 0 else { return .inherited }
        return depth == .truecolor ? .rgb(UInt32(value)) : .palette(UInt8(truncatingIfNeeded: value))
    }
}
