import Imaging
import TerminalKit
import Testing

@Suite("Drawing pictures")
struct PictureRendererTests {
    /// Red above and blue below in exact halves.
    private func halves(width: Int = 64, height: Int = 64) throws -> Pixels {
        let png = PNGWriter(width: width, height: height) { _, y in
            y < height / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]
        }
        return try PictureDecoder().decode(png.bytes)
    }

    private let box = Size(width: 8, height: 4)

    @Test("Each cell has the colours of its pixels")
    func colors() throws {
        let picture = PictureRenderer(depth: .truecolor).render(try halves(), fitting: box, enlarges: false)
        #expect(picture.size == box)
        func paper(_ x: Int, _ y: Int) -> [Color] {
            let cell = picture.cells[y * box.width + x]
            // A full block is all foreground, a space all background.
            return cell.glyph == " " ? [cell.style.background] : [cell.style.foreground, cell.style.background]
        }
        #expect(paper(3, 0).contains(.rgb(0xff0000)))
        #expect(paper(3, 3).contains(.rgb(0x0000ff)))
        #expect(!paper(3, 3).contains(.rgb(0xff0000)))
    }

    @Test("A picture uses only colours that the terminal has")
    func colorDepths() throws {
        func kinds(_ depth: ColorDepth) throws -> Set<String> {
            let picture = PictureRenderer(depth: depth).render(try halves(), fitting: box, enlarges: false)
            // A cell with a single colour has no second one.
            return Set(
                picture.cells.flatMap { [$0.style.foreground, $0.style.background] }
                    .map { color in
                        switch color.kind {
                        case .rgb: "rgb"
                        case .palette(let index): index < 16 ? "sixteen" : "palette"
                        default: "none"
                        }
                    })
        }
        #expect(try kinds(.truecolor).subtracting(["none"]) == ["rgb"])
        #expect(try kinds(.palette).subtracting(["none"]) == ["palette"])
        #expect(try kinds(.sixteen).subtracting(["none"]) == ["sixteen"])
        #expect(try kinds(.none) == ["none"])
    }

    @Test("With ASCII only, a picture consists of ASCII characters")
    func asciiOnly() throws {
        for depth in ColorDepth.allCases {
            let picture = PictureRenderer(depth: depth, usesASCII: true)
                .render(try halves(), fitting: box, enlarges: false)
            #expect(picture.cells.allSatisfy { $0.glyph.isASCII && $0.glyph.value >= 0x20 })
        }
    }

    @Test("Without colours, characters show light and dark")
    func monochrome() throws {
        let png = PNGWriter(width: 64, height: 64) { x, _ in x < 32 ? [0, 0, 0, 255] : [255, 255, 255, 255] }
        let picture = PictureRenderer(depth: .none, usesASCII: true)
            .render(try PictureDecoder().decode(png.bytes), fitting: box, enlarges: false)
        #expect(picture.cells[0].glyph == " ")
        #expect(picture.cells[box.width - 1].glyph != " ")
    }

    @Test("A picture that the terminal draws is sent whole, under a number that its cells name")
    func terminalPicture() throws {
        let pixels = try halves()
        for depth in [ColorDepth.truecolor, .palette] {
            let renderer = PictureRenderer(depth: depth, drawing: .placeholders)
            let image = try #require(renderer.render(pixels, fitting: box, enlarges: false).image)
            #expect(image.size == box)
            #expect(try PictureDecoder().decode(image.png).bytes == pixels.bytes)
            #expect(image.identifier > 15)
            #expect(renderer.render(pixels, fitting: box, enlarges: false).image?.identifier != image.identifier)
        }
        for depth in [ColorDepth.sixteen, .none] {
            let renderer = PictureRenderer(depth: depth, drawing: .placeholders)
            #expect(renderer.render(pixels, fitting: box, enlarges: false).image == nil)
        }
    }

    @Test("Transparent pixels leave the screen unchanged")
    func transparency() throws {
        let png = PNGWriter(width: 64, height: 64) { x, _ in [255, 0, 0, x < 32 ? 0 : 255] }
        let pixels = try PictureDecoder().decode(png.bytes)
        let picture = PictureRenderer(depth: .truecolor).render(pixels, fitting: box, enlarges: false)
        #expect(picture.cells[0] == CellPicture.Cell(" ", .plain))
        #expect(picture.cells[box.width - 1] != CellPicture.Cell(" ", .plain))
    }

    @Test(
        "A picture keeps its proportions within its box",
        arguments: [
            (64, 64, 40, 20, true, 40, 20), (64, 64, 40, 5, true, 10, 5), (640, 320, 40, 20, false, 40, 10),
            (16, 16, 40, 20, false, 2, 1), (5000, 10, 40, 20, false, 40, 1), (10, 5000, 40, 20, false, 1, 20),
        ])
    func proportions(width: Int, height: Int, columns: Int, rows: Int, enlarges: Bool, wide: Int, high: Int) throws {
        let picture = PictureRenderer(depth: .truecolor)
            .render(
                try halves(width: width, height: height), fitting: Size(width: columns, height: rows),
                enlarges: enlarges)
        #expect(picture.size == Size(width: wide, height: high))
    }

    @Test("A picture is drawn only inside its clip")
    func clip() throws {
        let picture = PictureRenderer(depth: .truecolor, usesASCII: true)
            .render(try halves(), fitting: box, enlarges: false)
        var buffer = CellBuffer(size: Size(width: 10, height: 6))
        buffer.put(picture, at: Point(x: 1, y: -2), in: Rect(x: 2, y: 0, width: 4, height: 9))
        #expect(buffer[1, 0] == Cell(text: " ", style: .plain, width: 1))
        #expect(buffer[2, 0].style == picture.cells[2 * box.width + 1].style)
        #expect(buffer[6, 0] == Cell(text: " ", style: .plain, width: 1))
        #expect(buffer[2, 2] == Cell(text: " ", style: .plain, width: 1))
    }

    @Test("In the viewer, sixels fill the cells of the picture")
    func sixels() throws {
        let renderer = PictureRenderer(depth: .truecolor, drawing: .sixels(cell: Size(width: 10, height: 18)))
        let picture = renderer.render(try halves(), fitting: box, enlarges: true)
        let sequence = try #require(picture.sixels).sequence
        #expect(sequence.hasPrefix("\u{1b}P") && sequence.hasSuffix("\u{1b}\\"), "one control sequence: \(sequence)")
        // The raster attributes: the pixel's aspect ratio, columns and rows.
        #expect(sequence.contains("\"1;1;\(box.width * 10);\(box.height * 18)"), "\(sequence.prefix(60))")
        #expect(sequence.unicodeScalars.dropFirst().dropLast(2).allSatisfy { (0x20..<0x7f).contains($0.value) })
        #expect(picture.cells.count == box.width * box.height, "its characters stand where it is covered")
        #expect(renderer.render(try halves(), fitting: box, enlarges: false).sixels == nil)
        #expect(PictureRenderer(depth: .truecolor).render(try halves(), fitting: box, enlarges: true).sixels == nil)
    }

    @Test("A picture that is covered or cut off is drawn in characters instead of sixels")
    func coveredSixels() {
        let cells = Array(repeating: CellPicture.Cell("x", .plain), count: 6)
        let picture = CellPicture(size: Size(width: 3, height: 2), cells: cells, sixels: SixelImage(sequence: "s"))
        func uncovered(_ draw: (inout CellBuffer) -> Void) -> [Rect] {
            var buffer = CellBuffer(size: Size(width: 10, height: 6))
            draw(&buffer)
            return buffer.uncoveredSixels.map(\.area)
        }
        let place = Rect(x: 2, y: 1, width: 3, height: 2)
        #expect(uncovered { $0.put(picture, at: place.origin) } == [place])
        #expect(uncovered { $0.put(picture, at: place.origin, in: Rect(x: 0, y: 0, width: 4, height: 6)) } == [])
        #expect(uncovered { $0.put(picture, at: Point(x: 8, y: 1)) } == [])
        #expect(
            uncovered {
                $0.put(picture, at: place.origin)
                $0.put("!", at: Point(x: 4, y: 2))
            } == [])
        #expect(
            uncovered {
                $0.put(picture, at: place.origin)
                $0.put("beside", at: Point(x: 5, y: 2))
            } == [place])
    }
}
