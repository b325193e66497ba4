import EngineConcepts
import Suppliers
import Testing

@Suite("Dates of feeds")
struct FeedDateTests {
    @Test(
        "are read however they are spelt",
        arguments: [
            ("Sat, 07 Sep 2002 00:00:01 GMT", "2002-09-07T00:00:01Z"),
            ("Sat, 07 Sep 2002 00:00:01 +0200", "2002-09-06T22:00:01Z"),
            ("7 Sep 2002 00:00 EST", "2002-09-07T05:00:00Z"),
            ("Sat, 7 Sep 02 00:00:01 Z", "2002-09-07T00:00:01Z"),
            ("Thurs, 12 Sept 2024 9:05:00 PDT", "2024-09-12T16:05:00Z"),
            ("Sat,07 Sep 2002 00:00:01 GMT+2", "2002-09-06T22:00:01Z"),
            ("Sat, 07 Sep 2002 00:00:01 +02:00", "2002-09-06T22:00:01Z"),
            ("Sat, 07 September 2002 12:00:01 PM", "2002-09-07T12:00:01Z"),
            ("September 7, 2002 11:30 PM", "2002-09-07T23:30:00Z"),
            ("Mon Sep  7 12:00:00 2020", "2020-09-07T12:00:00Z"),
            ("Mon Sep  7 12:00:00 UTC 2020", "2020-09-07T12:00:00Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("31.12.2024 23:59", "2024-12-31T23:59:00Z"),
            ("12/31/2024 23:59", "2024-12-31T23:59:00Z"),
            ("31/12/2024", "2024-12-31T00:00:00Z"),
            ("Di, 03 Mär 2020 10:00:00 +0100", "2020-03-03T09:00:00Z"),
            ("jeu., 06 févr. 2020 10:00:00 +0100", "2020-02-06T09:00:00Z"),
            ("Чт, 06 фев 2020 10:00:00 +0300", "2020-02-06T07:00:00Z"),
            ("mar., 03 déc. 2024 10:00:00 +0100", "2024-12-03T09:00:00Z"),
            ("Mar 03 2024 10:00:00", "2024-03-03T10:00:00Z"),
            ("Sat, 07 Sep 2002 24:00:00 GMT", "2002-09-08T00:00:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
            ("2003-12-13T18:30:02Z", "2003-12-13T18:30:02Z"),
            ("2003-12-13T18:30:02.25+01:00", "2003-12-13T17:30:02Z"),
            ("2003-12-13t18:30:02z", "2003-12-13T18:30:02Z"),
            ("2003-12-13 18:30:02 +0100", "2003-12-13T17:30:02Z"),
            ("2003-12-13T18:30", "2003-12-13T18:30:00Z"),
            ("2003-12-13T18:30:02 EST", "2003-12-13T23:30:02Z"),
            ("2003-12-13", "2003-12-13T00:00:00Z"),
            ("2003-12", "2003-12-01T00:00:00Z"),
            ("2003", "2003-01-01T00:00:00Z"),
            ("20031213T183002Z", "2003-12-13T18:30:02Z"),
            ("2003/12/13 18:30:02", "2003-12-13T18:30:02Z"),
            ("2003-347", "2003-12-13T00:00:00Z"),
            ("2020-W53-5", "2021-01-01T00:00:00Z"),
            ("2021-W01", "2021-01-04T00:00:00Z"),
            ("2025-W01-1", "2024-12-30T00:00:00Z"),
            ("2024年1月5日 12:34", "2024-01-05T12:34:00Z"),
            ("2024年12月31日(火) 午後3時04分05秒", "2024-12-31T15:04:05Z"),
            ("2024年01月05日 星期五 上午12:05", "2024-01-05T00:05:00Z"),
            ("2024년 1월 5일 오후 3:04", "2024-01-05T15:04:00Z"),
            ("2004-05-25 오후 11:23:17", "2004-05-25T23:23:17Z"),
            ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", "2004-07-11T17:00:00Z"),
            ("5 Ιανουαρίου 2024 3:04 μ.μ.", "2024-01-05T15:04:00Z"),
            ("2004-július-13T9:15-05:00", "2004-07-13T14:15:00Z"),
            ("Пт, 05 січ 2024 10:00:00 +0200", "2024-01-05T08:00:00Z"),
            ("5 Ağustos 2024 10:00", "2024-08-05T10:00:00Z"),
            ("1704412800", "2024-01-05T00:00:00Z"), ("999999999", "2001-09-09T01:46:39Z"),
            ("1704412800.25", "2024-01-05T00:00:00Z"), ("1704412800000", "2024-01-05T00:00:00Z"),
            ("20240105123456", "2024-01-05T12:34:56Z"),
            ("\n  2003-12-13T18:30:02Z \t", "2003-12-13T18:30:02Z"),
        ])
    func spellings(text: String, expected: String) {
        #expect(FeedDate.parse(text)?.rfc3339 == expected)
    }

    @Test("keep the milliseconds that they have")
    func milliseconds() {
        #expect(FeedDate.parse("2003-12-13T18:30:02.257Z")?.milliseconds == 1_071_340_202_257)
        #expect(FeedDate.parse("1704412800257")?.milliseconds == 1_704_412_800_257)
        #expect(FeedDate.parse("1704412800.25")?.milliseconds == 1_704_412_800_250)
    }

    @Test(
        "that stand for none, or name no day that exists, are none",
        arguments: [
            "", "   ", "yesterday", "1970-01-01T00:00:00Z", "0001-01-01T00:00:00", "0000-00-00 00:00:00",
            "Sat, 31 Feb 2002 00:00:01 GMT", "2003-13-01", "2003-12-13T25:00:00Z", "Wed, 02 Foo 2002 00:00:00",
            "99999999999999999999", "12:30", "20031", "20241305123456", "1704412800.x", "123456789012",
        ])
    func none(text: String) {
        #expect(FeedDate.parse(text) == nil)
    }

    @Test("never trap, whatever the bytes", arguments: [UInt64(1), 2, 3, 4])
    func noise(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let alphabet = Array("0123456789:-+/. TZWSatJanGMTé\u{0}".unicodeScalars)
        for _ in 0..<5000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            if let time = FeedDate.parse(text) {
                #expect((1900...10_000).contains(CivilTime(time).year), "seed \(seed): \(text)")
            }
        }
    }
}

/// Random numbers that come again with their seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    }

    /// xorshift64*.
    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_f491_4f6c_dd1d
    }
}
