package import EngineConcepts
import FiberConfiguration
import ViewModels

/// Actions on a linked person: on each of their authors, through the first account at the author's network that is not the
/// author, where they change something.
package struct LinkedPersonActions {
    /// The actions to send, and the failure to report afterwards, or `nil` if no author failed.
    package typealias Plan = (acts: [OutboxRequest.Act], failure: CommandFailure?)

    let people: People
    let keys: AuthorKeyReader
    let clients: [any AccountClient]
    /// The unfinished actions, which count as done.
    let pending: [PendingAction]
    let time: any TimeSource
    /// Receives the authors that are left out, with the reasons.
    let reporter: any Reporter

    /// Returns the actions on the person with a name or an author's key. Throws a ``CommandFailure`` if there is no such
    /// person, or no account reaches them.
    package func plan(_ action: PersonAction, on name: String) async throws -> Plan {
        guard let person = people.person(named: name) ?? keys.key(name).flatMap({ people.person(with: $0) }) else {
            throw CommandFailure(Message("personWasMissing", ["author": .text(name)]))
        }
        var plan: Plan = ([], nil)
        var isReached = false
        for identity in person.identities {
            guard clients.contains(where: { $0.handle(for: identity.key) != nil }) else {
                reporter.report(Message("personNotReached", ["author": .text(identity.text)]))
                continue
            }
            do {
                if let act = try await act(action, on: identity) { plan.acts.append(act) }
                isReached = true
            } catch {
                reporter.report(error)
                plan.failure = CommandFailure(Message("personPartlyReached", ["name": .text(person.name)]))
            }
        }
        guard isReached else { throw CommandFailure(Message("personUnreachable", ["name": .text(person.name)])) }
        return plan
    }

    /// Returns the action on an author, or `nil` if nothing is to be sent to the author.
    private func act(
        _ action: PersonAction, on identity: LinkedPerson.Identity
    ) async throws(SupplierError) -> OutboxRequest.Act? {
        let author = Message.Argument.text(identity.text)
        for client in clients {
            guard let handle = client.handle(for: identity.key) else { continue }
            let found = try await client.personWithRelation(named: handle, now: time.now())
            switch found.effect(of: action, after: pending) {
            case .own: continue
            case .unchanged:
                reporter.report(Message("personUnchangedBy", ["author": author, "account": .text(client.name)]))
                return nil
            case .change: return .person(action, found.person)
            }
        }
        reporter.report(Message("personIsAccount", ["author": author]))
        return nil
    }
}

extension LinkedPersonActions {
    package init(_ context: AppContext) async {
        self.init(
            people: await context.notes.state().people, keys: await context.notes.keys, clients: context.clients,
            pending: await context.engine.pendingActions, time: context.time, reporter: context.reporter)
    }
}
