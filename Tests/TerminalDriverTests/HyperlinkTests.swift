import TerminalKit
import Testing

@testable import TerminalDriver

@Suite("Hyperlinks of the terminal")
struct HyperlinkTests {
    private func frame(_ text: String, link: String?) -> CellBuffer {
        var buffer = CellBuffer(size: Size(width: 10, height: 2))
        buffer.put(text, at: Point(x: 2, y: 1), style: link == nil ? .plain : Style.plain.clicked(.link(1)))
        if let link { buffer.links[1] = link }
        return buffer
    }

    @Test("Only web and mail addresses are sent, and control characters are encoded")
    func safety() {
        #expect(Hyperlinks.safe("https://a.example/ü?x=1;2") == "https://a.example/%C3%BC?x=1;2")
        #expect(Hyperlinks.safe("MAILTO:a@b.example") == "MAILTO:a@b.example")
        #expect(Hyperlinks.safe("http://a.example/\u{1b}\\\u{7} \u{9c}") == "http://a.example/%1B\\%07%20%C2%9C")
        for refused in ["file:///etc/passwd", "javascript:x", "a.example", "data:text/html,x", ""] {
            #expect(Hyperlinks.safe(refused) == nil)
        }
        #expect(Hyperlinks.safe("https://a.example/" + String(repeating: "x", count: 3000)) == nil)
    }

    @Test("The cells of a link are drawn with its address, and the cursor and style are restored")
    func drawing() {
        let sequence = Hyperlinks.drawing(
            frame("here", link: "https://a.example/"), over: nil, rows: [0, 1], depth: .truecolor)
        #expect(
            sequence
                == "\u{1b}7\u{1b}[2;3H\u{1b}[0m\u{1b}]8;id=1;https://a.example/\u{1b}\\here\u{1b}]8;;\u{1b}\\\u{1b}[0m\u{1b}8"
        )
    }

    @Test("A former link is drawn again as text, and a link of another scheme is only text")
    func formerLink() {
        let before = frame("here", link: "https://a.example/")
        let after = frame("here", link: nil)
        #expect(
            Hyperlinks.drawing(after, over: before, rows: [1], depth: .none)
                == "\u{1b}7\u{1b}[2;3H\u{1b}[0mhere\u{1b}[0m\u{1b}8")
        #expect(
            !Hyperlinks.drawing(frame("here", link: "file:///x"), over: nil, rows: [1], depth: .none).contains("]8;"))
        #expect(Hyperlinks.drawing(after, over: after, rows: [0, 1], depth: .none).isEmpty)
    }

    @Test("A link with the same text and another address is drawn again")
    func otherAddress() {
        let before = frame("here", link: "https://a.example/")
        #expect(Hyperlinks.changedRows(of: frame("here", link: "https://b.example/"), from: before) == [1])
        #expect(Hyperlinks.changedRows(of: before, from: before).isEmpty)
        #expect(Hyperlinks.changedRows(of: before, from: nil).isEmpty)
        #expect(Hyperlinks.changedRows(of: frame("here", link: nil), from: before).isEmpty)
    }

    @Test(
        "Known terminals get hyperlinks, others do not",
        arguments: [
            (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color", "VTE_VERSION": "7600"], true),
            (["TERM": "tmux-256color"], true), (["TERM": "xterm-256color"], false), (["TERM": "linux"], false),
        ])
    func detection(variables: [String: String], opens: Bool) {
        #expect(TerminalEnvironment(variables).opensHyperlinks == opens)
    }
}
