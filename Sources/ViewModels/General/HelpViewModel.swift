/// An entry of the help: keys and their command.
public nonisolated struct HelpEntry: Equatable, Sendable {
    /// The keys as shown.
    public var keys: String
    /// The command's name.
    public var command: String
    public var help: String

    /// True for a command without a key, which is listed as it is typed.
    public var isTyped: Bool { keys == ":\(command)" }

    public init(keys: String, command: String, help: String) {
        self.keys = keys
        self.command = command
        self.help = help
    }
}

/// A part of the help with a heading.
public nonisolated struct HelpSection: Equatable, Sendable {
    /// The screen where the keys apply.
    public var title: String
    public var entries: [HelpEntry]

    public init(title: String, entries: [HelpEntry]) {
        self.title = title
        self.entries = entries
    }
}

/// The state of the help.
public nonisolated struct HelpState: Equatable, Sendable {
    /// The words to filter by; empty for all keys.
    public var search = ""
    public var sections: [HelpSection]
    /// The visible part of the lines.
    public var scroll = PageScroll()
}

/// The help, made from the key table that is also used for dispatch and hints.
public final class HelpViewModel: ViewModel {
    /// An action on the help.
    public nonisolated enum Action: WrappedTextAction, Equatable {
        /// Show other keys.
        case show([HelpSection])
        case measure(count: Int, height: Int)
        case scroll(PageScroll.Movement)
        /// Show only lines that contain every word of a text.
        case search(String)
    }

    public private(set) var state: HelpState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>()

    private var sections: [HelpSection]

    /// Creates the help for these keys.
    public init(sections: [HelpSection]) {
        self.sections = sections
        state = HelpState(sections: sections)
    }

    public func send(_ action: Action) {
        switch action {
        case .show(let sections):
            self.sections = sections
            find(state.search)
        case .measure(let count, let height): state.scroll.measure(count: count, height: height)
        case .scroll(let movement): state.scroll.scroll(movement)
        case .search(let text):
            find(text)
            state.scroll.scroll(.top)
        }
    }

    private func find(_ text: String) {
        let filter = WordFilter(text)
        state.search = text
        state.sections = sections.compactMap { section -> HelpSection? in
            let entries = section.entries.filter { filter.keeps("\($0.keys) \($0.command) \($0.help)") }
            return entries.isEmpty ? nil : HelpSection(title: section.title, entries: entries)
        }
    }
}
