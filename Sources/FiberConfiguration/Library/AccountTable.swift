import EngineConcepts
import WebText

/// An `[[account]]` of `library.toml`. Unlike a source, an invalid one is left out: its sources stay and say that they
/// need it.
struct AccountTable {
    let entry: TableEntry

    static let keys: Set<String> = ["id", "kind", "server", "handle", "token"]

    func account() throws(ConfigurationError) -> Account {
        let server = try entry.requiredText("server")
        guard WebAddress.isWeb(server), let origin = WebAddress.origin(of: server), WebAddress.hasUsablePort(server),
            WebAddress.user(of: server) == nil
        else { throw entry.error("server", Message("accountServerMalformed")) }
        let id = try entry.requiredText("id")
        guard Self.isUsable(id) else { throw entry.error("id", Message("accountIDMalformed")) }
        return Account(
            id: id, kind: AccountKind(try entry.requiredText("kind")), server: origin,
            handle: try entry.text("handle") ?? "@\(id)",
            access: try AccessTable(entry: entry).access())
    }

    /// Returns true for text that can be part of the address of a source.
    private static func isUsable(_ id: String) -> Bool {
        id.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && scalar.value != 0x7f && scalar != "/"
                && scalar.properties.generalCategory != .control
        }
    }

    /// Returns the lines of an account's block.
    static func lines(of account: Account) -> [TableBlock.Line] {
        [
            ("id", TOMLWriter.quoted(account.id)), ("kind", TOMLWriter.quoted(account.kind.rawValue)),
            ("server", TOMLWriter.quoted(account.server)), ("handle", TOMLWriter.quoted(account.handle)),
        ] + (account.access.map(AccessTable.lines) ?? [])
    }
}
