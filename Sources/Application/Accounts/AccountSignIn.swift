package import EngineConcepts
package import Suppliers
import WebText

/// A sign-in from its beginning to the stored account: the steps that the command and the screen share.
package struct AccountSignIn: Sendable {
    /// The choices of the user.
    package struct Choices {
        /// True to ask for reading only.
        var readsOnly = false
        /// True to sign in with an app password.
        var byPassword = false
        /// True if the user copies a code; false if the browser brings the answer to a port of this machine.
        var copiesCode = false

        package init(readsOnly: Bool = false, byPassword: Bool = false, copiesCode: Bool = false) {
            self.readsOnly = readsOnly
            self.byPassword = byPassword
            self.copiesCode = copiesCode
        }
    }

    /// The way in which the answer arrives.
    private enum Arrival {
        /// The browser brings it, or the user pastes the address that the browser was sent to.
        case browser(SignInListener)
        /// The user types a code or a password.
        case typed(AsyncStream<String>, AsyncStream<String>.Continuation)
    }

    private let service: AccountService
    private let descriptor: any AccountDescriptor
    private let signIn: SignIn
    private let arrival: Arrival

    /// Begins a sign-in.
    ///
    /// - Parameter noteWrongLine: Given to take a pasted address from standard input. Receives the message about a line that
    ///   is none.
    package init(
        at place: DescribedServer, _ choices: Choices = Choices(), noteWrongLine: (@Sendable (Message) -> Void)?,
        _ service: AccountService
    ) async throws {
        guard !choices.byPassword || place.descriptor.takesPasswords else {
            throw SupplierError(.unsupported, Message("passwordNotTaken", ["host": .text(place.server.handleHost)]))
        }
        let listener = choices.byPassword || choices.copiesCode ? nil : try SignInListener(noteWrongLine: noteWrongLine)
        var generator = SystemRandomNumberGenerator()
        signIn = try await service.beginSignIn(
            at: place,
            SignInTerms(
                redirect: listener?.redirect, readsOnly: choices.readsOnly, byPassword: choices.byPassword,
                using: &generator))
        if let listener, signIn.method == .browser {
            arrival = .browser(listener)
        } else {
            let (answers, typed) = AsyncStream.makeStream(of: String.self)
            arrival = .typed(answers, typed)
        }
        self.service = service
        descriptor = place.descriptor
    }

    /// The address of the page on which the user agrees, or makes a password. Contains no secret.
    package var address: String { signIn.address }

    /// The way in which the server signs the user in.
    package var method: SignInMethod { signIn.method }

    /// The person whose account is meant, or the server if only that is known.
    package var subject: String { signIn.server.person ?? signIn.server.handleHost }

    /// True if the user types the answer; false if the browser brings it.
    package var isTyped: Bool { if case .typed = arrival { true } else { false } }

    /// Waits for the answer and adds the account. Throws `CancellationError` after ``cancel()``.
    package func account(_ pages: SignInListener.Pages) async throws -> Account {
        try await service.complete(signIn, with: try await answer(pages), by: descriptor)
    }

    private func answer(_ pages: SignInListener.Pages) async throws -> SignInAnswer {
        switch arrival {
        case .browser(let listener): return try await listener.answer(state: signIn.terms.state, pages)
        case .typed(let answers, _):
            for await text in answers { return SignInAnswer(code: text) }
            throw CancellationError()
        }
    }

    /// Takes what the user typed or pasted. Returns false if it is empty, or the address belongs to another sign-in.
    package func take(_ text: String) -> Bool {
        switch arrival {
        case .browser(let listener):
            guard let answer = SignInListener.answer(in: TextSanitizer.line(text), state: signIn.terms.state) else {
                return false
            }
            listener.finish(.answer(answer))
        case .typed(_, let typed):
            guard !text.isEmpty else { return false }
            typed.yield(text)
        }
        return true
    }

    /// Ends the waiting.
    package func cancel() {
        switch arrival {
        case .browser(let listener): listener.finish(.cancelled)
        case .typed(_, let typed): typed.finish()
        }
    }
}
