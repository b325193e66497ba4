import Dispatch
import LibC
import Localization
import TerminalDriver
import TerminalKit

/// A small program with the real terminal, for tests on a pseudo-terminal: it shows samples and received events, and
/// can crash in several ways.
@main
final class Probe: EventLoop.Client {
    private let loop: EventLoop
    private let terminal: NcursesTerminal
    private let theme: Theme
    private var log: [String] = []
    private var offset = 0
    private var showsCursor = false
    /// The number of pictures shown in which no two cells have the same colours.
    private var pictures: UInt32 = 0
    private var showsPicture = false
    /// The position of a sixel picture, or `nil` if there is none.
    private var sixels: Point?
    private var coversSixels = false
    private static let sixelPicture = CellPicture(
        size: Size(width: 6, height: 3), cells: Array(repeating: CellPicture.Cell("x", .plain), count: 18),
        sixels: SixelImage(sequence: "\u{1b}P0;1;0q#0~-\u{1b}\\"))
    private var text = "plain 日本語 e\u{301}"

    private init(_ terminal: NcursesTerminal) {
        self.terminal = terminal
        loop = EventLoop(terminal: terminal)
        theme = .dark
    }

    static func main() async {
        let terminal = NcursesTerminal(environment: environment)
        let probe = Probe(terminal)
        do {
            let ending = try await probe.loop.run(probe)
            print("ended: \(ending)")
        } catch {
            print("failed: \(Localizer.english(error))")
            exit(1)
        }
    }

    private static var environment: [String: String] {
        var result: [String: String] = [:]
        for name in [
            "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "HOME", "TERMINFO", "TERMINFO_DIRS", "TERM_PROGRAM",
        ] {
            if let value = getenv(name) { result[name] = String(cString: value) }
        }
        return result
    }

    var acceptsInput: Bool { true }
    var isReadyToDraw: Bool { true }
    func interrupts(_ key: Key, droppingInput dropsInput: Bool) -> Bool { false }
    func didDraw(in duration: Duration) {}

    func handle(_ event: TerminalEvent) {
        loop.setNeedsDisplay()
        switch event {
        case .key(.character("q")): loop.finish()
        case .key(.control("z")): loop.suspend()
        case .key(.character("L")): lend()
        case .key(.character("b")): terminal.ring()
        case .key(.character("y")): terminal.copy("copied")
        case .key(.character("C")): showsCursor.toggle()
        case .key(.character("P")):
            pictures += 1
            showsPicture = true
        case .key(.character("p")): showsPicture = false
        case .key(.character("s")): sixels = Point(x: 40, y: 10)
        case .key(.character("m")): sixels = Point(x: 50, y: 12)
        case .key(.character("c")): coversSixels.toggle()
        case .key(.character("S")): sixels = nil
        case .key(.character("j")): offset += 1
        case .key(.character("e")): text = "👍🏽|❤️|🇩🇪|👨‍👩‍👧‍👦|🫨|ok"
        case .key(.character("h")): text = "\u{1b}[31mred\u{7}\u{9b}0m\u{202e}abc\u{200b}de"
        case .key(.character("T")): crashByTrap()
        case .key(.character("A")): abort()
        case .key(.character("O")): _ = overflow(1)
        case .key(.character("E")): log.append("TERMINFO is \(getenv("TERMINFO") == nil ? "unset" : "set")")
        case .key(let key): log.append("key \(key)")
        case .paste(let text): log.append("paste \(text.split(separator: "\n", omittingEmptySubsequences: false))")
        case .mouse(let mouse): log.append("mouse \(mouse.action) \(mouse.point.x),\(mouse.point.y)")
        case .resized(let size): log.append("resized \(size.width)x\(size.height)")
        case .resumed: log.append("resumed")
        case .mode(let mode, isUnderstood: true): log.append("mode \(mode)")
        case .mode, .attributes, .signal, .closed: break
        }
        log = Array(log.suffix(4))
    }

    func draw(into frame: inout Frame) {
        let size = frame.buffer.size
        frame.buffer.fill(frame.buffer.bounds, style: theme[.text].adapted(to: terminal.capabilities.depth))
        let bar = Rect(x: 0, y: 0, width: size.width, height: 1)
        frame.buffer.fill(bar, style: theme[.bar])
        frame.buffer.put("probe \(size.width)x\(size.height) \(terminal.capabilities.depth)", at: bar.origin)
        frame.buffer.put(text, at: Point(x: 0, y: 1), style: theme[.title])
        frame.buffer.put("under", at: Point(x: 0, y: 2), style: Style(attributes: .underline))
        frame.buffer.put("link", at: Point(x: 10, y: 2), style: theme[.link])
        for (row, line) in log.enumerated() {
            frame.buffer.put(line, at: Point(x: 0, y: 3 + row), style: theme[.dim])
        }
        for row in 8..<max(8, size.height - 1) {
            let item = offset + row - 8
            frame.buffer.put(
                "item \(item) " + String(repeating: "lorem ipsum \(item % 7) ", count: 3), at: Point(x: 2, y: row),
                style: theme[item.isMultiple(of: 3) ? .title : .dim])
        }
        if showsPicture {
            for y in 3..<max(3, size.height - 1) {
                for x in 0..<size.width {
                    let color = pictures << 16 | UInt32(y * size.width + x)
                    let style = Style(foreground: .rgb(color &* 2_654_435 | 0x101010), background: .rgb(color | 0x80))
                    frame.buffer.put("▄", at: Point(x: x, y: y), style: style)
                }
            }
            frame.buffer.put("picture \(pictures)", at: Point(x: 20, y: 2))
        }
        if let sixels {
            frame.buffer.put(Self.sixelPicture, at: sixels)
            if coversSixels { frame.buffer.put("over", at: Point(x: sixels.x + 1, y: sixels.y + 1)) }
        }
        frame.buffer.put("●", at: Point(x: size.width - 1, y: size.height - 1), style: theme[.unread])
        if showsCursor { frame.cursor = Point(x: 3, y: 2) }
    }

    /// Lends the terminal to nobody, for longer than an Escape waits for the rest of its sequence.
    private func lend() {
        terminal.lend()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { [terminal] in
            MainActor.assumeIsolated { terminal.takeBack() }
        }
    }

    private func crashByTrap() {
        let empty: [Int] = Array(log.prefix(0)).map { $0.count }
        log.append("\(empty[log.count])")
    }

    private func overflow(_ depth: Int) -> Int {
        let more = depth < .max ? overflow(depth + 1) : 0
        return more + depth
    }
}

extension Style {
    fileprivate func adapted(to depth: ColorDepth) -> Style {
        Style(
            foreground: foreground.quantized(to: depth), background: background.quantized(to: depth),
            attributes: attributes)
    }
}
