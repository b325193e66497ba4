import EngineConcepts
import WebText

extension String {
    /// The beginning of the text on one line of at most 60 characters, in quotation marks.
    var quotedBeginning: String {
        Console.text(Message("quotedName", ["0": .text(TextSanitizer.line(self).shortened(to: 60))]))
    }
}
