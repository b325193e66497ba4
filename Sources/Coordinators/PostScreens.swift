public import ViewModels

nonisolated extension ScreenName {
    /// The screen on which a post is written.
    public static let compose = ScreenName(rawValue: "compose")
}

nonisolated extension ScreenDescriptor {
    /// The screen on which a post is written.
    public static let compose = ScreenDescriptor(.compose, opens: .anywhere, keyboard: .draft) { flow in
        flow.compose(.new)
    }
}

extension TimelineCoordinator {
    /// Opens the screen for a post.
    public func openCompose(_ origin: PostOrigin) {
        present(.compose) { compose(origin) }
    }

    /// Makes the screen for a post, or returns `nil` with a message if there are no accounts.
    fileprivate func compose(_ origin: PostOrigin) -> OpenScreen? {
        guard let posting = services.posting else {
            session.messages.note(.composeNoAccount)
            return nil
        }
        let compose = ComposeViewModel(
            origin, track: services.track, posting: posting, session: session)
        compose.onOutput = { [weak self] output in
            switch output {
            case .close: self?.back()
            }
        }
        return OpenScreen(compose, start: compose.start, stop: { [weak compose] in compose?.stop() })
    }
}
