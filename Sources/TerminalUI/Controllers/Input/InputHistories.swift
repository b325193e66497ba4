import TerminalKit
import ViewModels

/// The former entries of input lines, by the preference that stores them. Entries of one kind are recalled wherever that kind
/// is typed.
struct InputHistories {
    static let kinds: [Preferences.Name] = [
        .commands, .addresses, .paths, .textSearches, .queries, .names, .topicLists, .settingValues, .servers,
    ]

    private static let storedEntries = 50
    private var histories: [Preferences.Name: InputHistory] = [:]

    subscript(kind: Preferences.Name) -> InputHistory { histories[kind] ?? InputHistory() }

    /// Appends an entry to a kind.
    mutating func add(_ entry: String, to kind: Preferences.Name) {
        histories[kind, default: InputHistory()].add(entry)
    }

    /// Replaces the entries of a kind with stored ones.
    mutating func restore(_ stored: String, to kind: Preferences.Name) {
        histories[kind] = InputHistory(stored.split(separator: "\n").map(String.init))
    }

    /// Returns the text to store for a kind: the last entries, one per line. Leaves out entries with a user name or
    /// password in an address: these must not be stored.
    func stored(_ kind: Preferences.Name) -> String {
        self[kind].entries
            .filter { entry in entry.firstRange(of: "://").map { !entry[$0.upperBound...].contains("@") } ?? true }
            .suffix(Self.storedEntries).joined(separator: "\n")
    }
}

extension TextPrompt {
    /// The history of the answers, or `nil` if none is kept: numbers of choices say nothing later, and names of users are
    /// not stored.
    var history: Preferences.Name? {
        switch kind {
        case .address: .addresses
        case .path: .paths
        case .name: .names
        case .topics: .topicLists
        case .server: .servers
        case .settingValue: .settingValues
        case .choice, .interval, .user, .password, .signInAnswer, .comment: nil
        }
    }

    /// Returns the line for the answer, in which former answers are recalled.
    func line(_ histories: InputHistories) -> InputLine {
        let former = history.map { histories[$0] } ?? InputHistory()
        return switch kind {
        case .password: InputLine(secret: initial)
        case .choice: InputLine(number: initial)
        // A digit begins another number.
        case .settingValue where Int(initial) != nil: InputLine(number: initial, history: former)
        default: InputLine(initial, history: former)
        }
    }
}
