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
            let wrong = try InvalidEntry.print(context.library.wrongRules, of: "rule", as: output.form)
            if context.library.rules.isEmpty, wrong == 0 { output.form.inform(Message("noRulesYet")) }
        }
    }

    struct Test: ReadingCommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Show what a rule would do to the stored items, without changing anything.",
            discussion: "With --json, prints the items, then the counts.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        @Option(help: ArgumentHelp("List at most this many items.", valueName: "number"))
        var limit = 50

        @OptionGroup var options: RuleOptions

        @Argument(
            parsing: .allUnrecognized, help: "The name of a rule, or a query. Several arguments form one query.")
        var rule: [String] = []

        func validate() throws {
            try ArgumentValue.checkLimit(limit)
            _ = try ArgumentValue.text(of: rule)
            guard !rule.isEmpty || options.offTopic != nil else {
                let place = TranslatedHelp.console.translatingPlaces(in: "<rule>")
                throw ValidationError(Message("usageArgumentMissing", ["argument": .text(place)]))
            }
            guard rule.isEmpty || options.offTopic == nil else { throw ValidationError(Message("queryOrOffTopic")) }
        }

        func run(_ context: AppContext) async throws {
            try await context.finishLabels()
            let text = try ArgumentValue.text(of: rule)
            let known = context.library.rule(text)
            let edit = try await options.edit(about: known == nil ? text : nil, in: context)
            let rule = try edit.rule(named: text, from: known)
            let trial = try await RuleTrial.run(
                rule, over: context.reader, by: context.search, in: context.queryContext, maximumSamples: limit)
            try await print(trial, of: rule, context)
        }

        private func print(_ trial: RuleTrial, of rule: Rule, _ context: AppContext) async throws {
            let printer = try await TrackPrinter(context: context, output: output.form)
            if output.json {
                try await printer.print(trial.samples)
                let result: JSONObject = [
                    "type": "trial", "effect": rule.effect.rawValue, "matched": trial.matched, "total": trial.total,
                ]
                return try Console.print(result)
            }
            let verb = Message("would.\(rule.effect.rawValue)")
            let counts = [trial.matched, trial.total].map { Console.localizer.grouped($0) }
            let result = Message("trialDone", ["0": .message(verb), "1": .text(counts[0]), "2": .text(counts[1])])
            try Console.print(trial.matched == 0 ? result : Message("trialList", ["result": .message(result)]))
            try await printer.print(trial.samples)
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
        @OptionGroup var definition: LabelDefinition

        func validate() throws {
            guard try definition.query == nil || options.offTopic == nil else {
                throw ValidationError(Message("queryOrOffTopic"))
            }
        }

        func run(_ context: AppContext) async throws {
            let name = definition.name
            let edit = try await options.edit(about: definition.query, in: context)
            let added = try edit.rule(named: name, from: context.library.rule(name))
            let (former, rule, count) = try await LabelEditor(context).put(added) { edit.apply(to: &$0) }
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

        @OptionGroup var renaming: RenamingArguments

        func run(_ context: AppContext) async throws {
            let former = try await LabelEditor(context).renameRule(named: renaming.name, to: renaming.new)
            try renaming.printRenaming(of: former)
        }
    }

    struct Remove: ContextCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove rules.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]

        func run(_ context: AppContext) async throws {
            for name in try await LabelEditor(context).removeRules(named: names) {
                try Console.print(Message("ruleIsRemoved", ["name": .text(name)]))
            }
        }
    }

    struct Enable: RuleSwitchCommand {
        static let turnsOn = true
        static let configuration = CommandConfiguration(commandName: "enable", abstract: "Turn rules on.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]
    }

    struct Disable: RuleSwitchCommand {
        static let turnsOn = false
        static let configuration = CommandConfiguration(commandName: "disable", abstract: "Turn rules off.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The rules, by name.")
        var names: [String]
    }
}

/// A command that turns rules on or off, and says so for each.
protocol RuleSwitchCommand: ContextCommand {
    static var turnsOn: Bool { get }
    var names: [String] { get }
}

extension RuleSwitchCommand {
    func run(_ context: AppContext) async throws {
        for name in try await LabelEditor(context).setRules(named: names, enabled: Self.turnsOn) {
            try Console.print(Message(Self.turnsOn ? "ruleTurnedOn" : "ruleTurnedOff", ["rule": .text(name)]))
        }
    }
}
