import TerminalKit

/// The keys in a terminal's terminfo entry, such as `kcuu1` for the arrow up (terminfo(5)).
nonisolated enum TerminfoKeys {
    /// Returns the sequences of the keys, from the capabilities returned by name.
    ///
    /// Sequences that do not start with an Escape are left out: a control character has its usual meaning already. So are those
    /// that are neither an Escape with one character nor in the form of `CSI` or `SS3`: they could not be told from typed text.
    static func table(_ capability: (String) -> String?) -> [[UInt8]: Key] {
        var table: [[UInt8]: Key] = [:]
        for (name, key) in names {
            guard let sequence = capability(name).map({ Array($0.utf8) }), sequence.first == 0x1b else { continue }
            let isShort = sequence.count == 2
            let isControl = sequence.count > 2 && [UInt8(ascii: "["), UInt8(ascii: "O")].contains(sequence[1])
            // If two keys send the same sequence, the first one is used.
            if isShort || isControl, table[sequence] == nil { table[sequence] = key }
        }
        return table
    }

    private static let names: [(String, Key)] = {
        var names: [(String, Key)] = [
            ("kcuu1", .named(.up)), ("kcud1", .named(.down)), ("kcub1", .named(.left)), ("kcuf1", .named(.right)),
            ("khome", .named(.home)), ("kend", .named(.end)), ("kll", .named(.end)), ("kpp", .named(.pageUp)),
            ("knp", .named(.pageDown)), ("kich1", .named(.insert)), ("kdch1", .named(.delete)),
            ("kent", .named(.enter)), ("kcbt", Key(.named(.tab), .shift)),
            ("kri", Key(.named(.up), .shift)), ("kind", Key(.named(.down), .shift)),
            ("ka1", .named(.home)), ("ka3", .named(.pageUp)), ("kc1", .named(.end)), ("kc3", .named(.pageDown)),
        ]
        let modified: [(String, Key.Name)] = [
            ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
            ("kPRV", .pageUp), ("kNXT", .pageDown), ("kDC", .delete), ("kIC", .insert),
        ]
        for (name, code) in modified {
            names.append((name, Key(.named(code), .shift)))
            // xterm's numbers for modifiers: kLFT5 is Ctrl with the left arrow.
            for number in 3...8 {
                names.append(("\(name)\(number)", Key(.named(code), Key.Modifiers(rawValue: UInt8(number - 1)))))
            }
        }
        // Modified function keys have higher numbers: F13 is Shift-F1, F25 Ctrl-F1, F37 both, F49 Alt-F1.
        let groups: [Key.Modifiers] = [[], .shift, .control, [.control, .shift], .alt, [.alt, .shift]]
        for number in 1...63 {
            names.append(("kf\(number)", Key(.function((number - 1) % 12 + 1), groups[(number - 1) / 12])))
        }
        return names
    }()
}
