import TerminalKit

/// Gives numbers to pairs of colours, as ncurses wants them, and takes the one that was not used for longest when they
/// run out. Pairs of the current frame are never taken: their cells are on the screen.
nonisolated struct PairTable {
    /// Two colours.
    struct Pair: Hashable {
        var foreground: Color
        var background: Color
    }

    /// What to do for a pair.
    struct Answer: Equatable {
        /// The number; 0 is the terminal's own colours.
        let number: Int32
        /// Whether ncurses must be told what it means.
        let isNew: Bool
    }

    private let limit: Int
    private var numbers: [Pair: Int32] = [:]
    private var pairs: [Pair?] = [nil]
    private var lastUse: [Int] = [0]
    private var frame = 0
    /// The last frame that needed more pairs than there are numbers: each further one of it is refused at once.
    private var overfullFrame = -1

    /// Makes a table of at most `limit` numbers, the 0 counted.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// A frame begins.
    mutating func beginFrame() {
        frame += 1
    }

    /// Whether a frame that changes so many cells may need more numbers than are left, and forgetting all pairs would help.
    func lacksRoom(for cells: Int) -> Bool {
        pairs.count > limit / 4 && pairs.count + cells > limit
    }

    /// Forgets all pairs.
    mutating func removeAll() {
        numbers = [:]
        pairs = [nil]
        lastUse = [0]
    }

    /// Marks a pair that the frame shows without painting it anew.
    mutating func keep(_ pair: Pair) {
        if let number = numbers[pair] { lastUse[Int(number)] = frame }
    }

    /// The number of `pair`; nil where the frame uses more pairs than there are numbers.
    mutating func number(for pair: Pair) -> Answer? {
        if let number = numbers[pair] {
            lastUse[Int(number)] = frame
            return Answer(number: number, isNew: false)
        }
        let number: Int
        if pairs.count < limit {
            number = pairs.count
            pairs.append(pair)
            lastUse.append(frame)
        } else {
            guard overfullFrame != frame else { return nil }
            guard let oldest = (1..<pairs.count).min(by: { lastUse[$0] < lastUse[$1] }), lastUse[oldest] < frame
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
