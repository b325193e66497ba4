import TestSupport
import Testing

@testable import WebText

@Suite("The header field Link")
struct LinkFieldTests {
    @Test(
        "Link fields are read as RFC 8288 says and as servers write them",
        arguments: [
            (#"<https://a.example/?p=2>; rel="next""#, "https://a.example/?p=2"),
            ("</p,2;x>;rel=next", "/p,2;x"),
            (#"<1>; rel="prev", <2>; rel="start  NEXT"; rel="prev""#, "2"),
            (#"<a>; title="<b>; rel=\"next\", x" , , <c> ; Rel = next"#, "c"),
            (#"<a>; rel="next"; anchor="/other", <b>; rel=prev; rel=next, <c>;rel=next;x"#, "c"),
            ("<a>; rel", nil), ("<a; rel=next", nil), ("a; rel=next", nil), ("", nil), ("<a>; title=\"open", nil),
            ("<a>;;; rel=next", "a"), ("<>; rel=next", ""), ("<a> rel=next, <b>; rel=next", nil),
        ])
    func links(text: String, target: String?) {
        #expect(LinkField(text).target(of: "next") == target)
    }

    @Test("Reading a Link field never traps, whatever the bytes", arguments: [UInt64(1), 2])
    func noise(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("<>;,=\"\\ relnxt/é\t".unicodeScalars)
        for _ in 0..<5000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            #expect(LinkField(text).links.count <= text.count)
        }
    }
}
