import EngineConcepts
import WebText

/// The collected text of an element at its end; valid only until more text is collected.
struct ElementText {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the element's scope.
    let scope: Int

    /// The text on one line, or `nil` if it is empty.
    var line: String? { Self.unwrapped(TextSanitizer.line(bytes)).nonEmpty }

    /// The text with its line breaks, or `nil` if it is empty.
    var lines: String? { Self.unwrapped(TextSanitizer.lines(ofDocument: bytes)).nonEmpty }

    /// The time in the text, or `nil` if it names none.
    var date: Timestamp? { FeedDate.parse(bytes) }

    /// Returns `text` without a CDATA section that was escaped twice and would be dropped as a comment.
    private static func unwrapped(_ text: String) -> String {
        var text = text
        while text.begins(with: "<![CDATA["), text.hasSuffix("]]>") {
            text = String(text.dropFirst(9).dropLast(3))
        }
        return text
    }
}
