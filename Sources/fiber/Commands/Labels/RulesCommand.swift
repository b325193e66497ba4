import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Queries
import ViewModels

/// Lists, tests, adds, renames and removes rules of the content filter.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List, test, add, rename, remove, enable and disable rules of the content filter.",
        subcommands: [List.self, Test.self, Add.self, Rename.self, Remove.self, Enable.self, Disable.self],
        defaultSubcommand: List.self)

    struct List: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the rules with the number of items each applies to.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run(_ context: AppContext) async throws {
            try await context.finishLabels()
            let counts = try await context.reader.labelCounts(in: .all)
            for rule in context.library.rules {
                let line = RuleLine(rule: rule, count: rule.count(in: counts), context: context)
                try output.form.print(line.json, or: line.text)
            }
            let wrong = context.library.wrongRules
            for warning in wrong { try InvalidEntry(type: "rule", warning: warning).print(as: output.form) }
            if context.library.rules.isEmpty, wrong.isEmpty {
                output.form.inform(Message("noRulesYet"))
            }
        }
    }

    struct Test: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Show what a rule would do to the stored items, without changing anything.",
            discussion: "With --json, prints the items, then the counts.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Option(help: "List at most this many items.")
        var limit = 50

        @OptionGroup var options: RuleOptions

        @Argument(
            parsing: .allUnrecognized, help: "The name of a rule, or a query. Several arguments form one query.")
        var rule: [String] = []

        func validate() throws {
            try ArgumentValue.checkLimit(limit)
            _ = try ArgumentValue.text(of: rule)
            guard !rule.isEmpty || options.offTopic != nil else {
                throw ValidationError(Message("usageArgumentMissing", ["argument": "<rule>"]))
            }
            guard rule.isEmpty || options.offTopic == nil else { throw ValidationError(Message("queryOrOffTopic")) }
        }

        func run(_ context: AppContext) async throws {
            try await context.finishLabels()
            let text = try ArgumentValue.text(of: rule)
            let rule: Rule
            if let known = context.library.rule(text) {
                rule = known
            } else {
                rule = try await options.rule(named: text, about: text, in: context)
            }
            let trial = try await RuleTrial.run(
                rule, over: context.reader, by: SearchService(store: context.store, time: context.time),
                in: context.queryContext, limit: limit)
            try await print(trial, of: rule, context)
        }

        private func print(_ trial: RuleTrial, of rule: Rule, _ context: AppContext) async throws {
            let printer = try await TrackPrinter(context: context, output: output.form)
            if output.json {
                for entry in trial.samples { try printer.print(.ticket(entry)) }
                let result: JSONObject = [
                    "type": "trial", "effect": rule.effect.rawValue, "matched": trial.matched, "total": trial.total,
                ]
                return try Console.print(result)
            }
            let verb =
                switch rule.effect {
                case .hide: Message("wouldHide")
                case .muffle: Message("wouldMuffle")
                case .highlight: Message("wouldHighlight")
                case .notify: Message("wouldNotify")
                }
            let counts = [trial.matched, trial.total].map { Console.localizer.grouped($0) }
            let result = Message("trialDone", ["0": .message(verb), "1": .text(counts[0]), "2": .text(counts[1])])
            try Console.print(trial.matched == 0 ? result : Message("trialList", ["result": .message(result)]))
            for entry in trial.samples { try printer.print(.ticket(entry)) }
            if trial.samples.count < trial.matched {
                let more = Console.localizer.grouped(trial.matched - trial.samples.count)
                try Console.print(Message("andMore", ["count": .text(more)]))
            }
        }
    }

    struct Add: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a rule, or change the one with this name.",
            discussion: """
                A new rule needs a query or --off-topic. A rule that is changed keeps what you do not give: its query, \
                effect, topic or source, end, and whether it is on.
                """)

        static let requiresLibrary = true

        @OptionGroup var global: GlobalOptions

        @OptionGroup var options: RuleOptions

        @Argument(help: "The rule's name.")
        var name: String

        @Argument(
            parsing: .allUnrecognized,
            help: "The query for its items. Several arguments form one query. See `fiber search --help`.")
        var query: [String] = []

        func validate() throws {
            _ = try ArgumentValue.text(of: query)
            guard LabelName.isUsable(name) else { throw ValidationError(Message("nameIsOneLine")) }
            guard query.isEmpty || options.offTopic == nil else { throw ValidationError(Message("queryOrOffTopic")) }
        }

        func run(_ context: AppContext) async throws {
            let rule = try await options.rule(
                named: name, about: query.isEmpty ? nil : ArgumentValue.text(of: query),
                changing: context.library.rule(name), in: context)
            let (former, count) = try await context.put(rule)
            let applies =
                rule.isEnabled
                ? Message("ruleApplies", ["rule": .text(name), "tickets": .tickets(count)])
                : Message("ruleTurnedOff", ["rule": .text(name)])
            guard let former else { return try Console.print(applies) }
            let was = RuleLine(rule: former, count: 0, context: context).parts.joined(separator: ", ")
            let changed = Message("ruleIsChanged", ["rule": .text(name), "former": .text(was)])
            try Console.print(.sentences(changed, applies))
        }
    }

    struct Rename: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "rename", abstract: "Give a rule another name.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rule, by name.")
        var name: String

        @Argument(help: "The new name.")
        var new: String

        func validate() throws {
            guard LabelName.isUsable(new) else { throw ValidationError(Message("nameIsOneLine")) }
        }

        func run(_ context: AppContext) async throws {
            let former = try await context.renameRule(named: name, to: new)
            try Console.print(Message("renamed", ["name": .text(former), "new": .text(new)]))
        }
    }

    struct Remove: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove rules.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            for name in try await context.removeRules(named: names) {
                try Console.print(Message("removed", ["name": .text(name)]))
            }
        }
    }

    struct Enable: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "enable", abstract: "Turn rules on.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            for name in try await context.setRules(named: names, enabled: true) {
                try Console.print(Message("ruleTurnedOn", ["rule": .text(name)]))
            }
        }
    }

    struct Disable: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "disable", abstract: "Turn rules off.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            for name in try await context.setRules(named: names, enabled: false) {
                try Console.print(Message("ruleTurnedOff", ["rule": .text(name)]))
            }
        }
    }
}

/// A rule as `rules` prints it.
private struct RuleLine {
    let rule: Rule
    let count: Int
    let context: AppContext

    /// True if the rule has expired.
    private var isExpired: Bool { rule.expires.map { $0 <= context.time.now() } ?? false }

    /// The effect, the subject, the scope and the term in words.
    var parts: [String] {
        var parts = [rule.effect.rawValue]
        switch rule.subject {
        case .query(let query): parts.append(query.naming(context.library.shownNames).description)
        case .offTopic(let name): parts.append(Console.text(Message("ruleOffTopic", ["0": .text(name)])))
        }
        switch rule.scope {
        case .everywhere: break
        case .topic(let name): parts.append(Console.text(Message("scopeTopic", ["0": .text(name)])))
        case .supplier(let id):
            let name = context.library.shownName(of: id)
            parts.append(Console.text(Message("scopeSource", ["0": .text(name)])))
        }
        if let until = rule.expires { parts.append(Console.text(Message("termUntil", ["0": .time(until)]))) }
        return parts
    }

    /// The rule in words, with its name and state.
    var text: String {
        let state: Message.Argument =
            !rule.isEnabled
            ? .message(Message("ruleIsOff")) : isExpired ? .message(Message("ruleExpired")) : .tickets(count)
        return ([rule.name] + parts + [Console.text(Message("ruleState", ["state": state]))]).joined(separator: "  ")
    }

    var json: JSONObject {
        let source: SupplierID? = if case .supplier(let id) = rule.scope { id } else { nil }
        let topic: String? = if case .topic(let name) = rule.scope { name } else { nil }
        let query: Query? = if case .query(let query) = rule.subject { query } else { nil }
        let offTopic: String? = if case .offTopic(let name) = rule.subject { name } else { nil }
        return [
            "type": "rule", "name": rule.name, "query": query?.description, "offTopic": offTopic,
            "effect": rule.effect.rawValue, "topic": topic, "source": source?.rawValue, "supplier": source?.rawValue,
            "until": rule.expires?.rfc3339, "enabled": rule.isEnabled, "expired": isExpired, "count": count,
        ]
    }
}
