import CPictures
import Synchronization
public import TerminalKit

/// Draws pictures in characters, in the colours of a terminal; or in cells that refer to an image, or with a sixel image over
/// the characters, if the terminal can draw images.
public struct PictureRenderer: Hashable, Sendable {
    /// The terminal's own way of drawing images.
    public enum Drawing: Hashable, Sendable {
        /// None: pictures are characters.
        case characters
        /// Images that cells refer to.
        case placeholders
        /// Sixels, on cells of this size in pixels. Only for enlarged pictures, which are alone on the screen: sixels are sent
        /// again whenever they move.
        case sixels(cell: Size)
    }

    public let depth: ColorDepth
    /// True if only ASCII may be used.
    public let usesASCII: Bool
    /// The background of transparent pixels, as `0xRRGGBB`.
    public let paper: UInt32
    public let drawing: Drawing

    public init(
        depth: ColorDepth, usesASCII: Bool = false, paper: UInt32 = 0x000000, drawing: Drawing = .characters
    ) {
        self.drawing = drawing
        self.depth = depth
        self.usesASCII = usesASCII
        self.paper = paper
    }

    /// Draws a picture into `box` and keeps its proportions.
    ///
    /// - Parameter enlarges: Enlarges a small picture beyond eight of its pixels a column.
    public func render(_ pixels: Pixels, fitting box: Size, enlarges: Bool) -> CellPicture {
        let size = CellPicture.size(
            ofPixels: Size(width: pixels.sourceWidth, height: pixels.sourceHeight), fitting: box, enlarges: enlarges)
        if drawing == .placeholders, let image = image(of: pixels, size) { return CellPicture(image) }
        var cells = Array(repeating: fiber_picture_cell(), count: size.width * size.height)
        let isDrawn = pixels.bytes.withUnsafeBufferPointer { bytes in
            fiber_picture_draw(
                bytes.baseAddress, UInt32(pixels.width), UInt32(pixels.height), UInt32(size.width), UInt32(size.height),
                colors, usesASCII, paper, &cells)
        }
        guard isDrawn else { return CellPicture(size: Size(width: 0, height: 0), cells: []) }
        return CellPicture(size: size, cells: cells.map(cell), sixels: enlarges ? sixels(of: pixels, size) : nil)
    }

    /// Returns the sixel image, or `nil` for another way of drawing.
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

    /// Returns the image for the terminal, or `nil` if cells cannot refer to it.
    private func image(of pixels: Pixels, _ size: Size) -> TerminalImage? {
        guard let numbers = TerminalImage.identifiers(in: depth), size.width > 0, size.height > 0,
            size.width <= TerminalImage.maximumCells, size.height <= TerminalImage.maximumCells, let png = pixels.png
        else { return nil }
        let count = Self.images.wrappingAdd(1, ordering: .relaxed).newValue
        let number = numbers.lowerBound + count % UInt32(numbers.count)
        return TerminalImage(identifier: number, size: size, png: png, depth: depth)
    }

    /// The number of images made for terminals so far.
    private static let images = Atomic<UInt32>(0)

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
