import EngineConcepts
import FoundationBasics
import WebText

/// A file of this machine that is uploaded with a post.
struct AttachedFile: Sendable {
    let path: String

    /// The end of the name behind its last dot, in lower case, or an empty text.
    var ending: String {
        path.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    }

    /// The media type by the name's ending, or `nil` if it is unknown.
    var mediaType: String? { Self.mediaTypes[ending] }

    private static let mediaTypes = [
        "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "heic": "image/heic", "heif": "image/heif", "mp4": "video/mp4", "m4v": "video/x-m4v",
        "mov": "video/quicktime", "webm": "video/webm", "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "m4a": "audio/mp4", "aac": "audio/aac",
    ]

    /// Reads the file. Throws if it cannot be read, or is longer than `limit` bytes.
    func content(limit: Int) throws(SupplierError) -> Data {
        let size: Int
        let content: Data
        do {
            size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            content = size <= limit ? try Data(contentsOf: URL(fileURLWithPath: path)) : Data()
        } catch {
            throw SupplierError(
                .unsupported, Message("mediumUnreadable", ["file": .text(path)]), cause: TextSanitizer.line("\(error)"))
        }
        guard size <= limit else {
            throw SupplierError(.unsupported, Message("mediumTooLarge", ["file": .text(path), "limit": .bytes(limit)]))
        }
        return content
    }
}
