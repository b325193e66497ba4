import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Histories of input lines")
struct InputHistoriesTests {
    @Test("An address with a user name or password is recalled but not stored")
    func secrets() {
        var histories = InputHistories()
        histories.add("https://feeds.example/a", to: .addresses)
        histories.add("https://ann:secret@feeds.example/b", to: .addresses)
        #expect(histories[.addresses].entries.count == 2)
        #expect(histories.stored(.addresses) == "https://feeds.example/a")
    }

    @Test("Stored entries come back in their order, and kinds have entries of their own")
    func restoring() {
        var histories = InputHistories()
        histories.add("spa", to: .textSearches)
        histories.add("monza", to: .textSearches)
        var restored = InputHistories()
        restored.restore(histories.stored(.textSearches), to: .textSearches)
        #expect(restored[.textSearches].entries == ["spa", "monza"])
        #expect(restored[.commands].isEmpty)
    }

    @Test("A digit typed first at the number of a setting begins another one, and at other values it is added")
    func settingNumber() {
        func typed(over initial: String) -> String {
            var line = TextPrompt(question: "Size", initial: initial, kind: .settingValue).line(InputHistories())
            _ = line.handle(.character("7"))
            return line.text
        }
        #expect(typed(over: "5") == "7")
        #expect(typed(over: "words 5") == "words 57")
    }
}
