import EngineConcepts
import FeedParsing
import Networking
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension BlueskyServer {
    /// The longest picture that servers take, in bytes.
    private static let maximumMedium = 2_000_000
    /// The largest number of pictures of a post.
    static let maximumMedia = 4
    /// The labels that an author can give. There are no other content warnings.
    static let warnings: Set<String> = ["porn", "sexual", "nudity", "graphic-media"]

    /// Publishes a post, with its pictures uploaded before. Returns it as far as it is known without asking again.
    func publish(
        _ draft: PostDraft, as action: ActionID, asked: Timestamp, now: Timestamp
    ) async throws(ActionFailure) -> BlueskyCreatedPost {
        try Self.check(draft)
        var members: [String: BlueskyJSON] = ["text": .text(draft.text)]
        var quoted: BlueskyPost?
        var card: BlueskyLinkedPage?
        try await prepare { () throws(SupplierError) in
            let facets = try await facets(of: draft.text, now: now)
            if !facets.isEmpty { members["facets"] = .list(facets) }
            if let parent = draft.inReplyTo {
                members["reply"] = try await reply(to: parent.post, now: now)
            }
            var embeds: (record: BlueskyJSON?, media: BlueskyJSON?)
            if let quote = draft.quote {
                let post = try await post(quote.post, now: now)
                guard !post.viewer.mayNotQuote else {
                    throw SupplierError(.unsupported, Message("quotesForbidden", ["author": .text(post.author.name)]))
                }
                embeds.record = Self.reference(post)
                quoted = post
            }
            if !draft.media.isEmpty {
                embeds.media = [
                    "$type": "app.bsky.embed.images",
                    "images": .list(try await uploaded(draft.media, for: action, now: now)),
                ]
            } else if quoted == nil,
                let link = PlainText.entities(in: draft.text).last(where: { $0.kind == .link })?.target
            {
                card = await BlueskyLinkedPage.read(link, transport)
                embeds.media = card.map(\.embed)
            }
            members["embed"] = Self.embed(embeds.record, embeds.media)
            if let language = draft.language { members["langs"] = [.text(language)] }
            if let label = Self.label(of: draft) {
                members["labels"] = [
                    "$type": "com.atproto.label.defs#selfLabels", "values": [["val": .text(label)]],
                ]
            }
        }
        let (reference, date) = try await write(.post, as: action, asked: asked, now: now) { _ in members }
        await shared.forgetAttempt(at: action)
        return BlueskyCreatedPost(reference: reference, members: members, date: date, quoted: quoted, card: card)
    }

    /// Refuses what this network has not.
    private static func check(_ draft: PostDraft) throws(ActionFailure) {
        if draft.scheduled != nil { throw ActionFailure(refused: Message("schedulesUnsupported")) }
        if draft.poll != nil { throw ActionFailure(refused: Message("pollsUnsupported")) }
        if draft.visibility == .followers || draft.visibility == .mentioned {
            throw ActionFailure(refused: Message("postsArePublic"))
        }
        if let warning = draft.contentWarning, !warnings.contains(warning) {
            throw ActionFailure(
                refused: Message("warningUnsupported", ["known": .list(warnings.sorted().map { .text($0) })]))
        }
        guard draft.media.count <= maximumMedia else {
            throw ActionFailure(refused: Message("tooManyMedia", ["count": .number(maximumMedia)]))
        }
    }

    /// Returns the label that the author gives to a post.
    private static func label(of draft: PostDraft) -> String? {
        draft.contentWarning ?? (draft.isSensitive && !draft.media.isEmpty ? "graphic-media" : nil)
    }

    /// Returns a post as the account sees it.
    func post(_ uri: String, now: Timestamp) async throws(SupplierError) -> BlueskyPost {
        guard let post = try await posts([uri], now: now).first else {
            throw SupplierError(.refused, Message("notFound", ["host": .text(host)]))
        }
        return post
    }

    /// Returns the version of a post that a record refers to.
    static func reference(_ post: BlueskyPost) -> BlueskyJSON {
        ["uri": .text(post.uri), "cid": .text(post.cid)]
    }

    /// Returns the place of a reply: below a post, and in the thread of that post.
    private func reply(to uri: String, now: Timestamp) async throws(SupplierError) -> BlueskyJSON {
        if let place = try await reply(toOwn: uri, now: now) { return place }
        let parent = try await post(uri, now: now)
        guard !parent.viewer.mayNotReply else {
            throw SupplierError(.unsupported, Message("repliesForbidden", ["author": .text(parent.author.name)]))
        }
        let root = parent.record.root.map { ["uri": .text($0.uri), "cid": .text($0.cid)] as BlueskyJSON }
        return ["parent": Self.reference(parent), "root": root ?? Self.reference(parent)]
    }

    /// Returns the place of a reply to a post of the account, or `nil` for a post of another. Views lag by seconds, and the
    /// next post of a thread replies to one of a moment ago, so the post is read where it was written.
    private func reply(toOwn uri: String, now: Timestamp) async throws(SupplierError) -> BlueskyJSON? {
        guard let address = ATURI(uri), address.collection == BlueskyCollection.post.rawValue,
            case let own = try await ownDID(now: now), address.repository.text == own
        else { return nil }
        let record: BlueskyJSON
        do throws(SupplierError) {
            record = try await query(
                BlueskyJSON.self, "com.atproto.repo.getRecord",
                [("repo", own), ("collection", BlueskyCollection.post.rawValue), ("rkey", address.key ?? "")], now: now
            )
            .value
        } catch {
            guard error.reason == .notFound || error.reason == .unexpectedStatus else { throw error }
            return nil
        }
        guard let cid = record["cid"] else { return nil }
        let parent: BlueskyJSON = ["uri": .text(uri), "cid": cid]
        return ["parent": parent, "root": record["value"]?["reply"]?["root"] ?? parent]
    }

    private static func embed(_ record: BlueskyJSON?, _ media: BlueskyJSON?) -> BlueskyJSON? {
        guard let record else { return media }
        let embed: BlueskyJSON = ["$type": "app.bsky.embed.record", "record": record]
        guard let media else { return embed }
        return ["$type": "app.bsky.embed.recordWithMedia", "record": embed, "media": media]
    }

    // MARK: Facets

    /// Returns the facets of a text: links, hashtags, and mentions of people who exist.
    private func facets(of text: String, now: Timestamp) async throws(SupplierError) -> [BlueskyJSON] {
        var facets: [BlueskyJSON] = []
        var known: [String: String?] = [:]
        for entity in PlainText.entities(in: text) {
            guard let target = entity.target else { continue }
            let feature: BlueskyJSON
            switch entity.kind {
            case .link: feature = ["$type": "app.bsky.richtext.facet#link", "uri": .text(target)]
            case .hashtag:
                guard target.count <= 64, target.utf8.count <= 640 else { continue }
                feature = ["$type": "app.bsky.richtext.facet#tag", "tag": .text(target)]
            case .mention:
                guard let handle = ATHandle(target) else { continue }
                if known[handle.text] == nil { known[handle.text] = try await identifier(of: handle, now: now) }
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
    private func identifier(of handle: ATHandle, now: Timestamp) async throws(SupplierError) -> String? {
        do throws(SupplierError) {
            return try await query(
                BlueskyJSON.self, "com.atproto.identity.resolveHandle", [("handle", handle.text)], now: now
            )
            .value["did"]?
            .text
        } catch {
            guard error.code == .refused, !error.isServerError else { throw error }
            return nil
        }
    }

    // MARK: Media

    /// Returns the pictures of a post as records name them; files are uploaded.
    private func uploaded(
        _ media: [PostDraft.Medium], for action: ActionID, now: Timestamp
    ) async throws(SupplierError) -> [BlueskyJSON] {
        var images: [BlueskyJSON] = []
        for (index, medium) in media.enumerated() {
            let blob: BlueskyJSON
            switch medium.content {
            case .uploaded(let text): blob = try Self.blob(text)
            case .file(let path):
                if let known = shared.attempt(at: action)?.uploads[index] {
                    blob = try Self.blob(known)
                } else {
                    blob = try await self.upload(try Self.body(ofFile: path), now: now)
                    let text = String(decoding: try blob.body().bytes, as: UTF8.self)
                    do {
                        try await shared.changeAttempt(at: action, now: now) { $0.uploads[index] = text }
                    } catch {
                        // After a restart it is uploaded again.
                    }
                }
            }
            images.append(["image": blob, "alt": .text(medium.alternativeText ?? "")])
        }
        return images
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
        return TransportRequest.Body(type: type, bytes: Array(try file.content(limit: maximumMedium)))
    }

    /// The endings of the names of pictures that servers take.
    static let imageEndings: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "avif", "heic"]
}
