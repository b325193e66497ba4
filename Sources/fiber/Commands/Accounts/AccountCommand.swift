import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Suppliers
import ViewModels

/// Signs in at servers and lists the accounts.
struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Sign in at servers, and list accounts.",
        subcommands: [Add.self, List.self, Check.self, Remove.self], defaultSubcommand: List.self)

    struct Add: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Sign in at a server.",
            discussion: """
                Fiber prints an address and opens it in the browser, where you agree. The browser brings the answer back to \
                Fiber. If the browser runs on another machine, paste the address of the page that it cannot open, or use \
                --paste, with which the server shows a code to paste.

                For scripts, --token - reads an access token from standard input, and --password-command names a command \
                that prints one at every start. Tokens are stored in secrets.toml, which only you can read. Sign in again \
                for a new token.

                Servers with the interface of Mastodon work: Mastodon, GoToSocial, Pleroma, Akkoma and others. So do Bluesky \
                and every other server of the AT Protocol: name your handle or the server. Their sign-in in the browser ends \
                after two weeks at most, and cannot be limited to reading. With --password, and at servers without such a \
                sign-in, Fiber asks for an app password, which is made on the page that it prints. --token - and \
                --password-command give an app password too. It is exchanged for a session, and never stored.
                """)

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The server or your handle: example.social, @ann@example.social, ann.bsky.social.")
        var place: String

        @Option(help: "Read an access token from standard input; the value is -.", completion: .list(["-"]))
        var token: String?

        @Option(help: "A command whose first line of output is an access token. Run without a shell at every start.")
        var passwordCommand: String?

        @Flag(help: "Sign in with an app password instead of the browser (Bluesky, AT Protocol).")
        var password = false

        @Flag(help: "Ask for a code to paste instead of an answer by the browser.")
        var paste = false

        @Flag(help: "Ask for reading only. Actions such as likes are then refused.")
        var readOnly = false

        @Flag(help: "Print the address only; do not open it in the browser.")
        var noBrowser = false

        func validate() throws {
            guard !place.allSatisfy(\.isWhitespace) else { throw ValidationError(Message("accountPlaceEmpty")) }
            guard token == nil || token == "-" else { throw ValidationError(Message("tokenOnCommandLine")) }
            guard token == nil || passwordCommand == nil else { throw ValidationError(Message("tokenOrCommand")) }
            let secret = token != nil ? "--token" : passwordCommand != nil ? "--password-command" : nil
            let browser = paste ? "--paste" : readOnly ? "--read-only" : nil
            if let secret, let other = password ? "--password" : browser { throw Self.exclusion(secret, other) }
            if password, let browser { throw Self.exclusion("--password", browser) }
        }

        private static func exclusion(_ one: String, _ other: String) -> ValidationError {
            ValidationError(Message("optionsExclude", ["option": .text(one), "other": .text(other)]))
        }

        func run(_ context: AppContext) async throws {
            let accounts = context.accounts
            let progress = Message("addressIsChecked", ["address": .text(place)])
            let found = try await Console.showing(progress) { try await accounts.server(named: place) }
            let known = Set(try accounts.accounts().map(\.id))
            let account: Account
            if let passwordCommand {
                let words = try context.sources.factory.secretCommands.words(of: passwordCommand)
                account = try await accounts.add(at: found, tokenCommand: words)
            } else if token != nil {
                let secret = try Console.askSecret(Message("askToken", ["host": .text(found.server.handleHost)]))
                account = try await accounts.add(at: found, secret: secret)
            } else {
                account = try await signIn(at: found, context)
            }
            let isNew = !known.contains(account.id)
            try Console.print(
                Message(
                    isNew ? "accountAdded" : "accountRenewed",
                    [
                        "account": .text(account.handle),
                        "server": .text(found.server.shownSoftware),
                    ]))
            if isNew { Console.inform(Message("accountAdvice", ["account": .text(account.id)])) }
            if account.server.hasPrefix("http:") {
                Console.warn(Message("loginNotEncrypted", ["address": .text(account.server)]))
            }
        }

        private func signIn(at found: DescribedServer, _ context: AppContext) async throws -> Account {
            let signIn = try await AccountSignIn(
                at: found, AccountSignIn.Choices(readsOnly: readOnly, byPassword: password, copiesCode: paste),
                noteWrongLine: Console.report, context.accounts)
            defer { signIn.cancel() }
            let isByPassword = signIn.method == .password
            try Console.print(
                isByPassword
                    ? Message("signInPassword", ["account": .text(signIn.subject), "address": .text(signIn.address)])
                    : Message("signInVisit", ["address": .text(signIn.address)]))
            if !noBrowser, Console.canAsk {
                AccountCommand.openPage(signIn.address, in: SystemBrowser(try await context.currentSettings()))
            }
            if signIn.isTyped {
                // An empty line ends the command with the question.
                _ = signIn.take(try Console.askSecret(isByPassword ? Message("askAppPassword") : Message("askCode")))
            } else {
                Console.inform(Message("signInWaits"))
            }
            return try await signIn.account(SignInListener.Pages(Console.localizer))
        }
    }

    /// Opens the page of a sign-in, and reports if that fails. Does not wait: the first window of some browsers keeps its
    /// program running until it is closed.
    private static func openPage(_ address: String, in browser: SystemBrowser) {
        let program = browser.choice.program(for: address)
        guard !program.needsTerminal else { return }
        Task {
            do {
                try await browser.run(program, for: address)
            } catch {
                Console.report(error)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List the accounts.")

        @OptionGroup var global: GlobalOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try global.checkDirectories()
            let library = try LibraryFile(in: global.directories).read()
            for account in library.accounts {
                let kind = AccountCatalog.standard.name(of: account.kind)
                try output.form.print(
                    [
                        "type": "account", "id": account.id, "kind": account.kind.rawValue, "server": account.server,
                        "handle": account.handle, "signedIn": account.access != nil,
                    ], or: "\(account.id)  \(kind)  \(account.server)")
            }
            if library.accounts.isEmpty { output.form.inform(Message("noAccounts")) }
        }
    }

    struct Check: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Ask the servers whether the accounts still work.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The accounts; all if none is named.")
        var names: [String] = []

        func run(_ context: AppContext) async throws {
            let service = context.accounts
            let accounts = try names.isEmpty ? service.accounts() : names.map(service.account(named:))
            if accounts.isEmpty { Console.inform(Message("noAccounts")) }
            var failed = 0
            for account in accounts {
                do {
                    let server = try await service.check(account)
                    try Console.print(
                        Message("accountWorks", ["account": .text(account.id), "server": .text(server.shownSoftware)]))
                } catch let error as any PresentableError {
                    failed += 1
                    Console.report("\(account.id): \(Console.text(error.message))")
                }
            }
            guard failed == 0 else { throw CommandFailure(Message("accountsFailed", ["count": .number(failed)])) }
        }
    }

    struct Remove: ContextCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Sign out and remove an account.",
            discussion: "Its sources and their items stay; sources that need the account say so.")

        @OptionGroup var global: GlobalOptions

        @Argument(help: "The account: its id, handle or server.")
        var name: String

        func run(_ context: AppContext) async throws {
            let account = try context.accounts.account(named: name)
            let (needing, warning) = try await context.accounts.remove(account)
            if let warning { Console.warn(warning) }
            try Console.print(Message("accountRemoved", ["account": .text(account.id)]))
            if !needing.isEmpty {
                Console.inform(
                    Message(
                        "accountSourcesStay",
                        ["count": .number(needing.count), "sources": .list(needing.map { .text($0.id.rawValue) })]))
            }
        }
    }
}
