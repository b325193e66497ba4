import EngineConcepts
import Networking
import WebText

// The files of a draft, which are uploaded before the post.
extension MastodonPostSender {
    /// The first version of Mastodon's API with which a post can quote another one.
    private static let quotingVersion = 7
    /// The size of the largest file that is uploaded, in bytes.
    private static let maximumMediumBytes = 200 << 20

    /// Returns the server's identities of the media. Throws if the server would publish the post without its quotation.
    func preparedMedia() async throws(ActionFailure) -> [String] {
        try await server.prepare { () throws(SupplierError) in
            if draft.quote != nil, try await server.instance(now: now).apiVersion ?? 0 < Self.quotingVersion {
                throw SupplierError(.unsupported, Message("quotesUnsupported", ["host": .text(server.endpoint)]))
            }
            var ids: [String] = []
            for (index, medium) in draft.media.enumerated() {
                switch medium.content {
                case .uploaded(let id): ids.append(id)
                case .file(let path):
                    ids.append(try await uploaded(path, description: medium.alternativeText, index: index))
                }
            }
            return ids
        }
    }

    /// Returns the server's identity of a file, which is uploaded unless an earlier attempt did so. Throws with the time of
    /// the next attempt if the server has not processed it.
    private func uploaded(
        _ path: String, description: String?, index: Int
    ) async throws(SupplierError) -> String {
        let id: String
        let status: Int
        if let known = memory.attempt(at: action)?.uploads[index], let found = try await self.status(ofMedium: known) {
            (id, status) = (known, found)
        } else {
            let form = try Self.form(ofFile: path, description: description, boundary: "\(action)-\(index)")
            let reply = try await server.change(.post, MastodonMedia.self, "/api/v2/media", body: form, now: now)
            (id, status) = (reply.value.id, reply.head.status)
            // Fails with the store: after a restart, the file would be uploaded again, and nobody would know why.
            try await memory.changeAttempt(at: action, now: now) { $0.uploads[index] = id }
        }
        // 202 to the upload and 206 afterwards: not processed yet.
        guard status == 200 else {
            throw SupplierError(
                .rateLimited, Message("mediumProcessed", ["host": .text(server.endpoint)]),
                retryAt: now.advanced(by: .seconds(2)))
        }
        return id
    }

    /// Returns the status of a medium that was uploaded before, or `nil` if the server has forgotten it. Servers delete
    /// media that no post shows after some hours.
    private func status(ofMedium id: String) async throws(SupplierError) -> Int? {
        do throws(SupplierError) {
            return try await server.reply(IgnoredAnswer.self, "/api/v1/media/\(PercentCoding.encoded(id))", now: now)
                .head.status
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Returns a form with a file. The server sees the kind of the file, but not its name.
    private static func form(
        ofFile path: String, description: String?, boundary: String
    ) throws(SupplierError) -> TransportRequest.Body {
        let file = AttachedFile(path: path)
        let content = try file.content(limit: maximumMediumBytes)
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
