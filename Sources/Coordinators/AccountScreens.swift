import ViewModels

nonisolated extension ScreenName {
    /// The list of accounts.
    public static let accounts = ScreenName(rawValue: "accounts")
}

nonisolated extension ScreenDescriptor {
    /// The list of accounts.
    public static let accounts = ScreenDescriptor(.accounts, opens: .anywhere) { flow in
        guard let accounts = flow.services.accounts else {
            flow.session.messages.show(.accountsUnavailable)
            return nil
        }
        let model = AccountsViewModel(
            accounts: accounts, sources: flow.services.sources, onboardingService: flow.services.onboardingService,
            track: flow.dependencies.services.track, session: flow.session)
        model.onOutput = { [weak flow] output in
            switch output {
            case .addedFirstSources(let warnings): flow?.onFirstSources?(warnings)
            }
        }
        return model
    }
}
