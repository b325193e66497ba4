import EngineConcepts
import FeedParsing
import Networking
import WebText

extension MastodonServer {
    /// The size of the largest file that is uploaded, in bytes.
    private static let maximumMedium = 200 << 20

    /// Returns the server's identities of media, of which files are uploaded. Throws with the time of the next
    /// attempt if the server has not processed one.
    func uploaded(
        _ media: [PostDraft.Medium], for action: ActionID, now: Timestamp
    ) async throws(SupplierError) -> [String] {
        var ids: [String] = []
        for (index, medium) in media.enumerated() {
            switch medium.content {
            case .uploaded(let id): ids.append(id)
            case .file(let path):
                let status: Int
                if let known = shared.attempt(at: action)?.uploads[index],
                    let found = try await statusOfMedium(known, now: now)
                {
                    status = found
                    ids.append(known)
                } else {
                    let form = try Self.form(ofFile: path, medium.alternativeText, boundary: "\(action)-\(index)")
                    let reply = try await change(.post, UploadedMedium.self, "/api/v2/media", body: form, now: now)
                    let id = reply.value.id
                    do {
                        try await shared.changeAttempt(at: action, now: now) { $0.uploads[index] = id }
                    } catch {
                        // After a restart it is uploaded again.
                    }
                    status = reply.status
                    ids.append(id)
                }
                // 202 to the upload and 206 afterwards: not processed yet.
                guard status == 200 else {
                    throw SupplierError(
                        .rateLimited, Message("mediumProcessed", ["host": .text(host)]),
                        retryAt: now.advanced(by: .seconds(2)))
                }
            }
        }
        return ids
    }

    /// Returns the status of a medium that was uploaded before, or `nil` if the server has forgotten it. Servers delete
    /// media that no post shows after some hours.
    private func statusOfMedium(_ id: String, now: Timestamp) async throws(SupplierError) -> Int? {
        do throws(SupplierError) {
            return try await get(IgnoredAnswer.self, "/api/v1/media/\(PercentCoding.encoded(id))", now: now).status
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    private struct UploadedMedium: Decodable, Sendable {
        let id: String

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: JSONName.self).requiredLine("id")
        }
    }

    /// Returns a form with a file. The server sees the kind of the file, but not its name.
    private static func form(
        ofFile path: String, _ description: String?, boundary: String
    ) throws(SupplierError) -> TransportRequest.Body {
        let file = AttachedFile(path: path)
        let content = try file.content(limit: maximumMedium)
        var bytes: [UInt8] = []
        if let description {
            bytes +=
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\n\(description)\r\n".utf8
        }
        let type = file.mediaType
        let name = type == nil ? "medium" : "medium.\(file.ending)"
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n".utf8
        bytes += "Content-Type: \(type ?? "application/octet-stream")\r\n\r\n".utf8
        bytes += content
        bytes += "\r\n--\(boundary)--\r\n".utf8
        return TransportRequest.Body(type: "multipart/form-data; boundary=\"\(boundary)\"", bytes: bytes)
    }
}
