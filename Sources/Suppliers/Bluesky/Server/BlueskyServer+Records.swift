import EngineConcepts
import FeedParsing

extension BlueskyServer {
    /// The time for which a record is dated by the user's request. One that is sent later is dated by its sending, since
    /// feeds would show it far down.
    private static let promptly = Duration.seconds(300)

    /// Writes a record under the key of an action. A repetition writes the same record, or finds the previous one.
    ///
    /// - Parameter members: The members of the record, without its type and its date.
    /// - Returns: The reference of the record, and its date.
    func write<Action>(
        _ members: [String: BlueskyJSON], to collection: BlueskyCollection, for request: ActionRequest<Action>
    ) async throws(ActionFailure) -> (reference: BlueskyRecord.Reference, date: Timestamp) {
        let (requestedAt, now) = (request.requestedAt, request.now)
        let key = TID(of: request.id, requestedAt: requestedAt).text
        let isLate = now.since(requestedAt) > Self.promptly
        let (did, known) = try await prepare { () throws(SupplierError) in
            let did = try await ownDID(now: now)
            let kind = BlueskyRecord.Reference.self
            return (did, isLate ? try await self.record(kind, in: collection, key: key, of: did, now: now) : nil)
        }
        if let known { return (known, requestedAt) }
        let date = isLate ? now : requestedAt
        var members = members
        members["$type"] = .text(collection.rawValue)
        members["createdAt"] = .text(ATDate.text(date))
        let input: BlueskyJSON = [
            "repo": .text(did), "collection": .text(collection.rawValue), "rkey": .text(key),
            "record": .object(members),
        ]
        let reference = try await attempt { () throws(SupplierError) in
            try await procedure(BlueskyRecord.Reference.self, "com.atproto.repo.putRecord", input, now: now)
        }
        return (reference, date)
    }

    /// Writes the account's record about a subject, unless there is one.
    ///
    /// - Parameter known: The address of the record, or `nil` if the server shows none.
    func addRecord<Action>(
        in collection: BlueskyCollection, about subject: BlueskyJSON, known: String?, _ request: ActionRequest<Action>
    ) async throws(ActionFailure) {
        guard known == nil else { return }
        _ = try await write(["subject": subject], to: collection, for: request)
    }

    func record<Value: Decodable & Sendable>(
        _ kind: Value.Type, in collection: BlueskyCollection, key: String, of did: String, now: Timestamp
    ) async throws(SupplierError) -> Value? {
        do throws(SupplierError) {
            return try await query(
                kind, "com.atproto.repo.getRecord",
                [("repo", did), ("collection", collection.rawValue), ("rkey", key)], now: now)
        } catch {
            // Some servers answer RecordNotFound, others "Could not locate record" as an invalid request.
            guard error.reason == .notFound || error.reason == .unexpectedStatus else { throw error }
            return nil
        }
    }

    /// Deletes a record of the account. One that the server does not have any more is deleted.
    func delete(_ uri: String, now: Timestamp) async throws(ActionFailure) {
        guard let address = ATURI(uri), let collection = address.collection, let key = address.key else {
            throw ActionFailure(refused: Message("actionNeedsPost"))
        }
        do throws(SupplierError) {
            _ = try await procedure(
                IgnoredAnswer.self, "com.atproto.repo.deleteRecord",
                ["repo": .text(try await ownDID(now: now)), "collection": .text(collection), "rkey": .text(key)],
                now: now)
        } catch {
            guard error.isNotFound else { throw ActionFailure(error, at: endpoint) }
        }
    }

    /// Deletes the account's record about a subject, if there is one.
    ///
    /// - Parameter known: The address of the record, or `nil` if the server does not show it, as for a moment after it was
    ///   written.
    func deleteRecord(
        in collection: BlueskyCollection, about subject: String, known: String?, now: Timestamp
    ) async throws(ActionFailure) {
        var uri = known
        if uri == nil {
            uri = try await prepare { () throws(SupplierError) in
                try await newestRecord(in: collection, about: subject, now: now)
            }
        }
        if let uri { try await delete(uri, now: now) }
    }

    /// Calls a method that changes something and returns nothing.
    func call(_ method: String, _ input: BlueskyJSON, now: Timestamp) async throws(ActionFailure) {
        _ = try await attempt { () throws(SupplierError) in
            try await procedure(IgnoredAnswer.self, method, input, now: now)
        }
    }

    /// Returns the address of the account's newest record about a subject, or `nil` if the newest hundred have none. What
    /// was written a moment ago is not yet in views.
    func newestRecord(
        in collection: BlueskyCollection, about subject: String, now: Timestamp
    ) async throws(SupplierError) -> String? {
        let page = try await query(
            BlueskyPage<Subject>.self, "com.atproto.repo.listRecords",
            [("repo", try await ownDID(now: now)), ("collection", collection.rawValue), ("limit", "100")], now: now)
        return page.elements.first { $0.subject == subject }?.uri
    }

    /// A record about a post or a person.
    private struct Subject: LenientObject, Sendable {
        let uri: String
        let subject: String?

        init(_ members: JSONMembers) throws {
            uri = try members.requiredLine("uri")
            let value = members.nested("value")
            subject = value?.object("subject", of: BlueskyRecord.Reference.self)?.uri ?? value?.line("subject")
        }
    }
}
