import EngineConcepts
import GRDB
import Synchronization

/// The labels last read and the classifier of this process. Each transaction checks the store's version, so changes of
/// other processes are noticed.
final class LabelRegistry: Sendable {
    private struct State {
        var table: LabelTable?
        var adopted: Adopted?
    }

    /// The classifier of this process, and the version of the labels for which it was adopted.
    private struct Adopted {
        let classifier: any TicketClassifier
        let version: Int64
    }

    private let state = Mutex(State())

    /// Returns the labels in the version that `db` reads.
    func table(in db: Database) throws -> LabelTable {
        let version = try LabelTable.version(in: db)
        if let known = state.withLock(\.table), known.version == version { return known }
        let table = try LabelTable(version, in: db)
        state.withLock { state in
            if let known = state.table, known.version > version { return }
            state.table = table
        }
        return table
    }

    /// Returns a resolver with the classifier of this process, unless another process has adopted one since.
    func resolver(in db: Database) throws -> LabelResolver {
        let table = try table(in: db)
        let adopted = state.withLock(\.adopted)
        return LabelResolver(
            classifier: adopted?.version == table.version ? adopted?.classifier : nil, table: table,
            people: adopted?.classifier.people ?? .none)
    }

    var classifier: (any TicketClassifier)? {
        state.withLock(\.adopted)?.classifier
    }

    /// Classifies new tickets ahead of their transaction if they are many.
    func prepare(_ entries: [TrackCommit.Entry]) async -> PreparedClassifications? {
        guard let adopted = state.withLock(\.adopted), !adopted.classifier.labels.isEmpty,
            entries.count >= Self.preparedThreshold
        else { return nil }
        let facts = entries.map { TicketFacts($0.ticket, isLate: $0.isLate) }
        return PreparedClassifications(
            version: adopted.version, classifications: await adopted.classifier.classify(facts))
    }

    /// Below this number of tickets the transaction classifies them itself.
    private static let preparedThreshold = 256

    /// Sets the classifier, whose labels the store has as `version`, unless one of a later version is set.
    func adopt(_ classifier: any TicketClassifier, as version: Int64) {
        state.withLock { state in
            guard version >= state.adopted?.version ?? 0 else { return }
            state.adopted = Adopted(classifier: classifier, version: version)
        }
    }
}
