import WebText

extension String {
    /// Returns true if both are the same name of a field, whatever the case of their letters.
    func isFieldName(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}
