nonisolated extension String {
    /// The text with a full stop, unless it ends with a mark that ends a sentence. Servers write reasons either way.
    var asSentence: String { last.map { ".!?…".contains($0) } ?? true ? self : self + "." }
}
