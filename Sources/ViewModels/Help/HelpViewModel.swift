public import Localization

/// A line of the help: keys and what they do.
public nonisolated struct HelpEntry: Equatable, Sendable {
    /// The keys, as they are printed.
    public var keys: String
    /// The command's name.
    public var command: String
    /// What it does.
    public var help: String

    /// Makes a line.
    public init(keys: String, command: String, help: String) {
        self.keys = keys
        self.command = command
        self.help = help
    }
}

/// A part of the help with a heading.
public nonisolated struct HelpSection: Equatable, Sendable {
    /// Where these keys hold.
    public var title: String
    /// The keys.
    public var entries: [HelpEntry]

    /// Makes a part.
    public init(title: String, entries: [HelpEntry]) {
        self.title = title
        self.entries = entries
    }
}

/// Everything that the help shows.
public nonisolated struct HelpState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// What is looked for; empty for everything.
    public var search: String
    /// What was found.
    public var sections: [HelpSection]
    /// What to say where nothing was found.
    public var emptyText: String?
    /// Which part is seen. A section takes a line for its heading and one below it.
    public var scroll: PageScroll
}

/// The help, made from the key table that also feeds dispatch and hints.
public final class HelpViewModel {
    /// What the screen shows.
    public private(set) var state: HelpState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    private var sections: [HelpSection]
    private let wording: Localizer
    private var height = 20

    /// Makes the help of these keys.
    public init(sections: [HelpSection], wording: Localizer) {
        self.sections = sections
        self.wording = wording
        state = HelpState(
            title: wording(.helpTitle), search: "", sections: sections, emptyText: nil, scroll: PageScroll())
        measure()
    }

    /// Takes other keys, in the place of those before.
    public func take(_ sections: [HelpSection]) {
        self.sections = sections
        find(state.search)
        measure()
    }

    /// The screen has so many lines.
    public func resize(height: Int) {
        self.height = height
        measure()
    }

    /// Scrolls.
    public func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
    }

    /// Shows only what contains every word of `text`, in keys, command or help.
    public func search(_ text: String) {
        find(text)
        state.scroll.scroll(.top)
        measure()
    }

    private func find(_ text: String) {
        let words = text.lowercased().split(separator: " ")
        let found = sections.compactMap { section -> HelpSection? in
            let entries = section.entries.filter { entry in
                let line = "\(entry.keys) \(entry.command) \(entry.help)".lowercased()
                return words.allSatisfy { line.contains($0) }
            }
            return entries.isEmpty ? nil : HelpSection(title: section.title, entries: entries)
        }
        state.search = text
        state.sections = found
        state.emptyText = found.isEmpty ? wording(.helpNothingFound, .words(text)) : nil
    }

    private func measure() {
        state.scroll.measure(count: state.sections.map { $0.entries.count + 2 }.reduce(0, +), height: height)
    }
}
