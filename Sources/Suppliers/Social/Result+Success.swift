extension Result {
    /// The value, or `nil` if there is none.
    var success: Success? {
        if case .success(let value) = self { value } else { nil }
    }
}
