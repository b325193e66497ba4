import EngineConcepts
import FeedParsing
import Networking
import WebText

/// An account of a server with the Mastodon API as the sender of posts and of actions on people.
struct MastodonClient: SocialClient {
    let server: MastodonServer
    let account: Account

    var accountActions: [AccountAction.Kind: ActionRepetition] { [.post: server.creation, .report: .unsafe] }

    /// The longest alternative text that Mastodon stores, in characters.
    private static let maximumAlternativeTextLength = 1500

    func rules(now: Timestamp) async throws(SupplierError) -> PostRules {
        let known: ServerMemory.Server
        do throws(SupplierError) {
            known = try await server.instance(now: now).memory
        } catch {
            // Limits hardly change, so those of the last answer are better than none.
            guard let last = server.shared.memory.server, last.maximumCharacters != nil else { throw error }
            known = last
        }
        return PostRules(
            // GoToSocial publishes a length of links, but counts whole ones.
            counting: known.software == "gotosocial" ? .scalars : .characters(link: known.charactersPerLink ?? 23),
            maximumLength: known.maximumCharacters ?? 500, maximumMedia: known.maximumMedia ?? 4,
            takesSchedule: known.takesSchedule,
            maximumAlternativeTextLength: known.software == "mastodon" ? Self.maximumAlternativeTextLength : nil)
    }

    // MARK: Positions

    /// Returns the account's markers of the timelines that are followed.
    func positions(now: Timestamp) async throws(SupplierError) -> [TimelinePosition] {
        let followed = followed
        guard !followed.isEmpty else { return [] }
        let markers = try await server.get(
            MastodonMarkers.self, "/api/v1/markers", followed.map { ("timeline[]", $0.timeline.rawValue) }, now: now)
        return followed.compactMap { timeline, supplier in
            markers[timeline]
                .map {
                    TimelinePosition(supplier: supplier, item: $0, time: MastodonIDFormat.time(of: $0))
                }
        }
    }

    func share(_ position: TimelinePosition, now: Timestamp) async throws(SupplierError) {
        guard let timeline = followed.first(where: { $0.supplier == position.supplier })?.timeline else { return }
        // Another program may have read on since the last request, and servers take an older position as well.
        let markers = try await server.get(
            MastodonMarkers.self, "/api/v1/markers", [("timeline[]", timeline.rawValue)], now: now)
        let isNewer = markers[timeline].map { MastodonIDFormat(of: $0).isNewer(position.item, than: $0) } ?? true
        guard isNewer else { return }
        _ = try await server.change(
            .post, MastodonMarkers.self, "/api/v1/markers", [("\(timeline.rawValue)[last_read_id]", position.item)],
            now: now)
    }

    /// The followed timelines for which servers keep markers.
    private var followed: [(timeline: AccountSharedState.OwnTimeline, supplier: SupplierID)] {
        AccountSharedState.OwnTimeline.allCases.compactMap { timeline in
            server.shared.supplier(of: timeline).map { (timeline, $0) }
        }
    }

    // MARK: People

    func person(named handle: String, now: Timestamp) async throws(SupplierError) -> Person {
        let found = try await server.resolvedPerson(handle, now: now)
        return Person(account: id, id: found.id, handle: found.handle(at: server.handleHost))
    }

    func relation(to person: Person, now: Timestamp) async throws(SupplierError) -> PersonRelation {
        try await server.relation(to: person.id, handle: person.handle, now: now)
    }

    func handle(for key: AuthorKey) -> String? { key.isFederated ? key.handle : nil }

    func carryOut(_ request: ActionRequest<PersonAction>, on person: Person) async throws(ActionFailure) {
        let path = "/api/v1/accounts/\(PercentCoding.encoded(person.id))/\(request.action.rawValue)"
        try await post(path, now: request.now)
    }

    private func post(
        _ path: String, _ parameters: [QueryParameter] = [], now: Timestamp
    ) async throws(ActionFailure) {
        try await server.attempt { () throws(SupplierError) in
            _ = try await server.change(.post, IgnoredAnswer.self, path, parameters, now: now)
        }
    }

    func carryOut(_ request: ActionRequest<AccountAction>) async throws(ActionFailure) -> SourceItem? {
        switch request.action {
        case .report(let report):
            let parameters: [QueryParameter] =
                [("account_id", report.person)] + report.posts.map { ("status_ids[]", $0) }
                + (report.comment.map { [("comment", $0)] } ?? [])
            try await post("/api/v1/reports", parameters, now: request.now)
            return nil
        case .post(let draft):
            let sender = MastodonPostSender(server: server, draft: draft, action: request.id, now: request.now)
            guard draft.scheduled == nil else {
                try await sender.schedule()
                return nil
            }
            let created = try await sender.publish()
            return MastodonItemConverter(host: server.handleHost, accountOrHost: account.id).item(from: created).success
        }
    }
}
