/// An answer whose content does not matter.
struct IgnoredAnswer: Decodable, Sendable {
    init(from decoder: any Decoder) throws {}
}
