import EngineConcepts
import Localization

extension ComposeState {
    /// Shows a post, and those who send it.
    mutating func show(_ composition: Composition, in session: Session) {
        let localizer = session.localizer
        let (post, accounts) = (composition.post, composition.accounts)
        let selected = accounts.selectedAccounts
        text = post.text
        account = selected.first?.handle ?? ""
        if selected.count > 1 { account = localizer(.composeOthers, .text(account), .number(selected.count - 1)) }
        warning = post.contentWarning
        let audience = (post.visibility ?? accounts.onlyAudience).map { Message("audience.\($0.rawValue)") }
        visibility = selected.isEmpty ? "" : audience.map { localizer($0) } ?? localizer(.composeUsualAudience)
        language = selected.isEmpty ? "" : post.language ?? localizer(.composeUsualLanguage)
        schedule = post.scheduled.map {
            localizer(.composeScheduledAt, .text(session.texts.ahead($0, at: session.time.now())))
        }
        media = post.media.enumerated()
            .map { index, medium in
                let name =
                    switch medium.content {
                    case .file(let path): path.lastPathComponent
                    // Servers give files names of their own.
                    case .uploaded: localizer(.composeUploaded, .number(index + 1))
                    }
                return Medium(name: name, description: medium.alternativeText)
            }
        accountCursor = accounts.cursor
        self.accounts = Self.accounts(accounts, of: post, localizer)
        gauge =
            self.accounts.first(where: \.isChosen)?.gauge
            ?? Gauge(length: PostRules().length(of: post), maximumLength: nil)
    }

    private static func accounts(_ accounts: ComposeAccounts, of post: PostDraft, _ localizer: Localizer) -> [Account] {
        let selectedIDs = Set(accounts.selectedAccounts.map(\.id))
        return accounts.shownAccounts.map { account in
            let plan = accounts.plan(of: post, by: account)
            return Account(
                id: account.id, handle: account.handle, isChosen: selectedIDs.contains(account.id), gauge: plan.gauge,
                posts: plan.post.postCount > 1 ? localizer(.composePosts, .number(plan.post.postCount)) : nil,
                warnings: plan.warnings(localizer), isBlocked: plan.isUncut || !plan.obstacles.isEmpty)
        }
    }
}
