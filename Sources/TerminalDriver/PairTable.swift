import TerminalKit

/// Numbers the colour pairs for ncurses, and reuses the least recently used number when they run out. Pairs of the
/// current frame are never reused: their cells are on the screen.
nonisolated struct PairTable {
    /// A foreground and a background colour.
    struct Pair: Hashable {
        var foreground: Color
        var background: Color
    }

    /// The number of a pair, and what to do with it.
    struct Answer: Equatable {
        /// The number, from 1: 0 is the terminal's default colours.
        let number: Int32
        /// True if the pair must be initialised in ncurses.
        let isNew: Bool
    }

    private let maximumPairs: Int
    private var numbers: [Pair: Int32] = [:]
    private var pairs: [Pair?] = [nil]
    private var lastUse: [Int] = [0]
    private var frame = 0
    /// The last frame that needed more pairs than there are numbers. All further pairs of that frame are refused at once.
    private var overfullFrame = -1

    /// Creates a table of `maximumPairs` numbers, including 0.
    init(maximumPairs: Int) { self.maximumPairs = max(1, maximumPairs) }

    /// Starts a frame.
    mutating func beginFrame() { frame += 1 }

    /// Returns true if a frame that changes `cells` cells may need more numbers than are left, and clearing the table
    /// would help.
    func lacksRoom(for cells: Int) -> Bool { pairs.count > maximumPairs / 4 && pairs.count + cells > maximumPairs }

    mutating func removeAll() {
        numbers = [:]
        pairs = [nil]
        lastUse = [0]
    }

    /// Marks a pair as used by the current frame without drawing it.
    mutating func keep(_ pair: Pair) { if let number = numbers[pair] { lastUse[Int(number)] = frame } }

    /// Returns the number of `pair`, or `nil` if the frame uses more pairs than there are numbers.
    mutating func number(for pair: Pair) -> Answer? {
        if let number = numbers[pair] {
            lastUse[Int(number)] = frame
            return Answer(number: number, isNew: false)
        }
        let number: Int
        if pairs.count < maximumPairs {
            number = pairs.count
            pairs.append(pair)
            lastUse.append(frame)
        } else {
            guard overfullFrame != frame,
                let oldest = (1..<pairs.count).min(by: { lastUse[$0] < lastUse[$1] }), lastUse[oldest] < frame
            else {
                overfullFrame = frame
                return nil
            }
            number = oldest
            if let former = pairs[oldest] { numbers[former] = nil }
            pairs[oldest] = pair
            lastUse[oldest] = frame
        }
        numbers[pair] = Int32(number)
        return Answer(number: Int32(number), isNew: true)
    }
}
