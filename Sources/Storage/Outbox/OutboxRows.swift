internal import EngineConcepts
internal import GRDB

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The rows of the outbox within one transaction. Their numbers are the order in which actions were asked for; a number
/// is never given twice.
struct OutboxRows {
    let db: Database

    /// All that is kept, in order.
    func all() throws -> [PendingAction] {
        var query = try SQLStatement(
            """
            SELECT id, supplier, item, action, asked, repetition, attempts, doubt, state FROM outbox ORDER BY number
            """, in: db)
        let decoder = JSONDecoder()
        var actions: [PendingAction] = []
        while try query.step() {
            let id = ActionID(query.text(0))
            do {
                guard let repetition = ActionRepetition(rawValue: query.text(5)) else {
                    throw DamagedContent(what: "its repetition is \(query.text(5))")
                }
                actions.append(
                    PendingAction(
                        id: id,
                        action: try decoder.decode(TicketAction.self, from: Data(query.text(3).utf8)),
                        ticket: TicketID(supplier: SupplierID(query.text(1)), item: query.text(2)),
                        asked: Timestamp(milliseconds: query.int64(4)), repetition: repetition,
                        attempts: Int(query.int64(6)), isInDoubt: query.flag(7),
                        state: try decoder.decode(ActionState.self, from: Data(query.text(8).utf8))))
            } catch {
                throw DamagedContent(what: "the action \(id) of the outbox: \(error)")
            }
        }
        return actions
    }

    /// Makes one change.
    func apply(_ change: OutboxChange) throws {
        switch change {
        case .append(let action): try append(action)
        case .update(let action): try update(action)
        case .remove(let id): try remove(id)
        }
    }

    private func append(_ action: PendingAction) throws {
        var insert = try SQLStatement(
            """
            INSERT INTO outbox (id, supplier, item, action, asked, repetition, attempts, doubt, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, in: db)
        insert.bind(action.id.rawValue)
        insert.bind(action.ticket.supplier.rawValue)
        insert.bind(name: action.ticket.item)
        insert.bind(try json(action.action))
        insert.bind(action.asked.milliseconds)
        insert.bind(action.repetition.rawValue)
        insert.bind(Int64(action.attempts))
        insert.bind(action.isInDoubt)
        insert.bind(try json(action.state))
        try insert.run()
    }

    private func update(_ action: PendingAction) throws {
        var update = try SQLStatement("UPDATE outbox SET attempts = ?, doubt = ?, state = ? WHERE id = ?", in: db)
        update.bind(Int64(action.attempts))
        update.bind(action.isInDoubt)
        update.bind(try json(action.state))
        update.bind(action.id.rawValue)
        try update.run()
    }

    private func remove(_ id: ActionID) throws {
        var delete = try SQLStatement("DELETE FROM outbox WHERE id = ?", in: db)
        delete.bind(id.rawValue)
        try delete.run()
    }

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
