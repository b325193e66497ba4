import EngineConcepts
import Localization

/// Sends actions on people, each only where it changes something, so that undo restores exactly what was before.
struct PersonActionSender {
    let engine: any ActionManaging
    let people: any PostingServices
    let session: Session

    private struct Sent {
        let person: Person
        /// The actions that restore the former relation, or `nil` if the server does not tell it.
        let restoring: [PersonAction]?
        let text: String
    }

    private enum Result {
        case sent(Sent)
        /// The relation of this account is already as wanted.
        case unchanged(author: String, account: String, PersonRelation)
        /// Nothing was sent, for this reason.
        case leftOut(String)
    }

    /// Acts on authors of one person, tells each result, and lets one undo restore what was changed.
    ///
    /// - Parameters:
    ///   - name: The name of the action with that of the person.
    ///   - place: The place of the action on the undo stack, which is filled before the servers are asked.
    func perform(
        _ action: PersonAction, on authors: [AuthorAccounts], called name: String, undoneAt place: UndoStack.Place
    ) async {
        let work = Task { await send(action, to: authors, called: name) }
        let progress = Progress()
        session.messages.show("\(name) …")
        // Can be undone before the servers have answered.
        place.fill(
            { [engine, session] in
                progress.isTakenBack = true
                let takeBack: @MainActor ([Result]) -> String = { results in
                    let changed = Self.changed(results)
                    guard !changed.isEmpty else { return session.localizer(.nothingToUndo) }
                    for sent in changed {
                        for action in sent.restoring ?? [] { engine.perform(action, on: sent.person) }
                    }
                    let text = Self.text(changed.map(\.text), called: name, isAlone: authors.count == 1)
                    return session.localizer(.actsUndone, .text(text))
                }
                if let results = progress.results { return takeBack(results) }
                // A slow server must not delay the undoing of other changes.
                session.run { session.messages.show(takeBack(await work.value)) }
                return session.localizer(.actsUndoWaits, .text(name))
            }, while: { progress.results.map { !Self.changed($0).isEmpty } ?? true })
        let results = await work.value
        progress.results = results
        // The message about the undo says the rest.
        if !progress.isTakenBack || Self.changed(results).isEmpty { report(results, of: action, called: name) }
    }

    /// The state of an action for the undo stack.
    private final class Progress {
        /// The results, or `nil` until all servers have answered.
        var results: [Result]?
        /// True if it is undone or will be.
        var isTakenBack = false
    }

    /// Asks for the relation to each author of the account that would act on them, with what is still to be sent. It is `nil`
    /// where no account reaches the author, or where the server has not answered within the limit.
    func relations(to authors: [AuthorAccounts], within limit: Duration) async -> [PersonRelation?] {
        let pending = await engine.pendingActions
        let asked = authors.map { author in Task { await relation(to: author, after: pending) } }
        let timer = Task { [time = session.time] in
            guard await time.sleepUnlessCancelled(for: limit) else { return }
            for task in asked { task.cancel() }
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            var relations: [PersonRelation?] = []
            for task in asked { relations.append(await task.value) }
            return relations
        } onCancel: {
            for task in asked { task.cancel() }
        }
    }

    private func relation(to author: AuthorAccounts, after pending: [PendingAction]) async -> PersonRelation? {
        do {
            for account in author.accounts {
                let found = try await people.personWithRelation(named: author.name, seenBy: account.id)
                try Task.checkCancellation()
                let relation = found.relation(after: pending)
                if relation != .own { return relation }
            }
        } catch {
            // Then everything is offered, and an action says what is wrong.
        }
        return nil
    }

    private func send(_ action: PersonAction, to authors: [AuthorAccounts], called name: String) async -> [Result] {
        let pending = await engine.pendingActions
        var results: [Result] = []
        for author in authors {
            // The name of an action on one author contains that of the author.
            let shown = authors.count == 1 ? name : author.name
            do {
                results.append(try await perform(action, on: author, shownAs: shown, pending))
            } catch {
                results.append(.leftOut("\(shown): \(session.localizer(error))"))
            }
        }
        return results
    }

    private func perform(
        _ action: PersonAction, on author: AuthorAccounts, shownAs name: String, _ pending: [PendingAction]
    ) async throws -> Result {
        guard !author.accounts.isEmpty else { return .leftOut(session.localizer(.actsNoAccount, .text(name))) }
        for account in author.accounts {
            let found = try await people.personWithRelation(named: author.name, seenBy: account.id)
            switch found.effect(of: action, after: pending) {
            case .own: continue
            case .unchanged(let relation): return .unchanged(author: author.name, account: account.handle, relation)
            case .change(let relation):
                engine.perform(action, on: found.person)
                return .sent(
                    Sent(
                        person: found.person, restoring: relation.restoring(after: action),
                        text: session.localizer(.actsSentAs, .text(name), .text(account.handle))))
            }
        }
        return .leftOut(session.localizer(.actsOwn, .text(author.name)))
    }

    // MARK: Messages

    private func report(_ results: [Result], of action: PersonAction, called name: String) {
        var parts: [String] = []
        var unchanged: [(key: String, accounts: [String], authors: [String])] = []
        for result in results {
            switch result {
            case .sent(let sent):
                parts.append(sent.restoring == nil ? session.localizer(.actsNotUndoable, .text(sent.text)) : sent.text)
            case .leftOut(let reason): parts.append(reason)
            case .unchanged(let author, let account, let relation):
                var key = "already.\(action.rawValue)"
                if action == .follow, case .other(let ties) = relation, ties.following == .requested {
                    key = "already.requested"
                }
                if let index = unchanged.firstIndex(where: { $0.key == key }) {
                    if !unchanged[index].accounts.contains(account) { unchanged[index].accounts.append(account) }
                    unchanged[index].authors.append(author)
                } else {
                    unchanged.append((key, [account], [author]))
                }
            }
        }
        // The authors are named only if they do not share one result.
        let isOne = parts.isEmpty && unchanged.count == 1
        let isAlone = results.count == 1 && !isOne
        parts += unchanged.map { group in
            let text = session.localizer(Message(group.key, ["0": .text(group.accounts.joined(separator: ", "))]))
            return isOne ? text : "\(text) (\(group.authors.joined(separator: ", ")))"
        }
        session.messages.show(Self.text(parts, called: name, isAlone: isAlone))
    }

    /// Returns the results in words behind the name of the action, which the only result of one author already contains.
    private static func text(_ parts: [String], called name: String, isAlone: Bool) -> String {
        let results = parts.joined(separator: "; ")
        return isAlone ? results : "\(name): \(results)"
    }

    /// Returns the actions that can be taken back.
    private static func changed(_ results: [Result]) -> [Sent] {
        results.compactMap { result in
            if case .sent(let sent) = result, sent.restoring != nil { sent } else { nil }
        }
    }
}

nonisolated extension PersonAction {
    /// Returns the action on a person of this name in words, or that on all their authors.
    func message(on name: String, everywhere: Bool = false) -> Message {
        Message("\(everywhere ? "everywhere" : "person").\(rawValue)", ["0": .text(name)])
    }
}
