extension String {
    /// The text, or `nil` if it is empty.
    @inlinable package var nonEmpty: String? { isEmpty ? nil : self }
}
