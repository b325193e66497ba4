import Testing
import WebText

@Suite("Tokens of HTML")
struct HTMLTokenizerTests {
    /// The tokens in short: `text`, `<name key=value>`, `</name>`.
    private func tokens(_ markup: String) -> [String] {
        var markup = markup
        return markup.withUTF8 { bytes in
            var tokenizer = HTMLTokenizer(bytes)
            var found: [String] = []
            let text = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
            while let token = tokenizer.next() {
                switch token {
                case .text(let range): found.append(text(range))
                case .end(let name): found.append("</\(tokenizer.name(name))>")
                case .start(let name):
                    let attributes = tokenizer.attributes.all.map { " \(text($0.name))=\($0.value.map(text) ?? "-")" }
                    found.append("<\(tokenizer.name(name))\(attributes.joined())\(tokenizer.isSelfClosing ? "/" : "")>")
                }
            }
            return found
        }
    }

    @Test(
        "HTML is split as browsers split it",
        arguments: [
            ("a <B>b</b >c", ["a ", "<b>", "b", "</b>", "c"]),
            ("1 < 2 <3 </ x <", ["1 < 2 <3 </ x <"]),
            ("<a href=x/y title = 'a > b' hidden data-x=\"\">", ["<a href=x/y title=a > b hidden=- data-x=>"]),
            ("<br/><img src=a/><img src=\"a\" />", ["<br/>", "<img src=a/>", "<img src=a/>"]),
            ("a<!-- <b> -- > -->b<!-->c<!doctype x>d<?php ?>e</>f", ["a", "b", "c", "d", "e", "f"]),
            ("<script>if (a<b) '</b>'</SCRIPT >c", ["<script>", "</script>", "c"]),
            ("<style>a", ["<style>"]), ("a <! b", ["a <! b"]), ("a<!-- b > c", ["a", " c"]),
            ("x<b c='d", ["x", "<b c=d>"]), ("<a =b=c / d>", ["<a =b=c d=->"]), ("", []),
        ])
    func splitting(markup: String, expected: [String]) {
        #expect(tokens(markup) == expected)
    }

    @Test(
        "References are resolved as far as their place allows",
        arguments: [
            (CharacterReference.Ending.anyLetter, "&lt; ©x © ©= ’’ &nope; & ≂̸ ’s ’ &#g &#x A"),
            (.wordEnd, "&lt; &copyx © &copy= ’’ &nope; & ≂̸ ’s ’ &#g &#x A"),
            (.semicolon, "&lt; &copyx &copy &copy= ’’ &nope; & ≂̸ &#8217s &#x2019 &#g &#x &#65"),
        ])
    func references(ending: CharacterReference.Ending, expected: String) {
        let text =
            "&amp;lt; &copyx &copy &copy= &#8217;&#x2019; &nope; & &NotEqualTilde; "
            + "&#8217s &#x2019 &#g &#x &#65"
        #expect(resolved(text, endingAt: ending) == expected)
    }

    @Test("The most frequent references, and others that are spelt like them, have their own meanings")
    func frequentReferences() {
        let frequent = "&lt;&gt;&amp;&quot;&nbsp;&ndash;&mdash;&lsquo;&rsquo;&ldquo;&rdquo;&hellip;"
        #expect(resolved(frequent, endingAt: .semicolon) == "<>&\"\u{a0}–—‘’“”…")
        #expect(resolved("&Lt;&Gt;&AMP;&laquo;&sbquo;&bdquo;&mldr;", endingAt: .semicolon) == "≪≫&«‚„…")
    }

    private func resolved(_ text: String, endingAt ending: CharacterReference.Ending) -> String {
        var text = text
        var resolved: [UInt8] = []
        text.withUTF8 { CharacterReference.resolve(in: $0, endingAt: ending) { resolved.append(contentsOf: $0) } }
        return String(decoding: resolved, as: UTF8.self)
    }

    @Test(
        "Text that opens many comments or tags without an end is read in linear time",
        arguments: ["<!--", "<a b='", "</"])
    func endless(piece: String) {
        #expect(tokens(String(repeating: piece, count: 200_000)).count <= 1)
        #expect(tokens(String(repeating: piece, count: 200_000) + ">").count <= 1)
    }
}
