extension String {
    /// Returns the text with each scalar replaced by what `replacement` returns for it, or kept if that is `nil`.
    ///
    /// Text is escaped by scalars, never by characters: a quotation mark followed by a combining accent is one character,
    /// unequal to the mark, but still ends a string, an attribute or a shell's word.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let text = replacement(scalar) {
                result += text
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
