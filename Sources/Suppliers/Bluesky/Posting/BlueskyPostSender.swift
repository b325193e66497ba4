import EngineConcepts
import FeedParsing
import FoundationBasics
import Networking
import WebText

/// Publishes one draft, in one attempt at an action.
struct BlueskyPostSender {
    private let server: BlueskyServer
    private let request: ActionRequest<PostDraft>

    private var draft: PostDraft { request.action }

    /// The longest picture that servers take, in bytes.
    private static let maximumMediumBytes = 2_000_000
    /// The largest number of pictures of a post.
    static let maximumMedia = 4
    /// The labels that an author can give. There are no other content warnings.
    static let warnings: Set<String> = ["porn", "sexual", "nudity", "graphic-media"]
    /// The endings of the names of pictures that servers take.
    static let imageEndings: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "avif", "heic"]

    /// Creates the sender of a draft that `request` publishes at `server`.
    init<Action>(_ draft: PostDraft, for request: ActionRequest<Action>, at server: BlueskyServer) {
        self.server = server
        self.request = ActionRequest(
            id: request.id, action: draft, requestedAt: request.requestedAt, now: request.now)
    }

    /// Publishes the draft, with its pictures uploaded before. Returns the post as far as it is known without asking again.
    func publish() async throws(ActionFailure) -> BlueskyCreatedPost {
        try check()
        var members: [String: BlueskyJSON] = ["text": .text(draft.text)]
        var quoted: BlueskyPost?
        var card: BlueskyLinkedPage?
        try await server.prepare { () throws(SupplierError) in
            let facets = try await facets()
            if !facets.isEmpty { members["facets"] = .list(facets) }
            if let parent = draft.inReplyTo { members["reply"] = try await reply(to: parent.post) }
            if let quote = draft.quote { quoted = try await quotable(quote.post) }
            let images = try await images()
            if images.isEmpty, quoted == nil { card = await linkedPage() }
            members["embed"] = Self.embed(
                quoted?.reference,
                images.isEmpty ? card?.embed : ["$type": "app.bsky.embed.images", "images": .list(images)])
        }
        if let language = draft.language { members["langs"] = [.text(language)] }
        if let label {
            members["labels"] = [
                "$type": "com.atproto.label.defs#selfLabels", "values": [["val": .text(label)]],
            ]
        }
        let (reference, date) = try await server.write(members, to: .post, for: request)
        await server.shared.memory.removeAttempt(at: request.id)
        return BlueskyCreatedPost(reference: reference, members: members, date: date, quoted: quoted, card: card)
    }

    /// Refuses what the network does not have.
    private func check() throws(ActionFailure) {
        if draft.scheduled != nil { throw ActionFailure(refused: Message("schedulesUnsupported")) }
        if draft.poll != nil { throw ActionFailure(refused: Message("pollsUnsupported")) }
        if draft.visibility == .followers || draft.visibility == .mentioned {
            throw ActionFailure(refused: Message("postsArePublic"))
        }
        if let warning = draft.contentWarning, !Self.warnings.contains(warning) {
            throw ActionFailure(
                refused: Message("warningUnsupported", ["known": .list(Self.warnings.sorted().map { .text($0) })]))
        }
        guard draft.media.count <= Self.maximumMedia else {
            throw ActionFailure(refused: Message("tooManyMedia", ["count": .number(Self.maximumMedia)]))
        }
    }

    /// The label that the author gives to the post, or `nil` for none.
    private var label: String? {
        draft.contentWarning ?? (draft.isSensitive && !draft.media.isEmpty ? "graphic-media" : nil)
    }

    /// Returns the post to quote. Throws if its author does not want that.
    private func quotable(_ uri: String) async throws(SupplierError) -> BlueskyPost {
        let post = try await server.post(uri, now: request.now)
        guard !post.viewer.mayNotQuote else {
            throw SupplierError(.unsupported, Message("quotesForbidden", ["author": .text(post.author.name)]))
        }
        return post
    }

    /// Returns the place of a reply: below a post, and in the thread of that post.
    private func reply(to uri: String) async throws(SupplierError) -> BlueskyJSON {
        if let place = try await reply(toOwn: uri) { return place }
        let parent = try await server.post(uri, now: request.now)
        guard !parent.viewer.mayNotReply else {
            throw SupplierError(.unsupported, Message("repliesForbidden", ["author": .text(parent.author.name)]))
        }
        let root = parent.record.root.map { ["uri": .text($0.uri), "cid": .text($0.cid)] as BlueskyJSON }
        return ["parent": parent.reference, "root": root ?? parent.reference]
    }

    /// Returns the place of a reply to a post of the account, or `nil` for a post of another. Views lag by seconds, and the
    /// next post of a thread replies to one of a moment ago, so the post is read where it was written.
    private func reply(toOwn uri: String) async throws(SupplierError) -> BlueskyJSON? {
        guard let address = ATURI(uri), address.knownCollection == .post,
            case let own = try await server.ownDID(now: request.now), address.repository.text == own,
            let record = try await server.record(
                BlueskyJSON.self, in: .post, key: address.key ?? "", of: own, now: request.now),
            let cid = record["cid"]
        else { return nil }
        let parent: BlueskyJSON = ["uri": .text(uri), "cid": cid]
        return ["parent": parent, "root": record["value"]?["reply"]?["root"] ?? parent]
    }

    // MARK: Embeds

    /// Returns the page of the last link, or `nil` if there is none with a title.
    private func linkedPage() async -> BlueskyLinkedPage? {
        guard let link = PlainText.entities(in: draft.text).last(where: { $0.kind == .link })?.target else {
            return nil
        }
        return await BlueskyLinkedPage.read(link, server.transport)
    }

    /// Returns the embedded part of a record: a quoted post, media, or both.
    private static func embed(_ record: BlueskyJSON?, _ media: BlueskyJSON?) -> BlueskyJSON? {
        guard let record else { return media }
        let embed: BlueskyJSON = ["$type": "app.bsky.embed.record", "record": record]
        guard let media else { return embed }
        return ["$type": "app.bsky.embed.recordWithMedia", "record": embed, "media": media]
    }

    // MARK: Facets

    /// Returns the facets of the text: links, hashtags, and mentions of people who exist.
    private func facets() async throws(SupplierError) -> [BlueskyJSON] {
        var facets: [BlueskyJSON] = []
        var known: [String: String?] = [:]
        for entity in PlainText.entities(in: draft.text) {
            guard let target = entity.target else { continue }
            let feature: BlueskyJSON
            switch entity.kind {
            case .link: feature = ["$type": "app.bsky.richtext.facet#link", "uri": .text(target)]
            case .hashtag:
                guard target.count <= 64, target.utf8.count <= 640 else { continue }
                feature = ["$type": "app.bsky.richtext.facet#tag", "tag": .text(target)]
            case .mention:
                guard let handle = ATHandle(target) else { continue }
                if known[handle.text] == nil { known[handle.text] = try await identifier(of: handle) }
                guard let did = known[handle.text] ?? nil else { continue }
                feature = ["$type": "app.bsky.richtext.facet#mention", "did": .text(did)]
            default: continue
            }
            facets.append([
                "$type": "app.bsky.richtext.facet",
                "index": [
                    "byteStart": .number(Int64(entity.range.lowerBound)),
                    "byteEnd": .number(Int64(entity.range.upperBound)),
                ],
                "features": [feature],
            ])
        }
        return facets
    }

    /// Returns the identifier of a handle, or `nil` if the server knows nobody by that name.
    private func identifier(of handle: ATHandle) async throws(SupplierError) -> String? {
        do throws(SupplierError) {
            let found = try await server.query(
                BlueskyJSON.self, "com.atproto.identity.resolveHandle", [("handle", handle.text)], now: request.now)
            return found["did"]?.text
        } catch {
            guard error.code == .refused, !error.isServerError else { throw error }
            return nil
        }
    }

    // MARK: Media

    /// Returns the pictures of the post as records name them; files are uploaded.
    private func images() async throws(SupplierError) -> [BlueskyJSON] {
        var images: [BlueskyJSON] = []
        for (index, medium) in draft.media.enumerated() {
            let blob: BlueskyJSON
            switch medium.content {
            case .uploaded(let text): blob = try Self.blob(text)
            case .file(let path): blob = try await uploaded(path, index: index)
            }
            images.append(["image": blob, "alt": .text(medium.alternativeText ?? "")])
        }
        return images
    }

    /// Returns the reference of a file, which is uploaded unless an earlier attempt did so.
    private func uploaded(_ path: String, index: Int) async throws(SupplierError) -> BlueskyJSON {
        if let known = server.shared.memory.attempt(at: request.id)?.uploads[index] { return try Self.blob(known) }
        let blob = try await server.upload(try Self.body(ofFile: path), now: request.now)
        let text = String(decoding: try blob.body().bytes, as: UTF8.self)
        // Fails with the store: after a restart, the file would be uploaded again, and nobody would know why.
        try await server.shared.memory.changeAttempt(at: request.id, now: request.now) { $0.uploads[index] = text }
        return blob
    }

    private static func blob(_ text: String) throws(SupplierError) -> BlueskyJSON {
        do {
            return try JSONDecoder().decode(BlueskyJSON.self, from: Data(text.utf8))
        } catch {
            throw SupplierError(.unsupported, Message("mediumUnreadable", ["file": .text(text)]))
        }
    }

    private static func body(ofFile path: String) throws(SupplierError) -> TransportRequest.Body {
        let file = AttachedFile(path: path)
        guard imageEndings.contains(file.ending), let type = file.mediaType else {
            throw SupplierError(.unsupported, Message("mediumKindUnsupported", ["file": .text(path)]))
        }
        return TransportRequest.Body(type: type, bytes: Array(try file.content(limit: maximumMediumBytes)))
    }
}
