import ViewModels

nonisolated extension ScreenDescriptor {
    /// The screen on which a post is written.
    public static let compose = ScreenDescriptor(.compose, opens: .anywhere, keyboard: .draft) { flow in
        flow.compose(.new)
    }

    /// The list of unsent posts.
    public static let drafts = ScreenDescriptor(.drafts, opens: .anywhere) { flow in
        let drafts = DraftsViewModel(track: flow.services.track, posting: flow.services.posting)
        drafts.onOutput = { [weak flow] output in
            guard let flow, flow.screen == .drafts, case .open(let origin, let draft) = output else { return }
            flow.back()
            flow.openCompose(origin, draft: draft)
        }
        return drafts
    }
}

extension TimelineCoordinator {
    /// Opens the screen for a post.
    ///
    /// - Parameter draft: The draft to continue, or `nil` for the newest of the origin that was left on this screen.
    func openCompose(_ origin: PostOrigin, draft: Int? = nil) { present(.compose) { compose(origin, draft: draft) } }

    /// Makes the screen for a post, or returns `nil` with a message if there are no accounts.
    fileprivate func compose(_ origin: PostOrigin, draft: Int? = nil) -> (any ViewModel)? {
        guard let posting = services.posting else {
            refuse(.composeNoAccount)
            return nil
        }
        let compose = ComposeViewModel(origin, draft: draft, track: services.track, posting: posting)
        compose.onOutput = { [weak self] output in
            self?.back()
            if case .drafts = output { self?.open(.drafts) }
        }
        return compose
    }
}
