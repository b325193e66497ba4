import TerminalKit
import Testing

@testable import TerminalUI

@Suite("The key table")
struct KeymapTests {
    @Test("Every key is spelt right and means one thing where it holds")
    func sound() throws {
        #expect(try DefaultKeymap.keymap().conflicts == [])
    }

    @Test("Every command is in the table, so that it can be found, bound and typed")
    func complete() {
        let inTable = Set(DefaultKeymap.rows.map(\.command))
        #expect(Set(Command.allCases).subtracting(inTable) == [])
    }

    @Test("The keys that all readers share are where hands expect them")
    func familiar() throws {
        let keymap = try DefaultKeymap.keymap()
        func command(_ key: Key) -> String? {
            guard case .command(let binding) = keymap.match([key], in: ["timeline", "reading", "everywhere"]) else {
                return nil
            }
            return binding.command
        }
        let expected: [(Key, Command)] = [
            (.character("j"), .down), (.named(.up), .up), (.character("G"), .bottom), (.control("d"), .halfPageDown),
            (.named(.enter), .open), (.character("q"), .back), (.character("?"), .help),
            (.character(":"), .commandLine),
            (.character("}"), .nextGap), (.character("m"), .toggleRead), (.character("U"), .undo),
            (.control("c"), .quit),
        ]
        for (key, wanted) in expected {
            #expect(command(key) == wanted.rawValue, "\(key)")
        }
    }
}
