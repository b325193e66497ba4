import EngineConcepts
import FeedParsing

extension MastodonSupplier {
    /// Returns the posts that are popular now. Their places are the times at which they are first seen there, so that a
    /// post that becomes popular days after it was written is new.
    func trends(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else {
            throw SupplierError(.unsupported, Message("rankingHasNoPast", ["source": .text(name)]))
        }
        let page = try await get([("limit", String(Self.pageSize))], request)
        var answer = answer(page, claims: [], end: .retentionLimit)
        for index in answer.items.indices {
            answer.items[index].orderTime = nil
            answer.items[index].nativeOrder = Int64(index)
        }
        return answer
    }

    /// Asks for the posts that the person has pinned, so that pages can mark them: at each refresh, and before the first
    /// page of a process. Without an answer, those known before count.
    func readPins(_ request: FetchRequest) async throws(SupplierError) {
        guard request.origin == .newest || resolved.pins == nil else { return }
        let path = timeline.path(try await serverID(now: request.now))
        do throws(SupplierError) {
            let pinned = try await server.get(
                LenientList<MastodonStatus>.self, path, [("pinned", "true"), ("limit", String(Self.pageSize))],
                now: request.now)
            resolved.pins = Set(pinned.value.elements.map(\.id))
        } catch {
            // Software that has no pins refuses the question. What else is wrong is wrong with the page too.
            guard error.code == .refused || error.code == .malformed || error.code == .gone else { throw error }
            if resolved.pins == nil { resolved.pins = [] }
        }
    }
}

/// The posts of a search.
struct FoundPosts: Decodable, Sendable {
    let posts: [MastodonStatus]

    init(from decoder: any Decoder) throws {
        posts = try decoder.container(keyedBy: JSONName.self).list("statuses", of: MastodonStatus.self)
    }
}
