package import EngineConcepts
import FiberConfiguration
package import Queries
import Suppliers
import ViewModels

extension AppContext {
    /// Returns the topic of this name, or else one whose name differs in case. Throws a ``CommandFailure`` if there is none.
    package func topic(named text: String) throws -> Topic {
        let name = library.topicNames.known(text)
        guard let topic = library.allTopics.first(where: { $0.name == name }) else {
            try refuseWrong(text)
            throw CommandFailure(
                Message("topicNotFound", ["name": .text(text), "file": .text(directories.libraryFile)]))
        }
        return topic
    }

    /// Returns the names of the topics that these texts mean, each once. One that is no topic yet is a name as it is; throws a
    /// ``CommandFailure`` if it is that of a built-in view.
    package func topicNames(of texts: [String]) throws -> [String] {
        var names = library.topicNames
        for text in texts where names.known(text) == nil { try refuseView(text) }
        return texts.map { names.adding($0) }.uniqued()
    }

    /// Returns the names of the topics that these texts mean, each once. One that is no topic stays as it is.
    package func meantTopicNames(of texts: [String]) -> [String] {
        let names = library.topicNames
        return texts.map { names.known($0) ?? $0 }.uniqued()
    }

    /// Throws a failure if a new topic has the name of a built-in view.
    func refuseView(_ name: String) throws {
        if BuiltInView.isNamed(name) { throw CommandFailure(Message("nameOfView", ["0": .text(name)])) }
    }

    /// Returns the rule of this name. Throws a ``CommandFailure`` if there is none.
    package func rule(named name: String) throws -> Rule {
        guard let rule = library.rule(name) else {
            try refuseWrong(name)
            throw CommandFailure(
                Message("ruleNotFound", ["name": .text(name), "file": .text(directories.libraryFile)]))
        }
        return rule
    }

    /// Returns the ticket of this id, with its marks. Throws a ``CommandFailure`` if there is none.
    package func entry(named text: String) async throws -> TrackEntry {
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

    /// Returns the source with this id, name or address, including the address that it has moved to, or else the one whose
    /// name differs in case. Throws a ``CommandFailure`` if there is none, or several.
    package func source(named text: String) async throws -> SourceDescription {
        try await sourceLookup.source(named: text)
    }

    /// Returns the sources with these ids, names or addresses, all of them or none: a typing error changes nothing.
    package func sources(named texts: [String]) async throws -> [SourceDescription] {
        try await sourceLookup.sources(named: texts)
    }

    /// Finds sources by what users call them.
    var sourceLookup: SourceLookup {
        SourceLookup(
            library: library, engine: engine, file: directories.libraryFile,
            followedAddress: { [registry = sources.factory.registry] in registry.followedAddress(of: $0) })
    }

    /// Returns the account that an option names, or the only one. Throws a ``CommandFailure`` if there is none, or the choice
    /// is open.
    package func account(named text: String?, option: String) throws -> Account {
        if let text { return try accounts.account(named: text) }
        let known = try accounts.accounts()
        guard let first = known.first else { throw CommandFailure(Message("noAccounts")) }
        guard known.count == 1 else {
            throw CommandFailure(
                Message("accountChoice", ["known": .list(known.map { .text($0.id) }), "option": .text(option)]))
        }
        return first
    }

    /// Returns the client of an account, or `nil` if its kind is unknown.
    package func client(of account: Account) -> (any AccountClient)? {
        AccountCatalog.standard.clients(of: [account], sources.factory.dependencies).first
    }

    package var clients: [any AccountClient] {
        AccountCatalog.standard.clients(of: library.accounts, sources.factory.dependencies)
    }
}
