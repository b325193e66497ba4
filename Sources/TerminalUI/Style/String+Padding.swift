import TerminalKit

extension String {
    /// Returns the text with leading spaces, so that it takes `columns` columns.
    func leftPadded(to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - TextWidth.width(of: self))) + self
    }
}
