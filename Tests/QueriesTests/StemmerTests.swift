import Testing

@testable import Queries

@Suite("Stems that queries rely on")
struct StemmerTests {
    @Test("a stem begins like its word unless the language removes prefixes", arguments: Stemmer.languages)
    func beginnings(language: String) throws {
        guard !Stemmer.takingPrefixes.contains(language) else { return }
        let stemmer = try #require(Stemmer(language: language))
        let letters = language == "ru" ? Array("абвгдежзийклмнопрстуфхцчшщыьэюя") : Array("abcdefghijklmnopqrstuvwxyz")
        let known = [
            "skis", "skies", "dying", "lying", "tying", "idly", "gently", "yes", "youth", "quelle", "ihre", "gegangen",
        ]
        var state: UInt64 = 1
        let random = (0..<5000)
            .map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                var rest = state
                return String(
                    (0..<Int(2 + (state >> 60)))
                        .map { _ in
                            rest = rest &* 6_364_136_223_846_793_005 &+ 1
                            return letters[Int(rest >> 33) % letters.count]
                        })
            }
        for word in known + random {
            #expect(stemmer.stem(Array(word.utf8)).utf8.first == word.utf8.first, "\(word)")
        }
    }
}
