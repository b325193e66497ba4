import EngineConcepts
import FiberConfiguration
import Queries
import Suppliers
import WebText

extension AppContext {
    /// Returns the topic of this name, ignoring case.
    func topic(named text: String) throws -> Topic {
        let topics = library.allTopics
        guard
            let topic = topics.first(where: { $0.name == text })
                ?? topics.first(where: { $0.name.lowercased() == text.lowercased() })
        else {
            try refuseWrong(text)
            throw CommandFailure(
                Message("topicNotFound", ["name": .text(text), "file": .text(directories.libraryFile)]))
        }
        return topic
    }

    /// Returns the rule of this name.
    func rule(named name: String) throws -> Rule {
        guard let rule = library.rule(name) else {
            try refuseWrong(name)
            throw CommandFailure(
                Message("ruleNotFound", ["name": .text(name), "file": .text(directories.libraryFile)]))
        }
        return rule
    }

    /// Returns the ticket of this id, with its marks.
    func entry(named text: String) async throws -> TrackEntry {
        guard let id = TicketID(text), let entry = try await reader.entry(id) else {
            throw CommandFailure.noTicket(named: text)
        }
        return entry
    }

    /// Throws the configuration error of a topic or rule that is off because of it.
    func refuseWrong(_ name: String) throws {
        guard let warning = library.warnings.first(where: { $0.name == name }) else { return }
        throw CommandFailure(.configuration, warning.message)
    }

    /// Returns the source with this id, name or address, including the address that it has moved to.
    func source(named text: String) async throws -> SourceDescription {
        let moved = await engine.snapshot.suppliers.reduce(into: [:]) { $0[$1.id] = $1.sourceAddress }
        return try library.source(
            named: text, at: sources.factory.registry.followedAddress(of: text), moved: moved,
            shown: distinctNames(of: library.sources.map(\.id)),
            file: directories.libraryFile)
    }

    /// Returns the sources with these ids, names or addresses, all of them or none: a typing error changes nothing.
    func sources(named texts: [String]) async throws -> [SourceDescription] {
        var found: [SourceDescription] = []
        for text in texts { found.append(try await source(named: text)) }
        return found
    }

    /// Returns the account that an option names, or the only one.
    func account(named text: String?, option: String) throws -> Account {
        let known = try accounts.accounts()
        guard let text else {
            guard known.count < 2 else {
                throw CommandFailure(
                    Message("accountChoice", ["known": .list(known.map { .text($0.id) }), "option": .text(option)]))
            }
            guard let only = known.first else { throw CommandFailure(Message("noAccounts")) }
            return only
        }
        return try accounts.account(named: text)
    }

    /// Returns the client of an account.
    func client(of account: Account) -> (any AccountClient)? {
        AccountCatalog.standard.clients(of: [account], sources.factory.dependencies).first
    }

    /// The clients of all accounts.
    var clients: [any AccountClient] {
        AccountCatalog.standard.clients(of: library.accounts, sources.factory.dependencies)
    }
}

extension Library {
    /// Returns the source with this id, name or stored address.
    ///
    /// - Parameters:
    ///   - address: The address that `text` would have as a new source.
    ///   - moved: Current addresses of sources that have moved for good.
    ///   - shown: Names that tell sources apart.
    func source(
        named text: String, at address: String, moved: [SupplierID: String], shown: [SupplierID: String], file: String
    ) throws -> SourceDescription {
        let place = SourceAddress.canonical(address)
        let matches = sources.filter { source in
            [source.id.rawValue, source.address, source.shownAddress, source.shownName, shown[source.id]].contains(text)
                || [source.address, moved[source.id]].compactMap(\.self).map(SourceAddress.canonical).contains(place)
        }
        guard let source = matches.first else {
            throw CommandFailure(Message("sourceNotFound", ["name": .text(text), "file": .text(file)]))
        }
        guard matches.count == 1 else {
            let list = matches.map { "\n  \($0.id)  \($0.shownAddress)" }.joined()
            throw CommandFailure(
                Message(
                    "sourceAmbiguous", ["count": .number(matches.count), "name": .text(text), "list": .text(list)]),
                advice: Message("nameByID"))
        }
        return source
    }
}
