import EngineConcepts
import WebText

extension String {
    /// The beginning of the text on one line of at most 60 characters, in quotation marks.
    var quotedBeginning: String {
        let line = TextSanitizer.line(self)
        return Console.text(Message("quotedName", ["0": .text(line.count > 60 ? "\(line.prefix(59))…" : line)]))
    }
}
