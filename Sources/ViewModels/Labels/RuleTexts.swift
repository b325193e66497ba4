import EngineConcepts
import Localization
import Queries

/// The texts about rules and their trials.
struct RuleTexts {
    let session: Session
    let labels: SessionLabels
    /// The names of sources on screens. Until they are set, only the names of the user's list are known.
    var sourceNames: [SupplierID: String] = [:]

    private var localizer: Localizer { session.localizer }

    /// Returns the effect as an imperative, such as "hide".
    func effectText(_ effect: LabelEffect) -> String { localizer(Message("effect.\(effect.rawValue)")) }

    /// Returns the scope, such as "in Racing".
    func scopeText(_ scope: Rule.Scope) -> String {
        switch scope {
        case .everywhere: localizer(.scopeEverywhere)
        case .topic(let name): localizer(.scopeTopic, .text(name))
        case .supplier(let id): localizer(.scopeSource, .text(labels.name(of: id, naming: sourceNames)))
        }
    }

    /// The names of sources, or their addresses if they have none.
    var knownNames: [SupplierID: String] {
        labels.naming.addresses.merging(labels.sourceNames) { $1 }.merging(sourceNames) { $1 }
    }

    /// Returns the affected tickets in a sentence.
    func explanation(of subject: Rule.Subject) -> String {
        switch subject {
        case .query(let query): labels.explanation(of: query, naming: sourceNames)
        case .offTopic(let name): localizer(.ruleOffTopic, .text(name))
        }
    }

    /// Returns the lifetime of a draft, such as "for a week".
    func termText(of draft: RuleDraft) -> String {
        switch draft.term {
        case .always: localizer(.termAlways)
        case .day: localizer(.termDay)
        case .week: localizer(.termWeek)
        case .asBefore: draft.original?.expires.map(endText) ?? ""
        }
    }

    /// Returns the end of a rule, such as "until 3 May".
    private func endText(_ expires: Timestamp) -> String {
        localizer(.termUntil, .text(session.texts.moment(expires, at: session.time.now())))
    }

    /// Returns the query as typed, with the scope and the end if the rule has them.
    func condition(of rule: Rule) -> String {
        var parts: [String]
        switch rule.subject {
        case .query(let query): parts = [query.naming(labels.sourceNames.merging(sourceNames) { $1 }).description]
        case .offTopic: parts = [explanation(of: rule.subject)]
        }
        if rule.scope != .everywhere { parts.append(scopeText(rule.scope)) }
        if let expires = rule.expires { parts.append(endText(expires)) }
        return parts.joined(separator: " · ")
    }

    /// Returns a rule in words with its last trial.
    ///
    /// - Parameter applies: True if the rule applies already.
    func preview(of rule: Rule, _ trial: RuleTrialRunner.DisplayedTrial, applies: Bool = false) -> RulePreview {
        RulePreview(
            explanation: explanation(of: rule.subject),
            result: trialText(trial.result, of: rule.effect, applies: applies),
            isComplete: trial.result.isComplete, matched: trial.result.matched, samples: trial.samples)
    }

    private func trialText(_ trial: RuleTrial, of effect: LabelEffect, applies: Bool) -> String {
        let verb = localizer(Message("\(applies ? "does" : "would").\(effect.rawValue)"))
        let (matched, total) = (localizer.grouped(trial.matched), localizer.grouped(trial.total))
        if trial.isComplete { return localizer(.trialDone, .text(verb), .text(matched), .text(total)) }
        guard let seen = trial.checked else {
            return localizer(.trialFinding, .text(verb), .text(matched), .text(total))
        }
        return localizer(.trialSoFar, .text(verb), .text(matched), .text(localizer.grouped(seen)), .text(total))
    }
}
