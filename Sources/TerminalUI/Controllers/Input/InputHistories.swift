import TerminalKit
import ViewModels

/// The former entries of input lines, by kind. Entries of one kind are recalled wherever that kind is typed.
struct InputHistories {
    /// A kind of entries.
    enum Kind: CaseIterable {
        /// Lines of the command line.
        case commands
        /// Addresses of sources.
        case addresses
        /// Paths of lists of sources.
        case paths
        /// Texts searched in articles and lists.
        case textSearches
        /// Queries: searches, rules and topics.
        case queries
        /// Names of sources and topics.
        case names
        /// Topics of sources, with commas between them.
        case topicLists
        /// Values of settings.
        case settingValues
        /// Servers of accounts.
        case servers
    }

    private static let storedEntries = 50

    private var histories: [Kind: InputHistory] = [:]

    /// The history of a kind.
    subscript(kind: Kind) -> InputHistory { histories[kind] ?? InputHistory() }

    /// Appends an entry to a kind.
    mutating func add(_ entry: String, to kind: Kind) {
        histories[kind, default: InputHistory()].add(entry)
    }

    /// Replaces the entries of a kind with stored ones.
    mutating func restore(_ stored: String, to kind: Kind) {
        histories[kind] = InputHistory(stored.split(separator: "\n").map(String.init))
    }

    /// Returns the text to store for a kind: the last entries, one per line. Leaves out entries with a user name or
    /// password in an address: these must not be stored.
    func stored(_ kind: Kind) -> String {
        self[kind].entries
            .filter { entry in entry.firstRange(of: "://").map { !entry[$0.upperBound...].contains("@") } ?? true }
            .suffix(Self.storedEntries).joined(separator: "\n")
    }
}

extension InputHistories.Kind {
    /// The preference that stores the entries.
    var preference: Preferences.Name {
        switch self {
        case .commands: .commands
        case .addresses: .addresses
        case .paths: .paths
        case .textSearches: .textSearches
        case .queries: .queries
        case .names: .names
        case .topicLists: .topicLists
        case .settingValues: .settingValues
        case .servers: .servers
        }
    }
}

extension TextPrompt {
    /// The history of the answers, or `nil` if none is kept: numbers of choices say nothing later, and names of users are
    /// not stored.
    var history: InputHistories.Kind? {
        switch kind {
        case .address: .addresses
        case .path: .paths
        case .name: .names
        case .topics: .topicLists
        case .server: .servers
        case .settingValue: .settingValues
        case .choice, .interval, .user, .password, .signInAnswer: nil
        }
    }

    /// Returns the line for the answer, in which former answers are recalled.
    func line(_ histories: InputHistories) -> InputLine {
        switch kind {
        case .password: InputLine(secret: initial)
        case .choice: InputLine(number: initial)
        default: InputLine(initial, history: history.map { histories[$0] } ?? InputHistory())
        }
    }
}
