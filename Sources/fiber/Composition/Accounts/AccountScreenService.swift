import EngineConcepts
import Suppliers
import ViewModels

/// Implements the accounts screen over ``AccountService``.
struct AccountScreenService: AccountManaging {
    let service: AccountService
    /// The text for the browser after the sign-in.
    let page: String

    func accounts() async throws -> [AccountDescription] {
        try service.accounts().map(Self.description)
    }

    fileprivate static func description(of account: Account) -> AccountDescription {
        AccountDescription(
            id: account.id, handle: account.handle,
            kind: AccountCatalog.standard[account.kind]?.name ?? account.kind.rawValue, server: account.server,
            isSignedIn: account.access != nil)
    }

    func sources(of id: String) async throws -> [SupplierID] {
        try service.sourcesNeeding(try service.account(named: id)).map(\.id)
    }

    func beginSignIn(at place: String) async throws -> any PendingSignIn {
        let known = try service.accounts().first { $0.id == place }
        var (server, descriptor) = try await service.server(named: known?.server ?? place)
        if let known { server.person = known.id }
        guard descriptor.signInMethod == .browser else {
            let signIn = try await service.beginSignIn(at: server, by: descriptor, redirect: nil, readsOnly: false)
            return PasswordSignIn(service: service, descriptor: descriptor, signIn: signIn)
        }
        let answer = try SignInListener(readsInput: false)
        let signIn = try await service.beginSignIn(
            at: server, by: descriptor, redirect: answer.redirect, readsOnly: false)
        return BrowserSignIn(service: service, descriptor: descriptor, signIn: signIn, answer: answer, page: page)
    }

    func check(_ id: String) async throws -> String {
        let server = try await service.check(try service.account(named: id))
        return "\(server.software) \(server.version)"
    }

    func remove(_ id: String) async throws -> Message? {
        try await service.remove(try service.account(named: id)).warning
    }

    func usualTimelines(of id: String) -> [String] { ["home@\(id)", "notifications@\(id)"] }
}

/// A sign-in whose answer the browser brings to a port of this machine.
private struct BrowserSignIn: PendingSignIn {
    let service: AccountService
    let descriptor: any AccountDescriptor
    let signIn: SignIn
    let answer: SignInListener
    let page: String

    var address: String { signIn.address }

    func account() async throws -> AccountDescription {
        let code = try await answer.code(state: signIn.terms.state, page: page)
        let token = try await service.token(for: code, signIn, by: descriptor)
        let account = try await service.add(
            at: signIn.server, by: descriptor, token: token, application: signIn.application)
        return AccountScreenService.description(of: account)
    }

    func take(_ pasted: String) -> Bool {
        guard let code = SignInListener.code(in: pasted, state: signIn.terms.state) else { return false }
        answer.take(code)
        return true
    }

    func cancel() {
        answer.end()
    }
}

/// A sign-in with a password that the user makes on a page and types.
private struct PasswordSignIn: PendingSignIn {
    let service: AccountService
    let descriptor: any AccountDescriptor
    let signIn: SignIn
    private let passwords: AsyncStream<String>
    private let typed: AsyncStream<String>.Continuation

    init(service: AccountService, descriptor: any AccountDescriptor, signIn: SignIn) {
        self.service = service
        self.descriptor = descriptor
        self.signIn = signIn
        (passwords, typed) = AsyncStream.makeStream()
    }

    var address: String { signIn.address }

    var asksForPassword: Bool { true }

    func account() async throws -> AccountDescription {
        for await password in passwords {
            let token = try await service.token(for: password, signIn, by: descriptor)
            let account = try await service.add(
                at: signIn.server, by: descriptor, token: token, application: signIn.application)
            return AccountScreenService.description(of: account)
        }
        throw CancellationError()
    }

    func take(_ pasted: String) -> Bool {
        guard !pasted.isEmpty else { return false }
        typed.yield(pasted)
        return true
    }

    func cancel() {
        typed.finish()
    }
}
