import Testing
import ViewModels

@Suite("Fuzzy search in names")
struct FuzzySearchTests {
    private func found(_ text: String, in names: [String]) -> [String] {
        FuzzySearch(text).sorted(names) { $0 }.map(\.item)
    }

    @Test("All letters must occur in order")
    func order() {
        #expect(FuzzySearch("mar").match("mark-all-read") != nil)
        #expect(FuzzySearch("ram").match("mark-all") == nil)
        #expect(FuzzySearch("xyz").match("") == nil)
        #expect(FuzzySearch("").match("anything")?.characters == [])
    }

    @Test("Starts of words rank before letters within words")
    func words() {
        #expect(
            found("mar", in: ["summary", "mark-all-read", "next-mark"]) == ["mark-all-read", "next-mark", "summary"])
        #expect(found("ob", in: ["bottom-job", "open-in-browser"]) == ["open-in-browser", "bottom-job"])
        #expect(FuzzySearch("oib").match("open-in-browser")?.characters == [0, 5, 8])
    }

    @Test("Adjacent letters rank before separate ones")
    func together() {
        #expect(found("add", in: ["a-dab-d", "add"]) == ["add", "a-dab-d"])
        #expect(FuzzySearch("gap").match("next gap page")?.characters == [5, 6, 7])
    }

    @Test("Words may be in any order, and a capital letter makes the search case-sensitive")
    func terms() {
        #expect(FuzzySearch("read all").match("mark-all-read")?.characters == [5, 6, 7, 9, 10, 11, 12])
        #expect(FuzzySearch("F").match("f1") == nil)
        #expect(FuzzySearch("f").match("F1") != nil)
        #expect(FuzzySearch("日").match("テスト日本")?.characters == [3])
    }

    @Test("Accents do not matter, neither in the name nor in the typed text")
    func accents() {
        #expect(FuzzySearch("formula").match("Fórmula 1")?.characters == Set(0..<7))
        #expect(FuzzySearch("ecran").match("Écran")?.characters == Set(0..<5))
        #expect(FuzzySearch("É").match("Ecran") != nil && FuzzySearch("É").match("écran") == nil, "a capital letter")
        #expect(FuzzySearch("línea").match("next-linea") != nil)
    }

    @Test("The matched characters occur in the name in order, once each", arguments: ["a", "ab", "aba", "abab", "ba"])
    func places(text: String) {
        for length in 0...9 {
            for bits in 0..<(1 << length) {
                let name = String((0..<length).map { bits >> $0 & 1 == 0 ? Character("a") : "b" })
                let match = FuzzySearch(text).match(name)
                var rest = name[...]
                let isThere = text.allSatisfy { letter in
                    guard let index = rest.firstIndex(of: letter) else { return false }
                    rest = rest[rest.index(after: index)...]
                    return true
                }
                #expect((match != nil) == isThere, "\(text) in \(name)")
                if let match {
                    let letters = Array(name)
                    #expect(String(match.characters.sorted().map { letters[$0] }) == text, "\(text) in \(name)")
                }
            }
        }
    }
}
