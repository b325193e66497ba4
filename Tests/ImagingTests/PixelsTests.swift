import Testing

@testable import Imaging

@Suite("Writing PNG files")
struct PixelsTests {
    @Test("A written file is read as the same pixels", arguments: [(1, 1), (3, 2), (70, 50)])
    func roundTrip(width: Int, height: Int) throws {
        var bytes: [UInt8] = []
        for number in 0..<width * height { bytes += [UInt8(truncatingIfNeeded: number * 7), 40, 200, 255] }
        let pixels = Pixels(
            width: width, height: height, sourceWidth: width, sourceHeight: height, bytes: bytes)
        let file = try #require(pixels.png)
        let read = try PictureDecoder().decode(file)
        #expect(read.width == width && read.height == height && read.bytes == bytes)
    }
}
