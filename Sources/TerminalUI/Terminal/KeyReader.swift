import TerminalKit

/// Reads the bytes of a terminal: characters, keys, pastes and the mouse. A state machine without I/O: characters and
/// sequences may come in pieces, over however many reads.
///
/// A control sequence is read to its end by its form, whether it is known or not, and what is not known means nothing: a
/// terminal's late answer or a key of tomorrow's terminal must not be taken for the letters that it ends with. The forms
/// are those of ECMA-48, of xterm (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>) and of the Linux console;
/// what a terminal's description says of its own keys comes before them.
nonisolated struct KeyReader {
    /// How long what has begun may wait for its next byte.
    enum Patience {
        /// As long as it takes to send an Escape and what belongs to it.
        case brief
        /// As long as a slow line may hold back the rest of a sequence that has certainly begun.
        case long
    }

    private enum State {
        case ground
        /// Within a character of so many bytes more.
        case character(missing: Int)
        case escape
        /// CSI.
        case control
        /// SS3.
        case singleShift
        /// The Linux console's function keys: CSI, another bracket, a letter.
        case console
        /// A report of the mouse in its oldest form: CSI M and so many bytes more.
        case report(missing: Int)
        /// DCS, OSC, SOS, PM or APC, up to ST or BEL.
        case string(afterEscape: Bool)
    }

    private let listed: [[UInt8]: Key]
    private var state = State.ground
    /// The bytes of what has begun, as far as they can matter.
    private var pending: [UInt8] = []
    private var length = 0
    /// No key has a longer sequence.
    private static let kept = 64
    /// What is longer is no sequence: something has sent its beginning and never its end.
    private static let longest = 1 << 20
    private static let escape: UInt8 = 0x1b

    /// Makes a reader. `listed` are the sequences that the terminal's description gives its keys.
    init(listed: [[UInt8]: Key] = [:]) {
        self.listed = listed
    }

    /// How long to wait before ``expire()`` is called where no byte follows; nil where nothing has begun.
    var patience: Patience? {
        switch state {
        case .ground, .character: nil
        case .escape: .brief
        // Alone, these are Alt with a capital letter or a sign.
        case .string where length == 2: .brief
        case .control, .singleShift, .console, .report, .string: .long
        }
    }

    /// Takes bytes; answers what they say.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [InputDecoder.Unit] {
        var units: [InputDecoder.Unit] = []
        for byte in bytes { take(byte, &units) }
        return units
    }

    /// Nothing has followed for as long as ``patience`` says: an Escape was the key, what begins a sequence was Alt with that
    /// character, and the half of a sequence is nothing.
    mutating func expire() -> [InputDecoder.Unit] {
        guard patience != nil else { return [] }
        defer { begin(.ground) }
        switch length {
        case 1, 2: return pending.map { .character(UInt32($0)) }
        default: return [.unknown]
        }
    }

    private mutating func begin(_ new: State, _ bytes: [UInt8] = []) {
        state = new
        pending = bytes
        length = bytes.count
    }

    private mutating func keep(_ byte: UInt8) {
        if pending.count < Self.kept { pending.append(byte) }
        length += 1
    }

    private mutating func end(_ unit: InputDecoder.Unit?, _ units: inout [InputDecoder.Unit]) {
        units.append(unit ?? .unknown)
        begin(.ground)
    }

    private mutating func take(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        switch state {
        case .ground: takeFirst(byte, &units)
        case .character(let missing):
            guard 0x80...0xbf ~= byte else { return cut(by: byte, &units) }
            keep(byte)
            if missing > 1 {
                state = .character(missing: missing - 1)
                return
            }
            units.append(.character(String(decoding: pending, as: UTF8.self).unicodeScalars.first?.value ?? 0xfffd))
            begin(.ground)
        case .escape: takeSecond(byte, &units)
        case .string(let afterEscape): takeString(byte, afterEscape, &units)
        case .control, .singleShift, .console, .report:
            // No sequence holds another, or a control character.
            guard byte >= 0x20, length < Self.longest else { return cut(by: byte, &units) }
            keep(byte)
            if let key = listed[pending] { return end(.key(key), &units) }
            takeMore(byte, &units)
        }
    }

    /// What had begun is not going on: `byte` begins something else.
    private mutating func cut(by byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        if case .character = state {
            end(.character(0xfffd), &units)
        } else {
            end(.unknown, &units)
        }
        takeFirst(byte, &units)
    }

    private mutating func takeFirst(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        switch byte {
        case Self.escape: begin(.escape, [byte])
        case 0..<0x80: units.append(.character(UInt32(byte)))
        case 0xc2..<0xe0: begin(.character(missing: 1), [byte])
        case 0xe0..<0xf0: begin(.character(missing: 2), [byte])
        case 0xf0..<0xf5: begin(.character(missing: 3), [byte])
        default: units.append(.character(0xfffd))
        }
    }

    private mutating func takeSecond(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        if let key = listed[[Self.escape, byte]] { return end(.key(key), &units) }
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(afterEscape: false)
        default:
            // The Escape is Alt of what follows, which may be another Escape.
            units.append(.character(UInt32(Self.escape)))
            begin(.ground)
            return takeFirst(byte, &units)
        }
        keep(byte)
    }

    private mutating func takeMore(_ byte: UInt8, _ units: inout [InputDecoder.Unit]) {
        switch state {
        case .control:
            if byte >= 0x7f { return cut(by: byte, &units) }
            guard byte >= 0x40 else { return }
            if length == 3, byte == UInt8(ascii: "[") {
                state = .console
                return
            }
            if length == 3, byte == UInt8(ascii: "M") {
                state = .report(missing: 3)
                return
            }
            end(length <= Self.kept ? KeySequences.control(pending[2...]) : nil, &units)
        case .singleShift:
            if byte >= 0x7f { return cut(by: byte, &units) }
            // Between the two, some terminals say what was held down.
            if 0x30...0x3b ~= byte { return }
            end(length <= Self.kept ? KeySequences.singleShift(pending[2...]) : nil, &units)
        case .console: end(KeySequences.console(byte), &units)
        case .report(let missing):
            if missing > 1 {
                state = .report(missing: missing - 1)
                return
            }
            end(nil, &units)
        case .ground, .character, .escape, .string: break
        }
    }

    private mutating func takeString(_ byte: UInt8, _ afterEscape: Bool, _ units: inout [InputDecoder.Unit]) {
        if afterEscape {
            if byte == UInt8(ascii: "\\") { return end(nil, &units) }
            // Not its end: the Escape begins something else.
            units.append(.unknown)
            begin(.escape, [Self.escape])
            return takeSecond(byte, &units)
        }
        switch byte {
        case Self.escape:
            keep(byte)
            state = .string(afterEscape: true)
        case 0x07: end(nil, &units)
        // CAN and SUB break a string off.
        case 0x18, 0x1a: cut(by: byte, &units)
        default:
            guard length < Self.longest else { return cut(by: byte, &units) }
            keep(byte)
        }
    }
}
