import TerminalKit
import Testing

@testable import TerminalUI

@Suite("Names in little room")
struct NameTests {
    private let glyphs = Glyphs.unicode

    @Test("Names are separated, and end in the number of those that do not fit")
    func joined() {
        let names = ["F1", "WEC", "Swift", "World"]
        #expect(glyphs.joined(names, to: 30) == "F1 · WEC · Swift · World")
        #expect(glyphs.joined(names, to: 20) == "F1 · WEC · Swift +1")
        #expect(glyphs.joined(names, to: 8) == "F1 +3")
        #expect(glyphs.joined(["Formula One", "WEC"], to: 9) == "Formu… +1")
        #expect(glyphs.joined([], to: 9) == "")
    }

    @Test("Names that would look alike when they are cut stay different")
    func shortened() {
        #expect(glyphs.shortened(["Science", "Science/Biology", "World"], to: 5) == ["Scie…", "Biol…", "World"])
        #expect(glyphs.shortened(["Tech", "Tech/Apple"], to: 5) == ["Tech", "Apple"])
        #expect(glyphs.shortened(["F1/News", "WEC/News"], to: 5) == ["F1/N…", "WEC/…"])
        #expect(glyphs.shortened(["Formula One", "Formula Two"], to: 6) == ["For…ne", "For…wo"])
        let topics = ["Topic 1 name", "Topic 2 name", "Topic 12 name"]
        #expect(glyphs.shortened(topics, to: 6) == ["…1 na…", "…2 na…", "…12 n…"])
        #expect(glyphs.shortened(["Swift", "Swift"], to: 9) == ["Swift", "Swift"])
    }
}
