import Testing

@testable import Application

@Suite("Words of a shell")
struct ShellWordTests {
    @Test(
        "A name is one word of a command line, whatever it contains",
        arguments: [
            ("feed:kerb.example-1x2", "feed:kerb.example-1x2"), ("Kerb Notes", "'Kerb Notes'"), ("", "''"),
            ("Pat's $(id)", "'Pat'\\''s $(id)'"),
            // A quotation mark with an accent is one character of Swift, but still ends a shell's word.
            ("'\u{301}; id #", "''\\''\u{301}; id #'"),
        ])
    func shellWord(name: String, word: String) {
        #expect(Array(name.shellWord.unicodeScalars) == Array(word.unicodeScalars))
    }
}
