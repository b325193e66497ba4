import EngineConcepts

/// Determines the kind of a media file: from the medium, else from the type, else from the name.
enum MediaKinds {
    static func kind(type: String?, medium: String? = nil, url: String) -> Media.Kind {
        for word in [medium?.lowercased(), type?.prefix { $0 != "/" }.lowercased()] {
            switch word {
            case "image": return .image
            case "video": return .video
            case "audio": return .audio
            case "document", "executable": return .file
            default: break
            }
        }
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return .file }
        return switch path[path.index(after: dot)...].lowercased() {
        case "jpg", "jpeg", "png", "gif", "webp", "avif", "svg": .image
        case "mp4", "m4v", "mov", "webm", "mkv": .video
        case "mp3", "m4a", "ogg", "opus", "aac", "flac", "wav": .audio
        default: .file
        }
    }
}
