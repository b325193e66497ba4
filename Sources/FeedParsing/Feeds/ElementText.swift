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

    /// Returns `text` without CDATA sections that were escaped twice and would be dropped as comments.
    private static func unwrapped(_ text: String) -> String {
        guard text.begins(with: "<![CDATA[") else { return text }
        // A slice, since a copy for each of the nested sections would take quadratic time.
        var inner = text.utf8[...]
        while inner.starts(with: "<![CDATA[".utf8), inner.suffix(3).elementsEqual("]]>".utf8) {
            inner = inner.dropFirst(9).dropLast(3)
        }
        return String(Substring(inner))
    }
}
