/// An attached picture, sound, video or file.
public struct Media: Hashable, Sendable, Codable {
    /// The kind of a medium.
    public enum Kind: String, Hashable, Sendable, Codable {
        case image
        /// A video, with or without sound.
        case video
        /// Sound only, including podcasts.
        case audio
        /// Any other file.
        case file
    }

    /// An absolute URL.
    public var url: String
    public var kind: Kind
    /// The declared MIME type.
    public var type: String?
    /// The declared size in bytes.
    public var byteCount: Int64?
    /// The declared width in pixels.
    public var width: Int?
    /// The declared height in pixels.
    public var height: Int?
    /// The declared duration in seconds.
    public var seconds: Int?
    public var alternativeText: String?

    public init(
        url: String, kind: Kind, type: String? = nil, byteCount: Int64? = nil, width: Int? = nil, height: Int? = nil,
        seconds: Int? = nil, alternativeText: String? = nil
    ) {
        self.url = url
        self.kind = kind
        self.type = type
        self.byteCount = byteCount
        self.width = width
        self.height = height
        self.seconds = seconds
        self.alternativeText = alternativeText
    }
}

extension Media {
    /// True if a media player plays it.
    public var isPlayable: Bool { kind == .audio || kind == .video }
}
