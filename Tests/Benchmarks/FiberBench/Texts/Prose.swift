import Foundation
import TestSupport

/// Sentences and articles in many languages, determined by a seed. No sentence is made twice: three rare words of each
/// are its number.
///
/// Word frequencies are Zipf's: the n-th most frequent word occurs 1/n as often as the first. About a third of the words
/// are not ASCII, and one sentence in nine has an emoji.
struct Prose {
    let vocabulary: Vocabulary
    private var random: SeededGenerator
    /// The number of the next sentence.
    private var serial: Int

    /// - Parameter firstSentence: The number of the first sentence, if several makers share one vocabulary.
    init(seed: UInt64, vocabulary: Vocabulary = Vocabulary(), firstSentence: Int = 0) {
        self.vocabulary = vocabulary
        serial = firstSentence
        random = SeededGenerator(seed: seed)
    }

    /// Returns a random number below `bound`.
    mutating func number(below bound: Int) -> Int {
        random.below(bound)
    }

    mutating func isTrue(oneIn bound: Int) -> Bool {
        random.below(bound) == 0
    }

    /// Returns the language of a feed.
    mutating func language() -> Vocabulary.Language {
        vocabulary.language(random.below(1 << 20))
    }

    /// Returns a word of any frequency.
    mutating func word(in language: Vocabulary.Language) -> String {
        language.words[random.skewed(language.words.count)]
    }

    /// Returns a rare word, as for names and tags.
    mutating func rareWord(in language: Vocabulary.Language) -> String {
        language.words[language.commonCount + random.below(language.words.count - language.commonCount)]
    }

    /// Returns a name of two words.
    mutating func name(in language: Vocabulary.Language) -> String {
        let first = rareWord(in: language)
        return Self.capitalized(first) + language.space + Self.capitalized(rareWord(in: language))
    }

    /// Returns a sentence of `count` words, at least four, without markup. `beautified` adds entities of HTML.
    mutating func sentence(
        words count: Int, in language: Vocabulary.Language, beautified: Bool = false, ends: Bool = true
    ) -> String {
        let count = max(count, 4)
        let rare = language.words.count - language.commonCount
        // A bijection on the numbers that three words can say.
        let limit = rare * rare * rare
        var code = (serial * 2_654_435_761 + 12_345) % limit
        serial += 1
        var text = ""
        text.reserveCapacity(count * 8)
        for index in 0..<count {
            var word: String
            if index == 1 || index == count / 2 || index == count - 1 {
                word = language.words[language.commonCount + code % rare]
                code /= rare
            } else {
                word = self.word(in: language)
            }
            if index == 0 { word = Self.capitalized(word) }
            text += word
            guard index < count - 1 else { break }
            switch random.below(beautified ? 60 : 24) {
            case 0, 1: text += language.comma
            case 2 where beautified: text += "&nbsp;"
            case 3 where beautified: text += " &amp; "
            case 4 where beautified: text += "&#8217;s "
            case 5 where beautified: text += "&hellip; "
            case 6 where beautified: text += " &ndash; "
            case 7: text += " \(random.below(3000)) "
            default: text += language.space
            }
        }
        if isTrue(oneIn: 9) { text += " " + Self.emoji[random.below(Self.emoji.count)] }
        return ends ? text + language.ends[random.below(language.ends.count)] : text
    }

    /// Returns HTML of at least `bytes` bytes: paragraphs with links and emphasis, lists, headings, quotations, pictures
    /// and code.
    mutating func html(bytes: Int, in language: Vocabulary.Language) -> String {
        var html = ""
        html.reserveCapacity(bytes + 512)
        while html.utf8.count < bytes {
            switch random.below(24) {
            case 0: html += "<h2>\(sentence(words: 6, in: language, ends: false))</h2>\n"
            case 1:
                html += "<ul>\n"
                for _ in 0..<(2 + random.below(4)) {
                    html += "<li>\(sentence(words: 4 + random.below(8), in: language, beautified: true))</li>\n"
                }
                html += "</ul>\n"
            case 2:
                html +=
                    "<blockquote><p>\(sentence(words: 8 + random.below(20), in: language, beautified: true))</p></blockquote>\n"
            case 3, 4:
                html += "<p><img src=\"https://images.example/\(random.below(1 << 30)).jpg\""
                html +=
                    " alt=\"\(sentence(words: 5, in: language, ends: false))\" width=\"\(320 + random.below(1600))\""
                html += " height=\"\(240 + random.below(1200))\" class=\"alignnone size-medium\" /></p>\n"
            case 5:
                html += "<pre><code>let \(random.below(1000)) &lt; \(random.below(1000)) &amp;&amp; x\n"
                html += "// \(sentence(words: 6, in: language))</code></pre>\n"
            default:
                html += "<p>"
                for _ in 0..<(1 + random.below(5)) { html += inline(in: language) + " " }
                html += "</p>\n"
            }
        }
        return html
    }

    /// Returns a length of a body in bytes as feeds have them: half are excerpts of some hundred bytes, most others a
    /// page, and few are long articles. From 200 bytes to 20 KB.
    mutating func bodyLength() -> Int {
        switch random.below(100) {
        case 0..<50: 200 + random.below(400)
        case 50..<86: 600 + random.below(2000)
        case 86..<97: 2600 + random.below(5000)
        default: 7600 + random.below(12_000)
        }
    }

    private mutating func inline(in language: Vocabulary.Language) -> String {
        let text = sentence(words: 6 + random.below(18), in: language, beautified: true)
        switch random.below(10) {
        case 0:
            let site = random.below(400)
            let words = sentence(words: 4, in: language, ends: false)
            return text
                + " <a href=\"https://site-\(site).example/\(random.below(1 << 24))?a=1&amp;b=2\" rel=\"nofollow\">\(words)</a>"
        case 1: return text + " <em>\(sentence(words: 4, in: language, ends: false))</em>"
        case 2: return "<strong>\(sentence(words: 4, in: language))</strong> " + text
        case 3: return text + "<br />"
        default: return text
        }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static let emoji = [
        "🚗", "🎉", "😀", "👍🏽", "👩‍💻", "🇪🇺", "❤️", "🌧️", "🧵", "📚", "☕", "🚀", "🏳️‍🌈", "🐈", "✨", "🔥",
    ]
}
