import Testing

@testable import FiberConfiguration

@Suite("The editor of files of tables")
struct TableEditorTests {
    private func table(_ kind: TableKind, _ name: String, _ note: String? = nil) -> TableEditor.Table {
        var lines: [TableBlock.Line] = [(key: kind.nameKey, value: TOMLWriter.quoted(name))]
        if let note { lines.append((key: "note", value: TOMLWriter.quoted(note))) }
        return (name: TableName(kind: kind, name: name), lines: lines)
    }

    @Test("A removed table leaves the heading of what follows, and a new one comes after the one before it")
    func replaced() {
        let text = """
            # Notes.

            # About Ann.
            [[note]]
            author = "ann"
            mood = "good"
            note = "one"

            # Others.

            [[note]]
            author = "ben"
            note = "two"

            """
        let (ann, ben) = (table(.note, "ann", "one"), table(.note, "ben", "two"))
        var editor = TableEditor(text, tables: [ann, ben], warnings: [], kinds: nil)
        #expect(editor.text == text)
        editor.replaceTables(by: [ben, table(.note, "cy")])
        let edited = """
            # Notes.

            # Others.

            [[note]]
            author = "ben"
            note = "two"

            [[note]]
            author = "cy"

            """
        #expect(editor.text == edited)
    }

    @Test("A table with another name keeps its comments and unknown keys, also at another place")
    func renamed() {
        let text = "# Mine.\n[[topic]]\nname = 'wet'  # rain\nmood = 1\n\n[[topic]]\nname = \"dry\"\n"
        let (wet, dry, rain) = (table(.topic, "wet"), table(.topic, "dry"), table(.topic, "rain"))
        var editor = TableEditor(text, tables: [wet, dry], warnings: [], kinds: nil)
        editor.rename(wet.name, to: rain.name)
        editor.replaceTables(by: [rain, dry])
        let (first, second) = ("# Mine.\n[[topic]]\nname = \"rain\"  # rain\nmood = 1\n", "[[topic]]\nname = \"dry\"\n")
        #expect(editor.text == "\(first)\n\(second)")
        editor.arrange([dry.name, rain.name])
        #expect(editor.text == "\(second)\n\(first)")
        editor.rename(dry.name, to: rain.name)
        editor.replaceTables(by: [rain, dry])
        #expect(editor.text == "\(second)\n\(first)", "a taken name is not given twice")
    }
}
