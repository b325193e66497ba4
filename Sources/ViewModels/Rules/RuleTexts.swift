import EngineConcepts
import Localization
import Queries

/// Puts rules and their trials into words.
struct RuleTexts {
    let session: SessionContext
    let labels: ReaderLabels

    private var localizer: Localizer { session.localizer }

    /// The effect as an imperative, such as "hide".
    func words(_ effect: LabelEffect) -> String {
        switch effect {
        case .hide: localizer(.effectHide)
        case .muffle: localizer(.effectMuffle)
        case .highlight: localizer(.effectHighlight)
        case .notify: localizer(.effectNotify)
        }
    }

    /// The scope, such as "in Racing".
    ///
    /// - Parameter suppliers: The sources whose present names are known.
    func words(_ scope: Rule.Scope, _ suppliers: [SupplierID: SupplierStatus] = [:]) -> String {
        switch scope {
        case .everywhere: localizer(.scopeEverywhere)
        case .topic(let name): localizer(.scopeTopic, .words(name))
        case .supplier(let id):
            localizer(.scopeSource, .words(suppliers[id]?.name ?? labels.sourceNames[id] ?? id.rawValue))
        }
    }

    /// The affected tickets in a sentence.
    func explanation(of subject: Rule.Subject) -> String {
        switch subject {
        case .query(let query): query.explanation(in: localizer.language)
        case .offTopic(let name): localizer(.ruleOffTopic, .words(name))
        }
    }

    /// The end of a rule, such as "until 3 May".
    func end(_ expires: Timestamp) -> String {
        localizer(.termUntil, .words(session.texts.moment(expires, at: session.time.now())))
    }

    /// The query as typed, with the scope and the end if the rule has them.
    func condition(of rule: Rule) -> String {
        var parts: [String]
        switch rule.subject {
        case .query(let query): parts = [query.naming(labels.sourceNames).description]
        case .offTopic: parts = [explanation(of: rule.subject)]
        }
        if rule.scope != .everywhere { parts.append(words(rule.scope)) }
        if let expires = rule.expires { parts.append(end(expires)) }
        return parts.joined(separator: " · ")
    }

    /// The result of a trial, such as "would hide 37 of 4,210".
    ///
    /// - Parameter applies: True if the rule applies already.
    func words(_ trial: RuleTrial, of effect: LabelEffect, applies: Bool = false) -> String {
        let verb =
            switch effect {
            case .hide: localizer(applies ? .doesHide : .wouldHide)
            case .muffle: localizer(applies ? .doesMuffle : .wouldMuffle)
            case .highlight: localizer(applies ? .doesHighlight : .wouldHighlight)
            case .notify: localizer(applies ? .doesNotify : .wouldNotify)
            }
        let (matched, total) = (localizer.grouped(trial.matched), localizer.grouped(trial.total))
        if trial.isComplete { return localizer(.trialDone, .words(verb), .words(matched), .words(total)) }
        guard let seen = trial.seen else {
            return localizer(.trialFinding, .words(verb), .words(matched), .words(total))
        }
        return localizer(.trialSoFar, .words(verb), .words(matched), .words(localizer.grouped(seen)), .words(total))
    }
}
