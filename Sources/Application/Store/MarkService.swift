package import EngineConcepts
import Foundation
package import Storage

/// Changes marks by commands, and takes the last change back.
package struct MarkService {
    private let store: TrackDatabase

    package init(store: TrackDatabase) { self.store = store }

    /// Sets or removes a mark of tickets that it changes.
    ///
    /// - Parameter report: Called with the progress.
    package func mark(
        _ tickets: [TicketID], _ mark: MarkName, _ report: @escaping @Sendable (Message) -> Void
    ) async throws {
        guard !tickets.isEmpty else { return }
        // Kept first: a mark that was set can then always be taken back, even if this process is killed now.
        let text = String(decoding: try JSONEncoder().encode(LastChange(mark: mark, tickets: tickets)), as: UTF8.self)
        try await store.setSetting(LastChange.setting, to: text)
        _ = try await change(tickets, mark.change, report)
    }

    /// Takes the last change back and leaves other marks as they are. Cannot be repeated.
    ///
    /// - Parameter report: Called with the progress.
    /// - Returns: The mark, the number of its tickets and that of tickets removed since, or `nil` if there is no change.
    package func takeBack(
        _ report: @escaping @Sendable (Message) -> Void
    ) async throws -> (mark: MarkName, count: Int, removed: Int)? {
        guard let text = try await store.setting(LastChange.setting) else { return nil }
        let last = try JSONDecoder().decode(LastChange.self, from: Data(text.utf8))
        let count = try await change(last.tickets, last.mark.inverse, report)
        try await store.setSetting(LastChange.setting, to: nil)
        return (last.mark, count, last.tickets.count - count)
    }

    /// Returns the number of tickets that still exist.
    private func change(
        _ tickets: [TicketID], _ change: MarkChange, _ report: @escaping @Sendable (Message) -> Void
    ) async throws -> Int {
        do {
            let previous = try await store.mark(tickets, change) { done in
                report(Message("markedSoFar", ["done": .number(done), "count": .number(tickets.count)]))
            }
            return previous.count
        } catch let interruption as InterruptedMarking {
            // All of them can be taken back: they are kept.
            throw interruption.underlying
        }
    }

    /// The tickets that the last command changed, kept in the store.
    private struct LastChange: Codable {
        static let setting = "commands.last-mark"

        let mark: MarkName
        let tickets: [TicketID]
    }
}
