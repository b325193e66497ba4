import Testing

@testable import ViewModels

@Suite("Filtering texts by words")
struct WordFilterTests {
    @Test("Words match anywhere and in any order, whatever their case and accents")
    func words() {
        let text = "Página siguiente  space"
        for kept in ["", " ", "página", "PAGINA", "spa pág", "guient"] {
            #expect(WordFilter(kept).keeps(text), "\(kept)")
        }
        for left in ["paginas", "pagina anterior", "siguiente-"] { #expect(!WordFilter(left).keeps(text), "\(left)") }
        #expect(WordFilter("décroître").keeps("decroitre"), "accents in the typed word")
    }

    @Test("The help finds keys by words without their accents")
    func help() {
        let entries = [("j", "línea siguiente"), ("space", "página siguiente")]
            .map { HelpEntry(keys: $0, command: "move", help: $1) }
        let model = HelpViewModel(sections: [HelpSection(title: "Ayuda", entries: entries)])
        model.send(.search("PAGINA"))
        #expect(model.state.sections.flatMap(\.entries).map(\.keys) == ["space"])
    }
}
