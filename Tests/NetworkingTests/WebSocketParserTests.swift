import Testing

@testable import Networking

@Suite("Frames of a WebSocket")
struct WebSocketParserTests {
    private func frame(_ first: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length: [UInt8] =
            content.count < 126
            ? [UInt8(content.count)] : [126, UInt8(content.count >> 8), UInt8(content.count & 0xff)]
        return [first] + length + content
    }

    @Test(
        "Texts arrive whole, in any chunks, in parts with a ping between them, and with every form of length",
        arguments: [1, 2, 3, 7, 100_000])
    func texts(chunk: Int) throws {
        let long = String(repeating: "ü", count: 300)
        let longest = [UInt8](repeating: 0x78, count: 70_000)
        let bytes =
            frame(0x81, Array("one".utf8)) + frame(0x01, Array("tw".utf8)) + frame(0x89, [0x70]) + frame(0x80, [0x6f])
            + frame(0x81, Array(long.utf8)) + [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70] + longest
            + frame(0x8a, []) + frame(0x82, [0, 1]) + frame(0x81, []) + frame(0x88, [3, 0xe8])
        var parser = WebSocketParser()
        var found: [WebSocketParser.Element] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            found += try parser.append(bytes[start..<min(start + chunk, bytes.count)])
        }
        #expect(
            found == [
                .text("one"), .ping([0x70]), .text("two"), .text(long), .text(String(decoding: longest, as: UTF8.self)),
                .pong, .binary, .text(""), .closed([3, 0xe8]),
            ])
    }

    @Test(
        "Masked frames, reserved bits, unknown kinds, and parts out of order break the connection",
        arguments: [
            [0x81, 0x81, 0, 0, 0, 0, 0x78], [0xc1, 0], [0x83, 0], [0x80, 0], [0x01, 0, 0x81, 0], [0x09, 0],
            [0x89, 126, 0, 126],
        ] as [[UInt8]])
    func faults(bytes: [UInt8]) {
        var parser = WebSocketParser()
        #expect(throws: WebSocketParser.Failure.syntax) { try parser.append(bytes) }
    }

    @Test("A message that is too long is refused before it has arrived, also in parts and with an absurd length")
    func limit() throws {
        var parser = WebSocketParser(maximumLength: 10)
        #expect(throws: WebSocketParser.Failure.tooLong) { try parser.append([0x81, 11]) }
        parser = WebSocketParser(maximumLength: 10)
        #expect(try parser.append(frame(0x01, [UInt8](repeating: 0x78, count: 6))) == [])
        #expect(throws: WebSocketParser.Failure.tooLong) { try parser.append([0x80, 5]) }
        parser = WebSocketParser(maximumLength: 10)
        #expect(throws: WebSocketParser.Failure.tooLong) {
            try parser.append([0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])
        }
    }
}
