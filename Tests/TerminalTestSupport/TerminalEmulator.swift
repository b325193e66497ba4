import CVTerm

/// A terminal emulator based on libvterm, which Neovim and Vim use for their terminals.
///
/// It does not join emoji sequences, as many terminals do not; tests for those check cells.
final class TerminalEmulator {
    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let properties: Properties
    private(set) var width: Int
    private(set) var height: Int
    /// The cells of the last snapshot.
    private var cells: [TerminalScreen.Cell]

    /// The state set by the program. A class, because libvterm updates it through a pointer.
    private final class Properties {
        var isAlternate = false
        var isCursorVisible = true
        var isMouseReported = false
        /// True for each row that was drawn since the last snapshot.
        var isDrawn: [Bool]
        /// Must stay where it is as long as the terminal uses it.
        let callbacks = UnsafeMutablePointer<VTermScreenCallbacks>.allocate(capacity: 1)

        init(height: Int) {
            isDrawn = Array(repeating: true, count: height)
            callbacks.initialize(to: VTermScreenCallbacks())
        }

        deinit { callbacks.deallocate() }
    }

    init(width: Int, height: Int) throws {
        guard let terminal = vterm_new(Int32(height), Int32(width)), let screen = vterm_obtain_screen(terminal) else {
            throw TerminalTestFailure("libvterm has made no terminal.")
        }
        self.terminal = terminal
        self.screen = screen
        self.width = width
        self.height = height
        cells = Array(repeating: TerminalScreen.Cell(), count: width * height)
        properties = Properties(height: height)
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        vterm_screen_set_damage_merge(screen, VTERM_DAMAGE_ROW)
        properties.callbacks.pointee.damage = { area, user in
            guard let user else { return 0 }
            let properties = Unmanaged<Properties>.fromOpaque(user).takeUnretainedValue()
            let first = max(0, Int(area.start_row))
            let end = min(Int(area.end_row), properties.isDrawn.count)
            for row in first..<max(first, end) { properties.isDrawn[row] = true }
            return 1
        }
        properties.callbacks.pointee.settermprop = { property, value, user in
            guard let value, let user else { return 0 }
            let properties = Unmanaged<Properties>.fromOpaque(user).takeUnretainedValue()
            switch property {
            case VTERM_PROP_ALTSCREEN:
                properties.isAlternate = value.pointee.boolean != 0
                // It shows the other screen without drawing it.
                properties.isDrawn = properties.isDrawn.map { _ in true }
            case VTERM_PROP_CURSORVISIBLE: properties.isCursorVisible = value.pointee.boolean != 0
            case VTERM_PROP_MOUSE: properties.isMouseReported = value.pointee.number != 0
            default: return 0
            }
            return 1
        }
        vterm_screen_set_callbacks(screen, properties.callbacks, Unmanaged.passUnretained(properties).toOpaque())
        vterm_screen_reset(screen, 1)
    }

    deinit { vterm_free(terminal) }

    /// Processes the program's output and returns the terminal's replies, such as cursor position reports.
    func feed(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBytes { raw in
            _ = vterm_input_write(terminal, raw.bindMemory(to: CChar.self).baseAddress, raw.count)
        }
        var answer: [UInt8] = []
        var buffer = [CChar](repeating: 0, count: 256)
        while true {
            let count = vterm_output_read(terminal, &buffer, buffer.count)
            guard count > 0 else { return answer }
            answer += buffer[..<count].map { UInt8(bitPattern: $0) }
        }
    }

    func resize(width: Int, height: Int) {
        self.width = width
        self.height = height
        vterm_set_size(terminal, Int32(height), Int32(width))
        cells = Array(repeating: TerminalScreen.Cell(), count: width * height)
        properties.isDrawn = Array(repeating: true, count: height)
    }

    /// The current screen. Reads only the rows that were drawn since the last snapshot, because tests ask for one after each
    /// piece of output.
    var snapshot: TerminalScreen {
        vterm_screen_flush_damage(screen)
        for y in 0..<height where properties.isDrawn[y] {
            for x in 0..<width { cells[y * width + x] = cell(x, y) }
            properties.isDrawn[y] = false
        }
        var cursor = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &cursor)
        return TerminalScreen(
            width: width, height: height, cells: cells, cursor: (Int(cursor.col), Int(cursor.row)),
            isCursorVisible: properties.isCursorVisible, isAlternate: properties.isAlternate,
            isMouseReported: properties.isMouseReported)
    }

    private func cell(_ x: Int, _ y: Int) -> TerminalScreen.Cell {
        var source = VTermScreenCell()
        var cell = TerminalScreen.Cell()
        guard vterm_screen_get_cell(screen, VTermPos(row: Int32(y), col: Int32(x)), &source) != 0 else { return cell }
        let first = source.chars.0
        if first == UInt32.max {
            cell.text = ""
            cell.width = 0
        } else if first != 0 {
            cell.text = source.chars.1 == 0 ? Unicode.Scalar(first).map { String($0) } ?? "" : text(of: source)
            cell.width = Int(source.width)
        }
        cell.foreground = color(source.fg)
        cell.background = color(source.bg)
        cell.isBold = source.attrs.bold != 0
        cell.isItalic = source.attrs.italic != 0
        cell.isUnderlined = source.attrs.underline != 0
        cell.isReversed = source.attrs.reverse != 0
        cell.isStruck = source.attrs.strike != 0
        return cell
    }

    /// Returns the text of a cell with several scalars.
    private func text(of cell: VTermScreenCell) -> String {
        let scalars = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init))
        return String(text)
    }

    private func color(_ color: VTermColor) -> TerminalScreen.Color {
        let type = UInt32(color.type)
        if type & UInt32(VTERM_COLOR_DEFAULT_MASK.rawValue) != 0 { return .standard }
        if type & UInt32(VTERM_COLOR_TYPE_MASK.rawValue) == UInt32(VTERM_COLOR_INDEXED.rawValue) {
            return .palette(color.indexed.idx)
        }
        return .rgb(UInt32(color.rgb.red) << 16 | UInt32(color.rgb.green) << 8 | UInt32(color.rgb.blue))
    }
}
