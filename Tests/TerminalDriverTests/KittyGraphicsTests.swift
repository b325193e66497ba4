import FoundationBasics
import TerminalKit
import Testing

@testable import TerminalDriver

@Suite("Kitty graphics")
struct KittyGraphicsTests {
    private func image(_ number: UInt32, bytes: Int = 10) -> TerminalImage {
        TerminalImage(
            identifier: number, size: Size(width: 7, height: 3), png: (0..<bytes).map { UInt8(truncatingIfNeeded: $0) },
            depth: .truecolor)
    }

    private func messages(_ text: String) -> [Substring] {
        text.split(separator: "\u{1b}\\").map { $0.dropFirst("\u{1b}_G".count) }
    }

    @Test("A picture is sent once, in messages within the protocol's limit")
    func sentOnce() throws {
        var graphics = KittyGraphics()
        let picture = image(300, bytes: 10_000)
        let sent = messages(graphics.transmit([picture]))
        #expect(sent.first?.hasPrefix("a=T,U=1,q=2,f=100,i=300,c=7,r=3,m=1;") == true)
        #expect(sent.dropFirst().dropLast().allSatisfy { $0.hasPrefix("q=2,m=1;") })
        #expect(sent.last?.hasPrefix("q=2,m=0;") == true)
        let contents = sent.map { String($0[$0.index(after: $0.firstIndex(of: ";") ?? $0.startIndex)...]) }
        #expect(contents.allSatisfy { $0.utf8.count <= 4096 })
        #expect(try #require(Data(base64Encoded: contents.joined())) == Data(picture.png))
        #expect(graphics.transmit([picture]).isEmpty)
        graphics.invalidate()
        #expect(!graphics.transmit([picture]).isEmpty)
    }

    @Test("The number of pictures in the terminal is bounded, and none is left after the end")
    func bounded() {
        var graphics = KittyGraphics()
        let first = image(1000)
        #expect(graphics.deleteAll().isEmpty)
        for number in 0..<64 { _ = graphics.transmit([image(1000 + UInt32(number), bytes: 1), first]) }
        #expect(graphics.transmit([image(2000), first]).contains("a=d,d=I,i=1001,q=2"), "what is seen stays")
        #expect(messages(graphics.deleteAll()) == ["a=d,d=A,q=2"])
        #expect(graphics.deleteAll().isEmpty)
    }

    @Test(
        "Kitty graphics are used only for terminals known to support them",
        arguments: [
            (["TERM": "xterm-kitty"], true), (["TERM": "xterm-ghostty"], true),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], true), (["TERM": "xterm-256color"], false),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "ghostty", "TMUX": "/tmp/x"], false),
        ])
    func known(variables: [String: String], draws: Bool) {
        #expect(TerminalEnvironment(variables).drawsPictures == draws)
    }
}
