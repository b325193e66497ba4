public import EngineConcepts

/// Everything that the list of sources shows.
public nonisolated struct SourcesState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// How many there are, and how many need attention, in words.
    public var summary: String
    /// The sources; nil while they are read.
    public var rows: [SourceRow]?
    /// Which source the cursor is on.
    public var cursor: Int
    /// What to say where there are none, and what to do about it.
    public var emptyText: String
    /// What to do where there are none.
    public var emptyHint: String
    /// What is being typed for, if anything is.
    public var prompt: Prompt?
    /// The headings of the columns: source, topic, last, coverage.
    public var columns: [String]

    /// Something to be typed.
    public struct Prompt: Equatable, Sendable {
        /// What is asked for.
        public var question: String
        /// What stands there to begin with.
        public var initial: String
        /// What there is to choose from, by number from 1 on.
        public var choices: [SeveralSources.Choice] = []

        /// All of it in one line, for those who hear it.
        public var spoken: String {
            let list = choices.enumerated().map { "\($0.offset + 1) \($0.element.words)" }
            return (list + [question]).joined(separator: ", ")
        }
    }
}

/// A source in the list.
public nonisolated struct SourceRow: Equatable, Sendable, Identifiable {
    /// How a source is.
    public enum Health: Equatable, Sendable {
        /// It answered.
        case well
        /// It was never asked, or is not asked at present.
        case idle
        /// It has not answered yet.
        case slow
        /// It failed.
        case failed
    }

    /// A part of the time that coverage is drawn for.
    public enum Slot: Equatable, Sendable {
        /// All of it is loaded.
        case covered
        /// Some of it is.
        case partial
        /// None of it is.
        case missing
        /// The source has nothing there.
        case none
    }

    /// The supplier.
    public var id: SupplierID
    /// Its name.
    public var name: String
    /// Where it is.
    public var address: String
    /// What kind it is.
    public var kind: SupplierKind
    /// Its topics, in words.
    public var topics: String
    /// How it is.
    public var health: Health
    /// When it last answered, or how it is, in a word or two.
    public var last: String
    /// When it is asked next by itself; nil where that is not known.
    public var next: String?
    /// What is wrong or missing, in words.
    public var detail: String?
    /// What is loaded of the last seven days, oldest first.
    public var coverage: [Slot]
}
