import Testing
import WebText

@Suite("Base64")
struct Base64Tests {
    @Test("Base64 for URLs is read as it is written, and nothing else is")
    func base64() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(Base64.decodedFromURL(Base64.encodedForURL(bytes)) == bytes)
        }
        #expect(Base64.encodedForURL([0xfb, 0xff]) == "-_8")
        for text in ["A", "AB=", "+_8", "-/8", "-_9", "AAAAA", "A A", "é"] {
            #expect(Base64.decodedFromURL(text) == nil, "\(text)")
        }
    }
}
