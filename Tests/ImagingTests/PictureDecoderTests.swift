import Imaging
import Testing

@Suite("Decoding pictures")
struct PictureDecoderTests {
    private func color(_ pixels: Pixels, x: Int, y: Int) -> [Int] {
        pixels.bytes[(y * pixels.width + x) * 4..<(y * pixels.width + x) * 4 + 4].map(Int.init)
    }

    private func isRed(_ color: [Int]) -> Bool { color[0] > 150 && color[2] < 90 && color[3] > 200 }
    private func isBlue(_ color: [Int]) -> Bool { color[0] < 90 && color[2] > 150 && color[3] > 200 }

    private func refusal(_ bytes: [UInt8], _ limits: PictureDecoder.Limits = .init()) -> PictureError.Code? {
        do throws(PictureError) {
            _ = try PictureDecoder(limits: limits).decode(bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "Every format is decoded, and the first frame of an animation",
        arguments: [
            PictureFixtures.jpeg, PictureFixtures.progressiveJPEG, PictureFixtures.inkJPEG, PictureFixtures.webp,
            PictureFixtures.movingWebP, PictureFixtures.interlacedGIF, PictureFixtures.movingGIF,
        ])
    func formats(_ bytes: [UInt8]) throws {
        let pixels = try PictureDecoder().decode(bytes)
        #expect(pixels.width == 32 && pixels.height == 16)
        for y in [1, 7, 14] {
            #expect(isRed(color(pixels, x: 3, y: y)))
            #expect(isBlue(color(pixels, x: 28, y: y)))
        }
    }

    /// A JPEG with an EXIF block that has the camera's orientation.
    private func held(_ orientation: UInt8, littleEndian: Bool) -> [UInt8] {
        let tiff: [UInt8] =
            littleEndian
            ? [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
            : [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let block: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0] + tiff
        return [0xff, 0xd8, 0xff, 0xe1, 0, UInt8(block.count + 2)] + block + PictureFixtures.jpeg.dropFirst(2)
    }

    @Test(
        "A picture is rotated by its camera orientation", arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] as [UInt8],
        [true, false])
    func orientation(_ orientation: UInt8, littleEndian: Bool) throws {
        let pixels = try PictureDecoder().decode(held(orientation, littleEndian: littleEndian))
        let isTurned = (5...8).contains(orientation)
        #expect(pixels.width == (isTurned ? 16 : 32) && pixels.sourceWidth == pixels.width)
        // The side of the red half, which is on the left in the upright picture.
        let first = color(pixels, x: 2, y: 2)
        let last = color(pixels, x: pixels.width - 3, y: pixels.height - 3)
        let redIsFirst = ![2, 3, 7, 8].contains(orientation)
        #expect(isRed(redIsFirst ? first : last) && isBlue(redIsFirst ? last : first))
    }

    @Test("The opacity of pixels is kept")
    func opacity() throws {
        let pixels = try PictureDecoder().decode(PictureFixtures.clearWebP)
        #expect(color(pixels, x: 3, y: 3)[3] == 0)
        #expect(isBlue(color(pixels, x: 28, y: 3)))
        let png = PNGWriter(width: 4, height: 4) { x, _ in [255, 0, 0, x < 2 ? 0 : 255] }
        #expect(color(try PictureDecoder().decode(png.bytes), x: 0, y: 0)[3] == 0)
        #expect(isRed(color(try PictureDecoder().decode(png.bytes), x: 3, y: 0)))
    }

    @Test("A picture is reduced in proportion to the size of a screen and never enlarged")
    func size() throws {
        let png = PNGWriter(width: 300, height: 100) { x, _ in x < 150 ? [200, 0, 0, 255] : [0, 0, 200, 255] }
        let pixels = try PictureDecoder(limits: .init(fitting: (40, 40))).decode(png.bytes)
        #expect(pixels.width == 40 && pixels.height == 13)
        #expect(pixels.sourceWidth == 300 && pixels.sourceHeight == 100)
        #expect(isRed(color(pixels, x: 2, y: 6)) && isBlue(color(pixels, x: 37, y: 6)))
        #expect(pixels.bytes.count == 40 * 13 * 4)
        let small = try PictureDecoder(limits: .init(fitting: (10, 10))).decode(PictureFixtures.progressiveJPEG)
        #expect(small.width == 10 && small.height == 5)
        #expect(isRed(color(small, x: 1, y: 2)) && isBlue(color(small, x: 8, y: 2)))
    }

    @Test("A PNG that declares 60,000 by 60,000 pixels is refused")
    func hugePNG() {
        var png = PNGWriter(width: 4, height: 4) { _, _ in [0, 0, 0, 255] }
        png.declared = (60_000, 60_000)
        #expect(refusal(png.bytes) == .tooLarge)
        png.declared = (0x7fff_ffff, 0x7fff_ffff)
        #expect(refusal(png.bytes) == .tooLarge)
    }

    @Test(
        "A JPEG that declares 60,000 by 60,000 pixels is refused",
        arguments: [PictureFixtures.jpeg, PictureFixtures.progressiveJPEG])
    func largeJPEG(_ bytes: [UInt8]) throws {
        var bytes = bytes
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xff && [0xc0, 0xc2].contains(bytes[$0 + 1]) })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xea, 0x60, 0xea, 0x60])
        #expect(refusal(bytes) == .tooLarge)
    }

    @Test("A progressive JPEG is held as a whole, and refused if that takes too much memory")
    func progressiveJPEG() throws {
        var bytes = PictureFixtures.progressiveJPEG
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xff && bytes[$0 + 1] == 0xc2 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x17, 0x70, 0x17, 0x70])
        #expect(refusal(bytes, PictureDecoder.Limits(memory: 16 << 20)) == .tooLarge)
    }

    @Test("A GIF frame that declares 60,000 by 60,000 pixels is refused")
    func hugeGIF() throws {
        var bytes = PictureFixtures.interlacedGIF
        let frame = try #require(bytes.indices.last { bytes[$0] == 0x2c && bytes[$0 + 5] == 32 && bytes[$0 + 7] == 16 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x60, 0xea, 0x60, 0xea])
        #expect(refusal(bytes) == .tooLarge)
    }

    @Test("A picture with more pixels than the setting allows is refused in every format")
    func pixelLimit() {
        for bytes in [PictureFixtures.jpeg, PictureFixtures.webp, PictureFixtures.clearWebP, PictureFixtures.movingGIF]
        {
            #expect(refusal(bytes, PictureDecoder.Limits(pixels: 511)) == .tooLarge)
            #expect(refusal(bytes, PictureDecoder.Limits(pixels: 512)) == nil)
        }
    }

    @Test(
        "A truncated picture is refused instead of shown in part",
        arguments: [
            PictureFixtures.jpeg, PictureFixtures.progressiveJPEG, PictureFixtures.webp, PictureFixtures.clearWebP,
            PictureFixtures.movingWebP, PictureFixtures.interlacedGIF,
            PNGWriter(width: 32, height: 32) { x, y in [UInt8(x), UInt8(y), 0, 255] }.bytes,
        ])
    func truncated(_ bytes: [UInt8]) {
        for length in stride(from: 12, to: bytes.count * 3 / 4, by: 7) {
            #expect(refusal(Array(bytes.prefix(length))) != nil, "cut to \(length) of \(bytes.count) bytes")
        }
    }

    @Test("The error for a file that is no picture says so")
    func noPicture() {
        for text in ["", "x", "<html><body>Not found</body></html>", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"] {
            #expect(refusal(Array(text.utf8)) == .unknownFormat)
        }
        #expect(refusal([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) == .broken)
        #expect(refusal([0xff, 0xd8, 0xff]) == .broken)
    }

    @Test("A broken byte at any place does not crash the decoder")
    func brokenBytes() {
        let pictures = [
            PictureFixtures.jpeg, PictureFixtures.progressiveJPEG, PictureFixtures.inkJPEG, PictureFixtures.webp,
            PictureFixtures.clearWebP, PictureFixtures.movingWebP, PictureFixtures.interlacedGIF,
            PictureFixtures.movingGIF,
        ]
        var survivors = 0
        for picture in pictures {
            for index in picture.indices {
                var bytes = picture
                bytes[index] ^= 0x55
                if refusal(bytes, PictureDecoder.Limits(pixels: 1 << 20)) == nil { survivors += 1 }
            }
        }
        #expect(survivors > 0)
    }
}
