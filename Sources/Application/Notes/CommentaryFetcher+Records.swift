import EngineConcepts
import FiberConfiguration
import Suppliers

extension CommentaryFetcher {
    /// Requests a list, and returns its record afterwards, or `nil` if the request was cancelled.
    ///
    /// - Parameters:
    ///   - former: The record before.
    ///   - home: The user's home directory, for a list in a file.
    func record(
        of list: CommentaryList, after former: CommentaryRecord, home: String?, now: Timestamp
    ) async -> CommentaryRecord? {
        var record = former
        record.checked = now
        do throws(SupplierError) {
            let answer = try await answer(of: list, former, home: home, now: now)
            if let content = answer.content {
                let document = try CommentaryDocument(content.bytes, type: content.type, name: list.address)
                if document.entries != record.entries || record.changed == nil { record.changed = now }
                record.entries = document.entries
                record.ignored = document.ignored
            }
            record.entityTag = answer.validators.entityTag
            record.lastModified = answer.validators.lastModified
            record.failures = 0
            record.failure = nil
            record.due = due(
                after: now, changed: record.changed, freshFor: answer.freshFor,
                every: list.interval.map { .seconds($0) }, of: list.address)
        } catch {
            guard error.code != .cancelled else { return nil }
            record.failures += 1
            record.failure = error.message
            record.isGone = error.code == .gone
            let delay =
                FillLimits().delay(after: record.failures, of: SupplierID("commentary:\(list.address)"), at: now)
                ?? .seconds(60)
            let retryAt = Backoff.end(until: error.retryAt ?? now, from: now)
            record.due = max(retryAt, now.advanced(by: delay))
        }
        return record
    }

    private func answer(
        of list: CommentaryList, _ record: CommentaryRecord, home: String?, now: Timestamp
    ) async throws(SupplierError) -> Answer {
        let validators = HTTPValidators(entityTag: record.entityTag, lastModified: record.lastModified)
        guard let path = list.path(home: home) else {
            return try await self.list(at: list.address, validators, now: now)
        }
        return try self.list(inFile: path, validators)
    }
}
