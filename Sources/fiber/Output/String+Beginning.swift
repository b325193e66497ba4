import EngineConcepts
import WebText

extension String {
    /// The beginning of the text on one line of at most 60 characters, in quotation marks.
    var quotedBeginning: String {
        Console.text(Message("quotedName", ["0": .text(beginning)]))
    }

    /// The beginning of the text on one line of at most 60 characters.
    var beginning: String {
        let line = TextSanitizer.line(self)
        return line.count > 60 ? "\(line.prefix(59))…" : line
    }
}
