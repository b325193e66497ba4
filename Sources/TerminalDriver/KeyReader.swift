import TerminalKit

/// Parses the bytes of a terminal into characters, keys, pastes and mouse reports. A state machine without I/O:
/// characters and sequences may be spread over any number of reads.
///
/// A control sequence is read to its end by its form, whether it is known or not, and an unknown one is ignored.
/// Otherwise a late answer of the terminal, or a new kind of key, would be taken for the letters it ends with. The
/// forms are those of ECMA-48, xterm (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>) and the Linux
/// console. The keys in the terminal's terminfo entry take precedence.
nonisolated struct KeyReader {
    /// The timeout for the next byte of an unfinished sequence.
    enum Timeout {
        /// The time to send an Escape together with the rest of its sequence.
        case brief
        /// The time for the rest of a certain sequence on a slow connection.
        case long
    }

    private enum State {
        case ground
        /// Within a UTF-8 character; `missing` more bytes follow.
        case character(missing: Int)
        case escape
        /// CSI.
        case control
        /// SS3.
        case singleShift
        /// The Linux console's function keys: CSI, another bracket, a letter.
        case console
        /// A mouse report in the oldest format: CSI M and `missing` more bytes.
        case report(missing: Int)
        /// DCS, OSC, SOS, PM or APC, up to ST or BEL.
        case string(afterEscape: Bool)
    }

    private let listedSequences: [[UInt8]: Key]
    private var state = State.ground
    /// The bytes of the unfinished sequence, up to ``maximumKeyBytes``.
    private var pending: [UInt8] = []
    private var length = 0
    /// No key has a longer sequence.
    private static let maximumKeyBytes = 64
    /// Anything longer is not a sequence: its end was never sent.
    private static let maximumSequenceBytes = 1 << 20
    private static let escape: UInt8 = 0x1b

    /// Creates a reader. `listedSequences` are those of keys in the terminal's terminfo entry.
    init(listedSequences: [[UInt8]: Key] = [:]) { self.listedSequences = listedSequences }

    /// The timeout after which ``expire()`` must be called if no byte follows, or `nil` if nothing is pending.
    var timeout: Timeout? {
        switch state {
        case .ground, .character: nil
        case .escape: .brief
        // On their own, these are Alt with a capital letter or a symbol.
        case .string where length == 2: .brief
        case .control, .singleShift, .console, .report, .string: .long
        }
    }

    /// Reads bytes. Returns the units they complete.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [InputDecoder.Unit] {
        var units: [InputDecoder.Unit] = []
        for byte in bytes { read(byte, &units) }
        return units
    }

    /// Ends pending bytes after ``timeout``: an Escape was a key, the start of a sequence was Alt with that
    /// character, and an incomplete sequence is dropped.
    mutating func expire() -> [InputDecoder.Unit] {
        guard timeout != nil else { return [] }
        defer { begin(.ground) }
        return length > 2 ? [.unknown] : pending.map { .character(UInt32($0)) }
    }

    private mutating func begin(_ new: State, _ bytes: [UInt8] = []) {
        state = new
        pending = bytes
        length = bytes.count
    }

    private mutating func keep(_ byte: UInt8) {
        if pending.count < Self.maximumKeyBytes { pending.append(byte) }
        length += 1
    }

    private mutating func end(_ unit: InputDecoder.Unit?, _ units: inout [InputDecoder.Unit]) {
        units.append(unit ?? .unknown)
        begin(.ground)
    }

    private mutating func read(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        switch state {
        case .ground: readFirst(byte, &units)
        case .character(let missing):
            guard 0x80...0xbf ~= byte else { return cut(by: byte, &units) }
            keep(byte)
            if missing > 1 {
                state = .character(missing: missing - 1)
            } else {
                end(.character(String(decoding: pending, as: UTF8.self).unicodeScalars.first?.value ?? 0xfffd), &units)
            }
        case .escape: readSecond(byte, &units)
        case .string(let afterEscape): readString(byte, afterEscape: afterEscape, &units)
        case .control, .singleShift, .console, .report:
            // A sequence contains no other sequence and no control character.
            guard byte >= 0x20, length < Self.maximumSequenceBytes else { return cut(by: byte, &units) }
            keep(byte)
            if let key = listedSequences[pending] { return end(.key(key), &units) }
            readMore(byte, &units)
        }
    }

    /// Ends the pending sequence, because `byte` starts something else.
    private mutating func cut(by byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        if case .character = state { end(.character(0xfffd), &units) } else { end(.unknown, &units) }
        readFirst(byte, &units)
    }

    private mutating func readFirst(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        switch byte {
        case Self.escape: begin(.escape, [byte])
        case 0..<0x80: units.append(.character(UInt32(byte)))
        case 0xc2..<0xe0: begin(.character(missing: 1), [byte])
        case 0xe0..<0xf0: begin(.character(missing: 2), [byte])
        case 0xf0..<0xf5: begin(.character(missing: 3), [byte])
        default: units.append(.character(0xfffd))
        }
    }

    private mutating func readSecond(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        if let key = listedSequences[[Self.escape, byte]] { return end(.key(key), &units) }
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(afterEscape: false)
        default:
            // The Escape was Alt with the next key, which may be another Escape.
            units.append(.character(UInt32(Self.escape)))
            begin(.ground)
            return readFirst(byte, &units)
        }
        keep(byte)
    }

    private mutating func readMore(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        switch state {
        case .control:
            if byte >= 0x7f { return cut(by: byte, &units) }
            guard byte >= 0x40 else { return }
            switch byte {
            case UInt8(ascii: "[") where length == 3: state = .console
            case UInt8(ascii: "M") where length == 3: state = .report(missing: 3)
            default: end(length <= Self.maximumKeyBytes ? KeySequences.control(pending[2...]) : nil, &units)
            }
        case .singleShift:
            if byte >= 0x7f { return cut(by: byte, &units) }
            // Some terminals insert modifiers between the two.
            if 0x30...0x3b ~= byte { return }
            end(length <= Self.maximumKeyBytes ? KeySequences.singleShift(pending[2...]) : nil, &units)
        case .console: end(KeySequences.console(byte), &units)
        case .report(let missing): if missing > 1 { state = .report(missing: missing - 1) } else { end(nil, &units) }
        case .ground, .character, .escape, .string: break
        }
    }

    private mutating func readString(_ byte: UInt8, afterEscape: Bool, _ units: inout [InputDecoder.Unit]) {
        if afterEscape {
            if byte == UInt8(ascii: "\\") { return end(nil, &units) }
            // Not its end: the Escape starts another sequence.
            units.append(.unknown)
            begin(.escape, [Self.escape])
            return readSecond(byte, &units)
        }
        switch byte {
        case Self.escape:
            keep(byte)
            state = .string(afterEscape: true)
        case 0x07: end(nil, &units)
        // CAN and SUB cancel a string.
        case 0x18, 0x1a: cut(by: byte, &units)
        default:
            guard length < Self.maximumSequenceBytes else { return cut(by: byte, &units) }
            keep(byte)
        }
    }
}
