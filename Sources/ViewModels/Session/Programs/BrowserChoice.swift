import EngineConcepts
public import FiberConfiguration

/// Chooses the program that opens a link: the one of the settings, the one of `$BROWSER`, or the system's default.
///
/// Browsers only get addresses with http or https. Others, such as gemini, go to the system's default, which knows the
/// programs for them. An address is one argument; no shell is involved.
public nonisolated struct BrowserChoice: Hashable, Sendable {
    /// A program with its arguments.
    public struct Program: Hashable, Sendable {
        /// The program and its arguments.
        public var words: [String]
        public var needsTerminal: Bool
        /// The setting that names another program.
        public var setting = "browser.command"
    }

    private let command: [String]
    private let background: [String]
    private let playerCommand: [String]
    private let playerNeedsTerminal: Bool
    private let terminalPrograms: Set<String>
    private let system: String
    /// True if the system's default needs the terminal, because there is no graphical screen.
    private let isTextOnly: Bool

    /// - Parameters:
    ///   - settings: The settings `browser.command`, `browser.background` and `browser.terminal`, `player.command` and
    ///     `player.terminal`.
    ///   - environment: The environment of the process.
    ///   - system: The system's program for opening addresses: `xdg-open`, or `open` on macOS, which needs no display.
    ///   - exists: Returns true if there is a program of this name or path.
    public init(
        settings: Settings, environment: [String: String], system: String, exists: (String) -> Bool
    ) {
        let ownCommand = settings.words("browser.command")
        command = ownCommand.isEmpty ? Self.command(of: environment, exists: exists) : ownCommand
        background = settings.words("browser.background")
        playerCommand = settings.words("player.command")
        playerNeedsTerminal = settings.flag("player.terminal")
        terminalPrograms = Set(settings.words("browser.terminal"))
        self.system = system
        isTextOnly =
            system == "xdg-open" && ["DISPLAY", "WAYLAND_DISPLAY"].allSatisfy { environment[$0]?.isEmpty ?? true }
    }

    /// Returns the first program of `$BROWSER` that exists. The variable lists programs with colons between them; `%s`
    /// stands for the address.
    private static func command(of environment: [String: String], exists: (String) -> Bool) -> [String] {
        let listed = (environment["BROWSER"] ?? "").split(separator: ":")
            .filter { !$0.allSatisfy(\.isWhitespace) }.map { CommandWords.split(String($0), home: environment["HOME"]) }
        return listed.first { $0.first.map(exists) ?? false } ?? listed.first ?? []
    }

    /// Returns the program for an address.
    public func program(for url: String) -> Program {
        guard LinkPolicy.isWeb(url), !command.isEmpty else { return systemProgram(for: url) }
        return Program(words: Self.words(command, with: url), needsTerminal: needsTerminal(command))
    }

    /// Returns the program for an address that is opened in the background.
    ///
    /// - Throws: An error if every program would need the terminal.
    public func backgroundProgram(for url: String) throws -> Program {
        let preferred =
            LinkPolicy.isWeb(url) && !background.isEmpty
            ? Program(
                words: Self.words(background, with: url), needsTerminal: needsTerminal(background),
                setting: "browser.background")
            : program(for: url)
        let program = preferred.needsTerminal && background.isEmpty ? systemProgram(for: url) : preferred
        guard !program.needsTerminal else {
            throw SupplierError(
                .unsupported, Message("browserNeedsTerminal", ["program": .text(preferred.words.first ?? system)]))
        }
        return program
    }

    /// Returns the program that plays a sound or a video, or `nil` if the settings name none or the address is not of the web.
    public func player(for url: String) -> Program? {
        guard !playerCommand.isEmpty, LinkPolicy.isWeb(url) else { return nil }
        return Program(
            words: Self.words(playerCommand, with: url), needsTerminal: playerNeedsTerminal, setting: "player.command")
    }

    private func systemProgram(for url: String) -> Program { Program(words: [system, url], needsTerminal: isTextOnly) }

    private func needsTerminal(_ command: [String]) -> Bool {
        command.first.map { terminalPrograms.contains($0.lastPathComponent) } ?? false
    }

    /// Returns the command with the address in place of `%s`, or at its end. `%%` is a percent sign.
    private static func words(_ command: [String], with url: String) -> [String] {
        guard command.dropFirst().contains(where: { $0.contains("%s") }) else { return command + [url] }
        return command.prefix(1)
            + command.dropFirst()
            .map { word in
                word.split(separator: "%%", omittingEmptySubsequences: false)
                    .map { part in
                        part.split(separator: "%s", omittingEmptySubsequences: false).joined(separator: url)
                    }
                    .joined(separator: "%")
            }
    }
}
