import EngineConcepts
import Testing

@Suite("Small algorithms")
struct AlgorithmTests {
    @Test("Of elements with one key, only the first stays, in its place")
    func uniqued() {
        #expect([3, 1, 3, 2, 1].uniqued() == [3, 1, 2])
        #expect(["pit", "lane", "pole"].uniqued(by: \.first) == ["pit", "lane"])
        #expect([Int]().uniqued() == [])
    }

    @Test("Numbers get zeros in front up to a width, and longer ones stay whole")
    func zeroPadding() {
        #expect(String(7, width: 2) == "07")
        #expect(String(0, width: 3) == "000")
        #expect(String(2026, width: 2) == "2026")
        #expect(String(UInt64.max, width: 16, radix: 16) == "ffffffffffffffff")
        #expect(String(255 as UInt64, width: 16, radix: 16) == "00000000000000ff")
    }

    @Test("A scalar is replaced, also if an accent follows it")
    func replacedScalars() {
        let replaced = "a\"\u{301}b\"".replacingScalars { $0 == "\"" ? "''" : nil }
        #expect(Array(replaced.unicodeScalars) == Array("a''\u{301}b''".unicodeScalars))
    }

    @Test("FNV-1a has its published values, over a whole, over parts and over single bytes")
    func stableHash() {
        #expect(StableHash.fnv1a("".utf8) == 0xcbf2_9ce4_8422_2325)
        #expect(StableHash.fnv1a("a".utf8) == 0xaf63_dc4c_8601_ec8c)
        #expect(StableHash.fnv1a("foobar".utf8) == 0x8594_4171_f739_67e8)
        // A sequence that is not one buffer.
        #expect(StableHash.fnv1a("foobar".utf8.lazy.map(\.self)) == 0x8594_4171_f739_67e8)
        #expect(StableHash.fnv1a("bar".utf8, seed: StableHash.fnv1a("foo".utf8)) == 0x8594_4171_f739_67e8)
        #expect(StableHash.combined(StableHash.seed, UInt8(ascii: "a")) == 0xaf63_dc4c_8601_ec8c)
    }
}
