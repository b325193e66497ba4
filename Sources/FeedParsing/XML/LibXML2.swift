import CLibXML2
import EngineConcepts
import WebText

/// The state of libxml2 in this process.
enum LibXML2 {
    /// Initialises the library at its first use.
    static let setup: Void = xmlInitParser()
}

extension MarkupError {
    /// Creates an error from a parser error. Returns `nil` for warnings and undeclared prefixes.
    ///
    /// - Parameter isAtEnd: True if the document has ended, so that the error is about its end.
    init?(_ error: xmlError, isAtEnd: Bool) {
        guard error.level.rawValue >= XML_ERR_ERROR.rawValue, error.domain != Int32(XML_FROM_NAMESPACE.rawValue) else {
            return nil
        }
        self.init(
            message: Self.breaksOff(error, isAtEnd) ? Message("breaksOff") : Message("notWellFormed"),
            cause: error.message.map { TextSanitizer.clause(String(cString: $0)) }, line: Int(error.line),
            column: Int(error.int2))
    }

    /// Returns true if the document ended with open elements. The parser reports this with the same code as content
    /// after the end.
    private static func breaksOff(_ error: xmlError, _ isAtEnd: Bool) -> Bool {
        guard isAtEnd || error.code == Int32(XML_ERR_DOCUMENT_END.rawValue), let context = error.ctxt else {
            return false
        }
        return context.assumingMemoryBound(to: xmlParserCtxt.self).pointee.nameNr > 0
    }
}
