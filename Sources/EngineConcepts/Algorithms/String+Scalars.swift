extension String {
    /// Returns the text with another one in place of each scalar for which `replacement` returns one.
    ///
    /// Use it to escape text, never `Character`: a quotation mark followed by a combining accent is one character, unequal
    /// to the mark, but still ends a string, an attribute or a shell's word.
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
