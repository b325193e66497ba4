import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import Suppliers
import ViewModels
import WebText

/// Follows new sources.
struct AddCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add sources.",
        discussion: """
            Each address is checked first: one that cannot be reached or is not a feed is not added. The address of a web \
            page leads to its feeds; if there are several, Fiber asks which, or --choose and --all select them.

            \(HelpTable.addresses.line)

            For a source that requires a login, use --user, --token or --header. Secrets are never stored with the \
            address: a command prints them, or Fiber prompts for them (and reads one line each if standard input is not \
            a terminal) and stores them in secrets.toml, which only you can read. They are sent only to the host of the \
            address, never to a host it redirects to. A name and password in an address (https://NAME:PASSWORD@host/) \
            are stored there too.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The addresses.")
    var addresses: [String]

    @Option(name: .customLong("topic"), help: "A topic for all its items. Can be repeated.")
    var topics: [String] = []

    @Option(help: "The name to show instead of the source's own. Only for a single address.")
    var name: String?

    @Option(
        help: ArgumentHelp("The command that performs actions on the items of an exec: source.", valueName: "command"))
    var act: String?

    @Option(help: "If a page offers several feeds, add those with these numbers, such as 1,3.")
    var choose: ChosenNumbers?

    @Flag(help: "If a page offers several feeds, add all of them.")
    var all = false

    @OptionGroup var output: OutputOptions

    @OptionGroup(title: "Sources that require a login") var access: AccessOptions

    func validate() throws {
        guard name == nil || addresses.count == 1 && !all && choose?.numbers.count ?? 1 == 1 else {
            throw ValidationError(Message("nameNeedsOneSource"))
        }
        guard (topics + [name].compactMap(\.self)).allSatisfy(LabelName.isUsable) else {
            throw ValidationError(Message("namesAreOneLine"))
        }
        guard !access.isGiven || addresses.count == 1 else { throw ValidationError(Message("loginNeedsOneSource")) }
        let prefixes = SourceCatalog.standard.kinds.flatMap(\.addressPrefixes)
        for address in addresses {
            let address = address.trimmingCharacters(in: .whitespacesAndNewlines)
            if address.isEmpty { throw ValidationError(Message("addressIsEmpty")) }
            if prefixes.contains(address) {
                throw ValidationError(Message("addressIsPrefix", ["prefix": .text(address)]))
            }
        }
        if let act {
            guard addresses.count == 1, SourceCatalog.standard.localAccess(of: addresses[0]) == .runsCommands else {
                throw ValidationError(Message("actNeedsCommand"))
            }
            guard !act.contains(where: \.isNewline), !act.allSatisfy(\.isWhitespace) else {
                throw ValidationError(Message("actIsOneLine"))
            }
        }
        guard choose == nil || !all else { throw ValidationError(Message("chooseOrAll")) }
    }

    func run(_ context: AppContext) async throws {
        let offer = try access.offer(for: addresses[0], commands: context.sources.factory.secretCommands)
        let topics = try context.topicNames(of: topics)
        var isAdded = false
        var failures: [String] = []
        var waiting = addresses.map { (asked: $0, address: $0) }
        while !waiting.isEmpty {
            let (asked, address) = waiting.removeFirst()
            let progress = Message("addressIsChecked", ["address": .text(AccessOffer.taking(outOf: address).address)])
            do {
                do {
                    let wrong = asked == address ? choose?.wrong(among: 1) : nil
                    let refusal = wrong.map { noChoice($0, of: 1, at: address) }
                    let source = try await Console.showing(progress) {
                        try await add(address, offer, topics, to: context, unless: refusal)
                    }
                    isAdded = true
                    try print(source, in: context)
                } catch let several as SeveralSources {
                    waiting.insert(contentsOf: try chooseAddresses(of: several).map { (asked, $0) }, at: 0)
                }
            } catch let failure as CommandFailure {
                failures.append(failure.text(in: Console.localizer))
            } catch let error as SupplierError {
                failures.append(text(of: error, at: address, asked: asked))
            }
        }
        if isAdded { context.inform(newTopics: topics) }
        guard failures.isEmpty else {
            throw CommandFailure(
                .verbatim(failures.joined(separator: "\nfiber: ")),
                advice: Message("nothingAdded", ["count": .number(failures.count)]))
        }
    }

    /// Returns the failure of an address, to which the text that was asked for may have led, with advice.
    private func text(of error: SupplierError, at address: String, asked: String) -> String {
        let shown = AccessOffer.taking(outOf: asked).address
        let name = (asked == address ? shown : "\(shown) (\(address))").shortened(to: Message.longestText)
        let failure = Console.localizer.text(message(for: error).shortened, about: name)
        let serverAdvice = error.isServerError ? Console.text(Message("serverIsAtFault")) : nil
        return [failure, serverAdvice, fileAdvice(on: asked)].compactMap(\.self).joined(separator: "\n")
    }

    /// Returns the advice to write the path of a file as one, or `nil` if no such file is meant.
    private func fileAdvice(on text: String) -> String? {
        guard !text.contains(":"), !text.hasPrefix("."), !text.hasPrefix("/"), !text.hasPrefix("~"),
            FileManager.default.fileExists(atPath: text.absolutePath)
        else { return nil }
        return Console.text(Message("fileIsMeant", ["path": .text("./\(text)".shellWord)]))
    }

    /// Returns the error of an address, with the time after which to try again, or what to do.
    private func message(for error: SupplierError) -> Message {
        if error.reason == .loginRequired { return Message("loginByAdding", ["first": .message(error.message)]) }
        guard let time = error.retryAt else { return error.message }
        let values: [String: Message.Argument] = ["first": .message(error.message), "time": .local(time)]
        let isPlainLimit = error.code == .rateLimited && error.message.first == nil && error.reason != .unavailable
        return isPlainLimit ? Message("limitedUntil", values) : Message("retryAfter", values)
    }

    /// - Parameters:
    ///   - topics: The topics to which its items belong.
    ///   - refusal: The error to throw if the address leads to a single source, or `nil` to follow that.
    private func add(
        _ address: String, _ offer: AccessOffer?, _ topics: [String], to context: AppContext,
        unless refusal: CommandFailure?
    ) async throws -> SourceDescription {
        var (source, warnings) = try await context.sources.add(address, offering: offer, refusingOne: refusal)
        warnings.forEach(Console.warn)
        if source.access?.secrets.contains(where: { AccessOffer.ownName($0) != nil }) == true {
            Console.inform(Message("loginStored", ["file": .text(context.directories.secretsFile)]))
        }
        if name != nil || !topics.isEmpty || act != nil {
            source = try await context.sources.change(source.id) { [name, act] source in
                source.name = name ?? source.name
                source.topics = topics
                source.actCommand = act ?? source.actCommand
            }
        }
        return source
    }

    /// Prints an added source, as JSON like `sources`.
    private func print(_ source: SourceDescription, in context: AppContext) throws {
        let line = SourceLine(source: source, status: nil, isStopped: false, now: context.time.now())
        let added = Message(
            "sourceAddedAs",
            ["name": .text(source.name ?? source.shownAddress), "id": .text(source.id.rawValue)])
        try output.form.print(line.json, or: Console.text(added))
    }

    /// Returns the addresses chosen by option or by asking. Fails with the list if the user cannot be asked.
    private func chooseAddresses(of several: SeveralSources) throws -> [String] {
        if all { return several.choices.map(\.address) }
        if let choose {
            if let wrong = choose.wrong(among: several.choices.count) {
                throw noChoice(wrong, of: several.choices.count, at: several.address)
            }
            return choose.numbers.map { several.choices[$0 - 1].address }
        }
        let list = several.choices.enumerated()
            .map { index, choice in
                let title = choice.title == choice.address ? "" : "  \(choice.title)"
                return "\n  \(index + 1)  \(choice.address)\(title)"
            }
            .joined()
        let heading = Message(
            "severalSources",
            [
                "address": .text(several.address), "count": .number(several.choices.count),
                "list": .message(.verbatim(list)),
            ])
        guard Console.canAsk else { throw CommandFailure(heading, advice: Message("chooseByOption")) }
        Console.inform(heading)
        let answer = Console.ask(Message("askChoice"))
        if answer == "a" || answer == "all" { return several.choices.map(\.address) }
        guard let selection = ChosenNumbers(argument: answer), selection.wrong(among: several.choices.count) == nil
        else { throw CommandFailure(Message("noneChosen", ["address": .text(several.address)])) }
        return selection.numbers.map { several.choices[$0 - 1].address }
    }

    /// Returns the error of a number that is not in the list of the sources at an address.
    private func noChoice(_ number: Int, of count: Int, at address: String) -> CommandFailure {
        CommandFailure(
            Message(
                "choiceUnknown",
                [
                    "address": .text(AccessOffer.taking(outOf: address).address), "count": .number(count),
                    "number": .number(number),
                ]))
    }
}
