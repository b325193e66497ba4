/// The subjects of the sample's texts; each text has its subject's tag.
enum Subject: String, CaseIterable, Decodable, Sendable {
    case f1 = "F1"
    case wec = "WEC"
    case swift = "Swift"
    case world = "World"
}
