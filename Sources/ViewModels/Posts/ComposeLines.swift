import EngineConcepts
import Localization

/// The reason why a post cannot be written, or why a part of it cannot be what was typed.
nonisolated struct ComposeRefusal: Error {
    let reason: Message

    init(_ key: MessageKey, _ values: Message.Argument...) { reason = key.message(values) }
}

/// The lines of their own on the compose screen, each for a part of the post that the text does not have.
struct ComposeLines {
    let session: Session

    /// Returns the line for a part of a post.
    ///
    /// - Parameters:
    ///   - typed: A text that was not taken, so that it can be corrected, or `nil` for the present one.
    ///   - media: The media of the post as they are shown.
    func line(
        for field: ComposeField, of composition: Composition, typed: String?, media: [ComposeState.Medium]
    ) throws(ComposeRefusal) -> ComposeState.Line {
        guard composition.account != nil else { throw ComposeRefusal(.composeTextOnly) }
        let (post, localizer) = (composition.post, session.localizer)
        func made(_ prompt: String, _ present: String?) -> ComposeState.Line {
            ComposeState.Line(field: field, prompt: prompt, text: typed ?? present ?? "")
        }
        switch field {
        case .warning: return made(localizer(.composeWarningPrompt), post.contentWarning)
        case .language: return made(localizer(.composeLanguagePrompt), post.language)
        case .schedule: return made(localizer(.composeSchedulePrompt), post.scheduled.map(session.texts.typed))
        case .file:
            if let limit = composition.accounts.maximumMedia, post.media.count >= limit {
                throw ComposeRefusal(.composeMediaFull, .number(limit))
            }
            return made(localizer(.composeFilePrompt), nil)
        case .description(let index):
            guard let medium = media.element(at: index) else { throw ComposeRefusal(.composeNoMedia) }
            return made(localizer(.composeDescriptionPrompt, .text(medium.name)), medium.description)
        }
    }

    /// Sets a part of a post to what was typed; `nil` removes it. A file is no such part: it is read first.
    func set(_ field: ComposeField, to text: String?, in post: inout PostDraft) throws(ComposeRefusal) {
        switch field {
        case .file: break
        case .warning: post.contentWarning = text
        case .language:
            if let text, !text.looksLikeLanguage { throw ComposeRefusal(.composeLanguageWrong, .text(text)) }
            post.language = text
        case .schedule:
            guard let text else {
                post.scheduled = nil
                return
            }
            post.scheduled = try time(text)
        case .description(let index):
            if post.media.indices.contains(index) { post.media[index].alternativeText = text }
        }
    }

    /// Returns the time at which the server is to publish the post.
    private func time(_ text: String) throws(ComposeRefusal) -> Timestamp {
        guard let time = session.dates.ahead(text) else { throw ComposeRefusal(.composeTimeWrong, .text(text)) }
        guard time.since(session.time.now()) >= ScheduledPost.minimumWait else { throw ComposeRefusal(.composeTooSoon) }
        return time
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
