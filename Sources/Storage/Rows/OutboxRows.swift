internal import EngineConcepts
internal import GRDB

/// The rows of the outbox within one transaction. Their numbers keep the order of the requests and are never reused.
struct OutboxRows {
    let db: Database

    func all() throws -> [PendingAction] {
        var query = try SQLStatement(
            """
            SELECT id, supplier, item, action, asked, repetition, attempts, doubt, state FROM outbox ORDER BY number
            """, in: db)
        let json = JSONText()
        var actions: [PendingAction] = []
        while try query.step() {
            let id = ActionID(query.text(0))
            let name = "the action \(id) of the outbox"
            guard let repetition = ActionRepetition(rawValue: query.text(5)) else {
                throw DamagedContent("\(name): its repetition is \(query.text(5))")
            }
            actions.append(
                PendingAction(
                    id: id, action: try json.decode(query.text(3), named: name),
                    ticket: TicketID(supplier: SupplierID(query.text(1)), item: query.text(2)),
                    asked: Timestamp(milliseconds: query.int64(4)), repetition: repetition,
                    attempts: Int(query.int64(6)), isInDoubt: query.flag(7),
                    state: try json.decode(query.text(8), named: name)))
        }
        return actions
    }

    func apply(_ change: OutboxChange) throws {
        let json = JSONText()
        switch change {
        case .append(let action):
            try db.run(
                """
                INSERT INTO outbox (id, supplier, item, action, asked, repetition, attempts, doubt, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, action.id.rawValue, action.ticket.supplier.rawValue, ItemName(action.ticket.item),
                try json.encode(action.action), action.asked.milliseconds, action.repetition.rawValue,
                Int64(action.attempts), action.isInDoubt, try json.encode(action.state))
        case .update(let action):
            try db.run(
                "UPDATE outbox SET attempts = ?, doubt = ?, state = ? WHERE id = ?", Int64(action.attempts),
                action.isInDoubt, try json.encode(action.state), action.id.rawValue)
        case .remove(let id): try db.run("DELETE FROM outbox WHERE id = ?", id.rawValue)
        }
    }
}
