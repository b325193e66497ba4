extension String {
    /// A handle without the sign before it, as in `ann.example` for `@ann.example`.
    var withoutAtSign: String { hasPrefix("@") ? String(dropFirst()) : self }
}
