/// The state of a source between requests.
struct MastodonSourceMemory: Equatable {
    var format: MastodonIDFormat?
    var id: String?
}

extension MastodonSourceMemory {
    init?(_ text: String?) {
        guard let parts = text?.split(separator: " ", omittingEmptySubsequences: false), parts.count == 2 else {
            return nil
        }
        self.init(
            format: MastodonIDFormat(rawValue: String(parts[0])), id: parts[1].isEmpty ? nil : String(parts[1]))
    }

    /// The memory as text, or `nil` if there is nothing to remember.
    var text: String? {
        format == nil && id == nil ? nil : "\(format?.rawValue ?? "") \(id ?? "")"
    }
}
