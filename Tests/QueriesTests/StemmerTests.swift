import TestSupport
import Testing

@testable import Queries

@Suite("Stems that queries rely on")
struct StemmerTests {
    @Test(
        "A stem begins like its word unless the language removes prefixes",
        arguments: Stemmer.languages.filter { !Stemmer.takingPrefixes.contains($0) })
    func beginnings(language: String) throws {
        let stemmer = try #require(Stemmer(language: language))
        let letters = language == "ru" ? Array("абвгдежзийклмнопрстуфхцчшщыьэюя") : Array("abcdefghijklmnopqrstuvwxyz")
        let known = [
            "skis", "skies", "dying", "lying", "tying", "idly", "gently", "yes", "youth", "quelle", "ihre", "gegangen",
        ]
        var generator = SeededGenerator(seed: 1)
        let random = (0..<5000)
            .map { _ in String((0..<generator.number(2...17)).map { _ in generator.pick(letters) }) }
        for word in known + random {
            #expect(stemmer.stem(Array(word.utf8)).utf8.first == word.utf8.first, "\(word)")
        }
    }
}
