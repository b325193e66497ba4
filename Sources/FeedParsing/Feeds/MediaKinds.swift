import EngineConcepts

/// Determines the kind of a media file.
enum MediaKinds {
    static func kind(type: String?, medium: String?, url: String) -> Media.Kind {
        let word = medium?.lowercased() ?? type?.prefix { $0 != "/" }.lowercased()
        switch word {
        case "image": return .image
        case "video": return .video
        case "audio": return .audio
        case .some("document"), .some("executable"): return .file
        default: break
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

    /// Parses `3600`, `60:00` or `1:00:00` as seconds.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for part in parts {
            guard let value = Int(part.prefix { $0 != "." }), (0...1_000_000).contains(value) else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds > 0 ? seconds : nil
    }
}
