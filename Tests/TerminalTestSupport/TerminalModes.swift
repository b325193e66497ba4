import CPseudoTerminal
import LibC

/// The modes of a terminal, for comparison.
public struct TerminalModes: Hashable, Sendable {
    /// The input, output, control and local modes, then the control characters.
    public let values: [UInt]

    init(_ descriptor: Int32) {
        var modes = termios()
        // On failure all modes are zero, which no terminal has.
        _ = tcgetattr(descriptor, &modes)
        self.init(modes)
    }

    init(_ modes: termios) {
        let characters = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt($0) } }
        values = [UInt(modes.c_iflag), UInt(modes.c_oflag), UInt(modes.c_cflag), UInt(modes.c_lflag)] + characters
    }
}
