import EngineConcepts
import Localization

extension ComposeViewModel {
    /// Opens a line for a part of the post that the text does not have.
    ///
    /// - Parameter typed: A text that was not taken, so that it can be corrected, or `nil` for the present one.
    func open(_ field: ComposeField, typed: String? = nil) {
        guard account != nil else { return session.messages.show(.composeTextOnly) }
        let localizer = session.localizer
        switch field {
        case .warning:
            line(field, prompt: localizer(.composeWarningPrompt), text: typed ?? post.contentWarning ?? "")
        case .language:
            line(field, prompt: localizer(.composeLanguagePrompt), text: typed ?? post.language ?? "")
        case .schedule:
            let scheduled = post.scheduled.map(session.texts.typed)
            line(field, prompt: localizer(.composeSchedulePrompt), text: typed ?? scheduled ?? "")
        case .file:
            if let limit = accounts?.maximumMedia, post.media.count >= limit {
                return session.messages.show(.composeMediaFull, .number(limit))
            }
            line(field, prompt: localizer(.composeFilePrompt), text: typed ?? "")
        case .description(let index):
            guard state.media.indices.contains(index) else { return session.messages.show(.composeNoMedia) }
            line(
                field, prompt: localizer(.composeDescriptionPrompt, .text(state.media[index].name)),
                text: typed ?? state.media[index].description ?? "")
        }
    }

    private func line(_ field: ComposeField, prompt: String, text: String) {
        state.line = ComposeState.Line(field: field, prompt: prompt, text: text)
    }

    /// Opens the line for the first medium without a description.
    func describe() {
        guard !post.media.isEmpty else { return session.messages.show(.composeNoMedia) }
        open(.description(post.media.firstIndex { $0.alternativeText == nil } ?? post.media.count - 1))
    }

    /// Takes the text of the open line.
    func set(_ text: String) {
        guard let field = state.line?.field else { return }
        state.line = nil
        let value = text.allSatisfy(\.isWhitespace) ? nil : text
        switch field {
        case .warning: change { $0.contentWarning = value }
        case .language:
            if let value, !value.looksLikeLanguage {
                session.messages.show(.composeLanguageWrong, .text(value))
                return open(field, typed: value)
            }
            change { $0.language = value }
        case .schedule: schedule(value)
        case .file: if let value { attach(value) }
        case .description(let index):
            guard post.media.indices.contains(index) else { return }
            change { $0.media[index].alternativeText = value }
        }
    }

    /// Sets the time at which the server publishes the post.
    private func schedule(_ text: String?) {
        guard let text else { return change { $0.scheduled = nil } }
        guard let time = session.dates.ahead(text) else {
            session.messages.show(.composeTimeWrong, .text(text))
            // Otherwise the next try would be typed into the post.
            return open(.schedule, typed: text)
        }
        guard time.since(session.time.now()) >= ScheduledPost.minimumWait else {
            session.messages.show(.composeTooSoon)
            return open(.schedule, typed: text)
        }
        change { $0.scheduled = time }
    }

    private func attach(_ path: String) {
        session.activity.run { [self] in
            let medium: PostDraft.Medium
            do {
                medium = try await posting.medium(at: path)
            } catch {
                session.messages.failure(error)
                let isElsewhere =
                    sending.hasEnded || sending.isLookingUp || state.line != nil || state.accountCursor != nil
                if !isElsewhere { open(.file, typed: path) }
                return
            }
            // A post that was sent or closed would be stored as a draft again.
            guard !sending.hasEnded else { return session.messages.show(.composeNotAttached) }
            change { $0.media.append(medium) }
            guard !sending.isLookingUp else { return }
            open(.description(post.media.count - 1))
        }
    }

    /// Removes the medium that was attached last.
    func detach() {
        guard !post.media.isEmpty else { return session.messages.show(.composeNoMedia) }
        change { $0.media.removeLast() }
    }
}

nonisolated extension String {
    /// True for what looks like a BCP 47 tag.
    fileprivate var looksLikeLanguage: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.first?.count ?? 0)
            && parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}
