import TerminalKit
import Testing

@Suite("Input line")
struct InputLineTests {
    private func line(_ text: String, _ keys: Key..., history: [String] = []) -> InputLine {
        var line = InputLine(text, history: InputHistory(history))
        for key in keys { press(key, &line) }
        return line
    }

    private func press(_ key: Key, _ line: inout InputLine) {
        let isTaken = line.handle(key)
        #expect(isTaken, "\(key)")
    }

    @Test("Cut text is pasted at the cursor, consecutive cuts together")
    func cutting() {
        #expect(
            line("one two three", .control("w"), .control("w"), .control("a"), .control("y")).text == "two threeone ")
        #expect(line("abc", .control("a"), .control("k"), .control("y"), .control("y")).text == "abcabc")
        #expect(line("one two", .control("w"), .named(.left), .control("w"), .control("y")).text == "one ")
        let forward = line("one two three", .control("a"), .alt("d"), .alt("d"), .control("e"), .control("y"))
        #expect(forward.text == " threeone two")
    }

    @Test("Alt keys move by letters and digits, Ctrl-W cuts to a space")
    func words() {
        #expect(line("a https://b.example/c", .control("w")).text == "a ")
        #expect(line("a https://b.example/c", Key(.named(.backspace), .alt)).text == "a https://b.example/")
        #expect(line("one, two", .control("a"), .alt("f")).cursor == 3)
        #expect(line("one, two", .alt("b"), .alt("b")).cursor == 0)
    }

    @Test("Letters are swapped and words change case")
    func changing() {
        #expect(line("ab", .control("t")).text == "ba")
        #expect(line("abc", .named(.left), .control("t")).text == "acb")
        #expect(line("a", .control("t")).text == "a")
        #expect(line("the end", .control("a"), .alt("u"), .alt("c")).text == "THE End")
        #expect(line("THE END", .control("a"), .alt("l")).text == "the END")
    }

    @Test("Undo restores the former text, typed letters together")
    func undoing() {
        var input = line("", .character("a"), .character("b"), .control("w"), .character("c"))
        press(.control("_"), &input)
        #expect(input.text == "")
        press(.control("_"), &input)
        #expect(input.text == "ab")
        #expect(input.cursor == 2)
        press(.control("_"), &input)
        #expect(input.text == "")
        press(.control("_"), &input)
        #expect(input.text == "")
    }

    @Test("The cursor moves by grapheme cluster")
    func clusters() {
        let text = "🇩🇪👨‍👩‍👧‍👦e\u{301}\u{323}"
        #expect(line(text).cursor == 3)
        #expect(line(text, .named(.left), .named(.left), .named(.backspace)).text == "👨‍👩‍👧‍👦e\u{301}\u{323}")
        #expect(line(text, .named(.backspace), .named(.backspace)).text == "🇩🇪")
        #expect(line(text, .control("a"), .named(.delete)).text == "👨‍👩‍👧‍👦e\u{301}\u{323}")
    }

    @Test("History recalls entries with the typed beginning, then the typed text")
    func history() {
        let entries = ["goto 12:00", "add https://a.example", "goto monday"]
        var input = line("go", .named(.up), history: entries)
        #expect(input.text == "goto monday" && input.cursor == 11)
        press(.named(.up), &input)
        #expect(input.text == "goto 12:00")
        press(.named(.up), &input)
        #expect(input.text == "goto 12:00")
        press(.named(.down), &input)
        #expect(input.text == "goto monday")
        press(.named(.down), &input)
        #expect(input.text == "go")
        press(.named(.down), &input)
        #expect(input.text == "go")
        var without = InputLine("x")
        let isTaken = without.handle(.named(.up))
        #expect(!isTaken)
    }

    @Test("A digit replaces a suggested number as the first key only, other keys keep it, and undo brings it back")
    func suggestion() {
        func typed(_ keys: Key...) -> String {
            var line = InputLine(number: "1")
            for key in keys { press(key, &line) }
            return line.text
        }
        #expect(typed(.character("2")) == "2")
        #expect(typed(.character("1"), .character("2")) == "12")
        #expect(typed(.character(","), .character("2")) == "1,2")
        #expect(typed(.named(.end), .character("2")) == "12")
        #expect(typed(.character("2"), .control("z"), .control("z")) == "1")
    }

    @Test("History entries are distinct, newest last, and the oldest are dropped")
    func keeping() {
        var history = InputHistory(maximum: 3)
        for entry in ["a", "b", "  ", "a", "c", "d"] { history.add(entry) }
        #expect(history.entries == ["a", "c", "d"])
    }

    @Test("Pasting a megabyte keeps one line and the cursor visible")
    func paste() {
        var input = InputLine()
        input.insert(String(repeating: "日本\n", count: 150_000))
        #expect(!input.text.contains("\n"))
        var buffer = CellBuffer(size: Size(width: 10, height: 1))
        #expect(input.draw(in: buffer.bounds, of: &buffer, style: .plain) == Point(x: 9, y: 0))
    }
}
