import EngineConcepts
import GRDB

/// The labels of a store with their numbers.
struct LabelTable {
    struct Row {
        let number: Int64
        let label: Label
        /// True if the label is removed while some tickets still have it.
        let isRemoved: Bool
    }

    /// Grows with every change of the labels.
    let version: Int64
    /// True if labels depend on marks.
    let readsMarks: Bool
    let rows: [Int64: Row]
    /// The numbers of the labels that are not removed.
    let numbers: [LabelID: Int64]

    static let empty = LabelTable(version: 0, readsMarks: false, rows: [])

    private init(version: Int64, readsMarks: Bool, rows: [Row]) {
        self.version = version
        self.readsMarks = readsMarks
        self.rows = rows.keyed(by: \.number)
        numbers = Dictionary(rows.filter { !$0.isRemoved }.map { ($0.label.id, $0.number) }) { $1 }
    }

    /// Reads the table; `version` is the one that `db` has.
    init(_ version: Int64, in db: Database) throws {
        let rows = try db.query("SELECT number, name, effect, definition, removed FROM label")
            .rows {
                Row(
                    number: $0.int64(0),
                    label: Label(
                        LabelID($0.text(1)), effect: $0.optionalText(2).flatMap(LabelEffect.init),
                        definition: $0.text(3)),
                    isRemoved: $0.flag(4))
            }
        let readsMarks = try db.isTrue("SELECT reads_marks FROM labelling")
        self.init(version: version, readsMarks: readsMarks, rows: rows)
        guard self.rows.count == rows.count, numbers.count == rows.count(where: { !$0.isRemoved }) else {
            throw DamagedContent("the store has a label twice")
        }
    }

    static func version(in db: Database) throws -> Int64 {
        guard let version = try db.integer("SELECT version FROM labelling") else {
            throw DamagedContent("the store has no version of its labels")
        }
        return version
    }

    /// Returns the label with this number, or `nil` if there is none or it is removed.
    func label(_ number: Int64) -> Label? {
        rows[number].flatMap { $0.isRemoved ? nil : $0.label }
    }

    /// Returns the names of labels without removed ones.
    func names(of labels: LabelSet) -> Set<LabelID> {
        labels.isEmpty ? [] : Set(labels.numbers.compactMap { label($0)?.id })
    }

    /// Returns the combined effects on a row of several tickets: it is muffled if all of them are, and highlighted if one is.
    func effects(ofRow members: [LabelSet]) -> Set<LabelEffect> {
        let each = members.map { effects(of: $0) }
        let all = each.reduce(into: Set<LabelEffect>()) { $0.formUnion($1) }
        return each.allSatisfy { $0.contains(.muffle) } ? all : all.subtracting([.muffle])
    }

    /// Returns the effects of these labels apart from hiding.
    func effects(of labels: LabelSet) -> Set<LabelEffect> {
        labels.numbers.reduce(into: []) { effects, number in
            if let effect = label(number)?.effect, effect != .hide { effects.insert(effect) }
        }
    }
}
