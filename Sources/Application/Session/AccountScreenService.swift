package import EngineConcepts
import FiberConfiguration
import Suppliers
package import ViewModels

/// Manages the accounts for the screens, through ``AccountService``.
package struct AccountScreenService: AccountManaging {
    let service: AccountService
    /// The pages that the browser shows at the end of a sign-in.
    let pages: SignInListener.Pages

    package init(_ context: AppContext) {
        service = context.accounts
        pages = SignInListener.Pages(context.localizer)
    }

    package func accounts() async throws -> [AccountDescription] { try service.accounts().map(Self.description) }

    fileprivate static func description(of account: Account) -> AccountDescription {
        AccountDescription(
            id: account.id, handle: account.handle,
            kind: AccountCatalog.standard.name(of: account.kind), server: account.server,
            isSignedIn: account.access != nil)
    }

    package func sources(of id: String) async throws -> [SupplierID] {
        try service.sourcesNeeding(try service.account(named: id)).map(\.id)
    }

    package func beginSignIn(at name: String) async throws -> any PendingSignIn {
        let known = try service.accounts().first { $0.id == name }
        var place = try await service.server(named: known?.server ?? name)
        if let known { place.server.person = known.id }
        return ScreenSignIn(
            signIn: try await AccountSignIn(at: place, noteWrongLine: nil, service), pages: pages)
    }

    package func check(_ id: String) async throws -> String {
        try await service.check(try service.account(named: id)).shownSoftware
    }

    package func remove(_ id: String) async throws -> Message? {
        try await service.remove(try service.account(named: id)).warning
    }

    package func usualTimelines(of id: String) -> [String] { ["home@\(id)", "notifications@\(id)"] }
}

/// A sign-in that a screen has begun and waits for.
private struct ScreenSignIn: PendingSignIn {
    let signIn: AccountSignIn
    let pages: SignInListener.Pages

    var address: String { signIn.address }

    var asksForPassword: Bool { signIn.method == .password }

    func account() async throws -> AccountDescription {
        AccountScreenService.description(of: try await signIn.account(pages))
    }

    func take(_ pasted: String) -> Bool { signIn.take(pasted) }

    func cancel() { signIn.cancel() }
}
