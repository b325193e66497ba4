extension String {
    /// The text as a sentence: with a full stop, unless it ends with a mark of its own. Servers write reasons either way.
    package var asSentence: String {
        guard let last, !".!?…:".contains(last) else { return self }
        return self + "."
    }

    /// The text as a part of a sentence: without its full stop.
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

    /// The text as a line of a list: without the full stop of a single sentence. Several sentences keep theirs.
    package var asListLine: String { dropLast().contains(". ") ? self : withoutFullStop }
}
