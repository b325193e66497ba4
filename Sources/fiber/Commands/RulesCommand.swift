import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Queries
import Sample
import ViewModels

/// Lists, tests, adds and removes rules of the content filter.
struct RulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules", abstract: "List the rules of your content filter; try, add or remove one.",
        subcommands: [List.self, Test.self, Add.self, Remove.self, Enable.self, Disable.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the rules, and how many tickets each applies to.")

        @OptionGroup var global: GlobalOptions

        @Flag(help: "Print JSON Lines.")
        var json = false

        func run() async throws {
            try await AppContext.with(global) { context in
                try await context.finishLabels()
                let counts = try await context.reader.labelCounts(in: .all)
                for rule in context.library.rules {
                    let line = RuleLine(rule: rule, count: rule.count(in: counts), context: context)
                    try Console.print(json ? JSONLines().line(line) : line.words)
                }
                let wrong = context.library.wrongRules
                for line in wrong.map({ WrongLine("rule", $0) }) {
                    try Console.print(json ? JSONLines().line(line) : line.words)
                }
                if context.library.rules.isEmpty, wrong.isEmpty {
                    Console.report("There are no rules yet. `fiber rules add NAME QUERY` makes one.")
                }
            }
        }
    }

    struct Test: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Say what a rule would do to what is stored, and change nothing.")

        @OptionGroup var global: GlobalOptions

        @Flag(help: "Print JSON Lines: the tickets, then the counts.")
        var json = false

        @Option(help: "List no more than this many tickets.")
        var limit = 50

        @OptionGroup var parts: RuleParts

        @Argument(
            parsing: .allUnrecognized, help: "The name of one of your rules, or a query; several arguments are one.")
        var rule: [String]

        func validate() throws {
            try ArgumentValue.checkLimit(limit)
            _ = try ArgumentValue.text(of: rule)
        }

        func run() async throws {
            try await AppContext.with(global) { context in
                try await context.finishLabels()
                let text = try ArgumentValue.text(of: rule)
                let rule: Rule
                if let known = context.library.rule(text) {
                    rule = known
                } else {
                    rule = try await parts.rule(named: text, about: text, in: context)
                }
                let trials = TrialCollector()
                try await RuleTrial.run(
                    rule, over: context.reader,
                    by: StoreFinder(store: context.store, clock: context.time),
                    in: context.labels.indexer.queryContext(of: context.library), limit: limit
                ) { await trials.take($0) }
                try await print(trials.last, of: rule, context)
            }
        }

        private func print(_ trial: RuleTrial, of rule: Rule, _ context: AppContext) async throws {
            let printer = try await TrackPrinter(context: context, json: json)
            if json {
                for entry in trial.samples { try printer.print(.ticket(entry)) }
                return try Console.print(JSONLines().line(TrialLine(rule: rule, trial: trial)))
            }
            let verb =
                switch rule.effect {
                case .hide: "would hide"
                case .muffle: "would muffle"
                case .highlight: "would highlight"
                case .notify: "would tell of"
                }
            let counts = [trial.matched, trial.total].map(Localizer.grouped)
            try Console.print("\(verb) \(counts[0]) of \(counts[1])\(trial.matched == 0 ? "" : ", these:")")
            for entry in trial.samples { try printer.print(.ticket(entry)) }
            if trial.samples.count < trial.matched {
                try Console.print("… and \(Localizer.grouped(trial.matched - trial.samples.count)) more")
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a rule, or change the one of this name.")

        @OptionGroup var global: GlobalOptions

        @OptionGroup var parts: RuleParts

        @Argument(help: "The rule's name.")
        var name: String

        @Argument(
            parsing: .allUnrecognized,
            help: "The query that picks its tickets; several arguments are one query. See `fiber search --help`.")
        var query: [String] = []

        func validate() throws {
            _ = try ArgumentValue.text(of: query)
            guard LabelName.isUsable(name) else { throw ValidationError("A name takes one line of text.") }
            guard query.isEmpty != (parts.offTopic == nil) else {
                throw ValidationError("A rule takes a query or --off-topic, and not both.")
            }
        }

        func run() async throws {
            try await AppContext.with(global) { context in
                let rule = try await parts.rule(named: name, about: ArgumentValue.text(of: query), in: context)
                _ = try await context.update { $0.put(rule) }
                try await context.finishLabels()
                let count = rule.count(in: try await context.reader.labelCounts(in: .all))
                try Console.print("The rule \"\(name)\" applies to \(count.tickets).")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove rules.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run() async throws {
            try await AppContext.with(global) { context in
                let rules = try names.map { try context.rule(named: $0).name }
                try await context.remove("rule", rules) { $0.removeRule($1) }
            }
        }
    }

    struct Enable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "enable", abstract: "Turn rules on.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run() async throws {
            try await AppContext.with(global) { try await $0.setRules(names, enabled: true) }
        }
    }

    struct Disable: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "disable", abstract: "Turn rules off.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run() async throws {
            try await AppContext.with(global) { try await $0.setRules(names, enabled: false) }
        }
    }
}

/// The parts of a rule beside its query.
struct RuleParts: ParsableArguments {
    @Option(help: "What it does: hide, muffle, highlight or notify.", transform: ArgumentValue.effect)
    var effect = LabelEffect.hide

    @Option(help: "Only among the tickets of this topic.")
    var topic: String?

    @Option(name: .source, help: "Only among the tickets of this source, by its name or its id.")
    var source: String?

    @Option(help: "About what does not belong to this topic, in the place of a query.")
    var offTopic: String?

    @Option(help: "Until this time (RFC 3339, or a date).", transform: ArgumentValue.time)
    var until: Timestamp?

    func validate() throws {
        guard topic == nil || source == nil else {
            throw ValidationError("--topic and --source exclude each other.")
        }
    }

    func rule(named name: String, about query: String, in context: AppContext) async throws -> Rule {
        let subject: Rule.Subject =
            if let offTopic {
                .offTopic(try context.topic(named: offTopic).name)
            } else {
                .query(try ArgumentValue.query(query))
            }
        var scope = Rule.Scope.everywhere
        if let topic { scope = .topic(try context.topic(named: topic).name) }
        if let source { scope = .supplier(try await context.source(named: source).id) }
        if let until, until <= context.time.now() {
            throw CommandFailure(
                .usage, "\(until.rfc3339) is past: the rule would never apply.", advice: "Give --until a time to come.")
        }
        return Rule(name: name, subject: subject, effect: effect, scope: scope, expires: until)
    }
}

extension ArgumentValue {
    fileprivate static func effect(_ text: String) throws -> LabelEffect {
        guard let effect = LabelEffect(rawValue: text) else {
            throw ValidationError("\"\(text)\" is no effect: a rule can hide, muffle, highlight or notify.")
        }
        return effect
    }
}

private actor TrialCollector {
    private(set) var last = RuleTrial()

    func take(_ trial: RuleTrial) {
        last = trial
    }
}

/// A rule as `rules --json` prints it.
private struct RuleLine: Encodable {
    let rule: Rule
    let count: Int
    let context: AppContext

    private enum Key: String, CodingKey {
        case type, name, query, offTopic, effect, topic, source, supplier, until, enabled, expired, count
    }

    /// True if the rule has expired.
    private var isExpired: Bool { rule.expires.map { $0 <= context.time.now() } ?? false }

    /// The rule in words.
    var words: String {
        var parts = [rule.effect.rawValue]
        switch rule.subject {
        case .query(let query): parts.append(query.description)
        case .offTopic(let name): parts.append("what does not belong to \(name)")
        }
        switch rule.scope {
        case .everywhere: break
        case .topic(let name): parts.append("in \(name)")
        case .supplier(let id): parts.append("from \(context.name(of: id))")
        }
        if let until = rule.expires { parts.append("until \(until.rfc3339)") }
        parts.append(!rule.isEnabled ? "off" : isExpired ? "expired" : count.tickets)
        return ([rule.name] + parts).joined(separator: "  ")
    }

    func encode(to encoder: any Encoder) throws {
        var query: String?
        var offTopic: String?
        switch rule.subject {
        case .query(let subject): query = subject.description
        case .offTopic(let name): offTopic = name
        }
        var topic: String?
        var source: String?
        switch rule.scope {
        case .everywhere: break
        case .topic(let name): topic = name
        case .supplier(let id): source = id.rawValue
        }
        var line = encoder.container(keyedBy: Key.self)
        try line.encode("rule", forKey: .type)
        try line.encode(rule.name, forKey: .name)
        try line.encode(query, forKey: .query)
        try line.encode(offTopic, forKey: .offTopic)
        try line.encode(rule.effect.rawValue, forKey: .effect)
        try line.encode(topic, forKey: .topic)
        try line.encode(source, forKey: .source)
        try line.encode(source, forKey: .supplier)
        try line.encode(rule.expires?.rfc3339, forKey: .until)
        try line.encode(rule.isEnabled, forKey: .enabled)
        try line.encode(isExpired, forKey: .expired)
        try line.encode(count, forKey: .count)
    }
}

/// The result of a test, as `rules test --json` prints it after the tickets.
private struct TrialLine: Encodable {
    let rule: Rule
    let trial: RuleTrial

    private enum Key: String, CodingKey {
        case type, effect, matched, total
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        try line.encode("trial", forKey: .type)
        try line.encode(rule.effect.rawValue, forKey: .effect)
        try line.encode(trial.matched, forKey: .matched)
        try line.encode(trial.total, forKey: .total)
    }
}

extension Rule {
    /// Returns the number of tickets that the rule applies to, without those that the user un-hid.
    ///
    /// - Parameter counts: The counts of all labels.
    fileprivate func count(in counts: [LabelID: TrackCounts]) -> Int {
        guard let counts = counts[id] else { return 0 }
        return effect == .hide ? counts.hidden : counts.total
    }
}

extension AppContext {
    /// Returns the rule of this name.
    func rule(named name: String) throws -> Rule {
        guard let rule = library.rule(name) else {
            try refuseWrong(name)
            throw CommandFailure(
                .failed, "There is no rule \"\(name)\" in \(directories.libraryFile).",
                advice: "`fiber rules` lists the rules.")
        }
        return rule
    }

    fileprivate func setRules(_ names: [String], enabled: Bool) async throws {
        let rules = try names.map { try rule(named: $0) }
        _ = try await update { library in
            for rule in rules {
                var changed = rule
                changed.isEnabled = enabled
                library.put(changed)
            }
        }
        try await finishLabels()
        for rule in rules { try Console.print("The rule \"\(rule.name)\" is \(enabled ? "on" : "off").") }
    }
}
