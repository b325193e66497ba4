import ViewModels

nonisolated extension ScreenDescriptor {
    /// The help with all keys, those of the topmost screen first.
    public static let help = ScreenDescriptor(.help, opens: .anywhere) { flow in
        HelpViewModel(sections: flow.frontEnd.help())
    }

    /// The history of messages.
    public static let messages = ScreenDescriptor(.messages, opens: .anywhere) { flow in
        // The list contains the message that is on the screen.
        flow.session.messages.dismiss()
        return MessagesViewModel(session: flow.session)
    }

    /// The list of accounts.
    public static let accounts = ScreenDescriptor(.accounts, opens: .anywhere) { flow in
        guard let accounts = flow.services.accounts else {
            flow.refuse(.accountsUnavailable)
            return nil
        }
        let model = AccountsViewModel(
            accounts: accounts, sources: flow.services.sources, onboardingService: flow.services.onboardingService,
            track: flow.services.track)
        model.onOutput = { [weak flow] output in
            switch output {
            case .addedFirstSources(let warnings): flow?.onFirstSources?(warnings)
            }
        }
        return model
    }

    /// The screen of sources, where the user's list is changed.
    public static let sources = ScreenDescriptor(.sources, opens: .anywhere) { flow in flow.sources }

    /// The source list: topics and sources to choose from. Its view-model is that of the sidebar.
    public static let sourceList = ScreenDescriptor(.sourceList, opens: .above([.timeline])) { flow in flow.sourceList }

    public static let settings = ScreenDescriptor(.settings, opens: .anywhere) { flow in
        SettingsViewModel(frontEnd: flow.frontEnd.settings, session: flow.session)
    }

    /// The developer section.
    public static let developer = ScreenDescriptor(.developer, opens: .anywhere) { flow in
        DeveloperViewModel(
            diagnostics: flow.services.diagnostics, engine: flow.services.track.engine, session: flow.session)
    }

    public static let credits = ScreenDescriptor(.credits, opens: .anywhere) { _ in CreditsViewModel() }

    /// The onboarding, which its own flow opens.
    public static let onboarding = ScreenDescriptor(.onboarding, opens: .above([]), keyboard: .text)

    /// The command line.
    public static let command = ScreenDescriptor(.command, opens: .anywhere, keyboard: .draft)
}

extension TimelineCoordinator {
    /// Opens the command line with an initial text.
    public func openCommandLine(_ text: String = "") {
        present(.command) { CommandLineViewModel(commands: frontEnd.commands(), text: text, session: session) }
    }
}
