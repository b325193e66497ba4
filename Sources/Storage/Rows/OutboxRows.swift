internal import EngineConcepts
internal import GRDB

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The rows of the outbox within one transaction. Their numbers keep the order of the requests and are never reused.
struct OutboxRows {
    let db: Database

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
                    throw DamagedContent("its repetition is \(query.text(5))")
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
                throw DamagedContent("the action \(id) of the outbox: \(error)")
            }
        }
        return actions
    }

    func apply(_ change: OutboxChange) throws {
        switch change {
        case .append(let action): try append(action)
        case .update(let action): try update(action)
        case .remove(let id): try remove(id)
        }
    }

    private func append(_ action: PendingAction) throws {
        try db.run(
            """
            INSERT INTO outbox (id, supplier, item, action, asked, repetition, attempts, doubt, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, action.id.rawValue, action.ticket.supplier.rawValue, ItemName(action.ticket.item),
            try json(action.action), action.asked.milliseconds, action.repetition.rawValue, Int64(action.attempts),
            action.isInDoubt, try json(action.state))
    }

    private func update(_ action: PendingAction) throws {
        try db.run(
            "UPDATE outbox SET attempts = ?, doubt = ?, state = ? WHERE id = ?", Int64(action.attempts),
            action.isInDoubt, try json(action.state), action.id.rawValue)
    }

    private func remove(_ id: ActionID) throws {
        try db.run("DELETE FROM outbox WHERE id = ?", id.rawValue)
    }

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
