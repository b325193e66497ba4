internal import EngineConcepts
internal import GRDB
internal import Synchronization

/// The labels that a store knows, with the numbers under which it keeps them.
struct LabelTable {
    struct Row {
        let number: Int64
        let label: Label
        /// It is gone, and some tickets still have it.
        let isRemoved: Bool
    }

    /// Changes whenever the labels do.
    let version: Int64
    /// Whether marks have a part in the labels of tickets.
    let readsMarks: Bool
    let rows: [Int64: Row]
    /// The numbers of the labels that are not gone.
    let numbers: [LabelID: Int64]

    static let empty = LabelTable(version: 0, readsMarks: false, rows: [])

    init(version: Int64, readsMarks: Bool, rows: [Row]) {
        self.version = version
        self.readsMarks = readsMarks
        self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0) })
        numbers = Dictionary(
            uniqueKeysWithValues: rows.filter { !$0.isRemoved }.map { ($0.label.id, $0.number) })
    }

    /// Reads the table of the version that `db` has.
    init(_ version: Int64, in db: Database) throws {
        var row = try SQLStatement("SELECT reads_marks FROM labelling", in: db)
        let readsMarks = try row.step() && row.flag(0)
        var query = try SQLStatement("SELECT number, name, effect, definition, removed FROM label", in: db)
        var rows: [Row] = []
        while try query.step() {
            let effect = query.optionalText(2).flatMap(LabelEffect.init)
            rows.append(
                Row(
                    number: query.int64(0),
                    label: Label(LabelID(query.text(1)), effect: effect, definition: query.text(3)),
                    isRemoved: query.flag(4)))
        }
        self.init(version: version, readsMarks: readsMarks, rows: rows)
    }

    static func version(in db: Database) throws -> Int64 {
        var query = try SQLStatement("SELECT version FROM labelling", in: db)
        guard try query.step() else { throw DamagedContent(what: "the store has no version of its labels") }
        return query.int64(0)
    }

    /// Whether a label is known that is not gone.
    func knows(_ number: Int64) -> Bool {
        rows[number].map { !$0.isRemoved } ?? false
    }

    /// The names of labels, those apart that are gone.
    func names(of labels: LabelSet) -> Set<LabelID> {
        Set(labels.numbers.compactMap { rows[$0].flatMap { $0.isRemoved ? nil : $0.label.id } })
    }

    /// What the rules of the labels of those that stand in one row do to it: it is muffled where each of them is, and
    /// catches the eye where one does.
    func effects(ofRow tellings: [LabelSet]) -> Set<LabelEffect> {
        let each = tellings.map { effects(of: $0) }
        let all = each.reduce(into: Set<LabelEffect>()) { $0.formUnion($1) }
        return each.allSatisfy { $0.contains(.muffle) } ? all : all.subtracting([.muffle])
    }

    /// What the rules of these labels do beside hiding.
    func effects(of labels: LabelSet) -> Set<LabelEffect> {
        var effects: Set<LabelEffect> = []
        for number in labels.numbers {
            if let row = rows[number], !row.isRemoved, let effect = row.label.effect, effect != .hide {
                effects.insert(effect)
            }
        }
        return effects
    }
}

/// The labels last read, and the classifier of this process. Each transaction asks the store for its version, so that
/// what another process changed is never overlooked.
final class LabelRegistry: Sendable {
    private struct State {
        var table: LabelTable?
        var classifier: (any TicketClassifier)?
        /// The version of the labels that the classifier was taken up with.
        var adopted: Int64 = 0
    }

    private let state = Mutex(State())

    /// The labels of the version that `db` reads.
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

    /// What decides in `db`: the classifier of this process, where no other one has taken one up since.
    func decider(in db: Database) throws -> LabelResolver {
        let table = try table(in: db)
        let (classifier, adopted) = state.withLock { ($0.classifier, $0.adopted) }
        return LabelResolver(classifier: adopted == table.version ? classifier : nil, table: table)
    }

    var classifier: (any TicketClassifier)? {
        state.withLock(\.classifier)
    }

    /// Decides about new tickets ahead of their transaction, where they are many.
    func prepare(_ entries: [TrackCommit.Entry]) async -> PreparedDecisions? {
        let (classifier, adopted) = state.withLock { ($0.classifier, $0.adopted) }
        guard let classifier else { return nil }
        return await PreparedDecisions(entries, by: classifier, version: adopted)
    }

    /// Takes up a classifier that the store knows as `version` of its labels.
    func adopt(_ classifier: any TicketClassifier, as version: Int64) {
        state.withLock { state in
            state.classifier = classifier
            state.adopted = version
        }
    }
}
