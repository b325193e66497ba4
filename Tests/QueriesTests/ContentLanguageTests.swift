import EngineConcepts
import TestSupport
import Testing

@testable import Queries

@Suite("A ticket's language comes from its source or is guessed")
struct ContentLanguageTests {
    static func ticket(_ text: String, title: String? = nil, language: String? = nil) -> Ticket {
        let key = OrderKey(time: Timestamp(seconds: 1), nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        return Ticket(
            key: key, shownTime: key.time,
            body: TicketBody(title: title, text: .html(text, base: nil), language: language))
    }

    @Test(
        "The language of a longer text is recognised",
        arguments: [
            (
                "en",
                "The stewards looked at the restart for two hours and found nothing that would change the result of the race."
            ),
            (
                "es",
                "Los comisarios revisaron la salida durante dos horas y no encontraron nada que cambiara el resultado de la carrera."
            ),
            (
                "de",
                "Die Kommissare haben sich den Start zwei Stunden lang angesehen und nichts gefunden, was das Ergebnis ändern würde."
            ),
            ("ru", "Стюарды два часа изучали рестарт гонки и не нашли ничего, что могло бы изменить её результат."),
            // No character of these is ASCII.
            ("ja", "審査委員会は二時間にわたってリスタートを調べたが、レースの結果を変えるようなものは何も見つからなかった。"),
            ("th", "กรรมการใช้เวลาสองชั่วโมงตรวจสอบการเริ่มการแข่งขันใหม่และไม่พบสิ่งใดที่จะเปลี่ยนผลการแข่งขัน"),
            // The text is longer than what is read, and its characters take three bytes each.
            ("zh", String(repeating: "赛会干事花了两个小时研究重新发车的过程，没有发现任何会改变比赛结果的情况。", count: 4)),
        ])
    func recognized(language: String, text: String) {
        #expect(Self.ticket("<p>\(text)</p>").contentLanguage == language)
    }

    @Test("The beginning of a text that a guess reads is that of the whole text", arguments: [UInt64(1), 2, 3])
    func beginnings(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "word ", "  ", "\n", "é", "العربية", "日本", "<p>", "</p>", "<b>", "</b>", "<br>", "&nbsp;", "&amp;", "&lt;",
            "<",
            "<img alt='a picture '>", "<template>x</template>", "<a href='https://a.example'>", "</a>", " ", "&#32;",
        ]
        for _ in 0..<500 {
            let html = (0..<Int.random(in: 0...80, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            let whole = LinkedText(.html(html, base: nil)).text
            for length in [0, 1, 20, 100, 500] {
                let beginning = LinkedText(.html(html, base: nil), enoughFor: length).text.utf8.prefix(length)
                #expect(Array(beginning) == Array(whole.utf8.prefix(length)))
            }
        }
    }

    @Test("The source's language wins, and short texts are not guessed")
    func certain() {
        #expect(
            Self.ticket("The stewards looked at it for two hours and found nothing.", language: "es")
                .contentLanguage == "es")
        #expect(Self.ticket("Ferrari wins").contentLanguage == nil)
        #expect(
            Self.ticket("https://example.org/a/b/c/d/e/f/g/h/i/j/k/l/m/n 12345 67890 12345 67890")
                .contentLanguage == nil)
        #expect(Self.ticket("").contentLanguage == nil)
    }

    @Test("Queries use the guessed language and its word forms")
    func queries() throws {
        let subject = QuerySubject(
            Self.ticket(
                "The stewards looked at the restart for two hours and found nothing to be changed."))
        for text in ["lang:en", "has:lang", "steward", "hour change"] {
            #expect(QueryMatcher(try Query(parsing: text)).verdict(on: subject, at: nil) == .yes, "\(text)")
        }
        #expect(QueryMatcher(try Query(parsing: "lang:es")).verdict(on: subject, at: nil) == .no)
    }
}
