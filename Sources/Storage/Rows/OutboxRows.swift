import EngineConcepts
import GRDB

/// The rows of the outbox within one transaction. Their numbers keep the order of the requests and are never reused.
struct OutboxRows {
    let db: Database

    /// More attempts than an action ever has. A damaged row may say any number.
    private static let maximumAttempts: Int64 = 1 << 32

    func all() throws -> [PendingAction] {
        // A damaged store that was not migrated lacks both columns: its actions are on tickets.
        let hasTargets = try db.columns(in: "outbox").contains { $0.name == "target" }
        var query = try SQLStatement(
            """
            SELECT id, supplier, item, action, asked, repetition, attempts, doubt, state,
                \(hasTargets ? "target, uri" : "'ticket', NULL")
            FROM outbox ORDER BY number
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
                    id: id,
                    request: try request(
                        query.text(9), query.text(3), of: query.text(1), query.text(2), named: name, by: json),
                    uri: query.optionalText(10),
                    requestedAt: Timestamp(milliseconds: query.int64(4)), repetition: repetition,
                    attempts: Int(min(max(query.int64(6), 0), Self.maximumAttempts)), isInDoubt: query.flag(7),
                    state: try json.decode(query.text(8), named: name)))
        }
        return actions
    }

    /// The kinds of targets.
    private enum Target: String {
        case ticket, person, account
    }

    private func request(
        _ target: String, _ action: String, of sender: String, _ item: String, named name: String, by json: JSONText
    ) throws -> RequestedAction {
        switch Target(rawValue: target) {
        case .ticket:
            .ticket(try json.decode(action, named: name), TicketID(supplier: SupplierID(sender), item: item))
        case .person: .person(try json.decode(action, named: name), try json.decode(item, named: name))
        case .account: .account(try json.decode(action, named: name), AccountID(sender))
        case nil: throw DamagedContent("\(name): its target is \(target)")
        }
    }

    /// Returns the columns `target`, `supplier`, `item` and `action` of an action.
    private func columns(of request: RequestedAction, by json: JSONText) throws -> (Target, String, String, String) {
        switch request {
        case .ticket(let action, let ticket):
            (.ticket, ticket.supplier.rawValue, ticket.item, try json.encode(action))
        case .person(let action, let person):
            (.person, person.account.rawValue, try json.encode(person), try json.encode(action))
        case .account(let action, let account): (.account, account.rawValue, "", try json.encode(action))
        }
    }

    func apply(_ change: OutboxChange) throws {
        let json = JSONText()
        switch change {
        case .append(let action):
            let (target, sender, item, content) = try columns(of: action.request, by: json)
            try db.run(
                """
                INSERT INTO outbox
                    (id, supplier, item, action, target, uri, asked, repetition, attempts, doubt, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, action.id.rawValue, sender, ItemName(item), content, target.rawValue,
                action.uri.map(ItemName.init), action.requestedAt.milliseconds, action.repetition.rawValue,
                Int64(action.attempts), action.isInDoubt, try json.encode(action.state))
        case .update(let action):
            try db.run(
                "UPDATE outbox SET attempts = ?, doubt = ?, state = ? WHERE id = ?", Int64(action.attempts),
                action.isInDoubt, try json.encode(action.state), action.id.rawValue)
        case .remove(let id): try db.run("DELETE FROM outbox WHERE id = ?", id.rawValue)
        case .setting(let change): try SettingRows(db: db).apply(change)
        }
    }
}
