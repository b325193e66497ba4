import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import FoundationBasics
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

/// Every screen at four sizes, in 24-bit colours and without colours, compared cell by cell with its recording.
/// `FIBER_RECORD=1` records again; review the differences in git.
@Suite("Recorded screens")
struct RecordedScreenTests {
    nonisolated private static let screens: [(name: String, keys: String)] = [
        ("timeline", ""), ("timeline-compact", "d d"), ("timeline-roomy", "d"), ("timeline-exact-times", "ctrl-t j j"),
        ("ticket", "j j j j enter"), ("links", "j j j j enter u"), ("help", "?"), ("settings", ","), ("sources", "E G"),
        ("sources-first", "E"),
        ("messages", "!"), ("command-line", ":"), ("count", "alt-1 alt-2"), ("search", "/"),
        ("developer", ", d"), ("developer-statistics", ", d tab"), ("developer-requests", ", d tab tab"),
        ("developer-spans", ", d tab tab tab"), ("pictures", "j j j j i"), ("ticket-raw", "j j j j enter v"),
        ("credits", ", c"),
        ("thread", "T"), ("thread-folded", "T j tab"), ("thread-compact", "d d T"), ("thread-roomy", "d T j j j"),
        ("profile", "alt-a"), ("actions", "+"), ("drafts", "P N o t e s . escape R Y e s . escape alt-p"),
        ("compose", "P C o p y . space @ b o"), ("compose-reply", "R Y e s ."),
        ("accounts", "@"), ("sign-in", "@ s"),
        ("first-steps", "a"), ("first-address", "a enter"), ("said", "{"), ("said-and-listed", "{ !"),
    ]
    /// The same with topics and rules that hide, muffle and highlight.
    nonisolated private static let labelledScreens: [(name: String, keys: String)] = [
        ("topics-in-the-bar", "1"), ("topics-together", "1 2"), ("topics", "t"), ("filter-off", "x"), ("filtered", "X"),
        ("rules", "X r j"), ("rule", "h"), ("rule-tried", "h down down enter"), ("found", "/ c a r"),
        ("nothing-found", "/ q q q"),
        ("said-while-searching", "/ c a r ctrl-s ctrl-u enter"), ("source-list", "L j j"), ("sidebar", "alt-l"),
    ]
    private static let sizes = [(40, 10), (80, 24), (120, 36), (200, 60)]

    @Test("Every screen matches its recording, with and without colours", arguments: Self.names)
    func recorded(name: String) async throws {
        for (width, height) in Self.sizes {
            let colored = try await frame(name, width, height, .truecolor)
            let plain = try await frame(name, width, height, .none)
            #expect(colored.lines == plain.lines, "\(name) says something else without colours at \(width)×\(height)")
            let found = Self.record(colored, plain)
            let path = Self.folder + "/\(name)-\(width)x\(height).txt"
            if ProcessInfo.processInfo.environment["FIBER_RECORD"] == "1" {
                try Data(found.utf8).write(to: URL(filePath: path))
            }
            let data = try #require(
                FileManager.default.contents(atPath: path), "\(path) is missing: FIBER_RECORD=1 records it")
            let wanted = String(decoding: data, as: UTF8.self)
            let changed = zip(found.split(separator: "\n"), wanted.split(separator: "\n")).first { $0 != $1 }
            #expect(found == wanted, "\(name) at \(width)×\(height): \(changed.map { "\($0)\n\($1)" } ?? "")")
        }
    }

    @Test(
        "No row of any screen is too wide, and no cell splits a character",
        arguments: Self.names)
    func whole(name: String) async throws {
        for (width, height) in [(20, 4), (1, 1), (41, 11), (300, 80)] {
            let buffer = try await frame(name, width, height, .truecolor)
            for y in 0..<height {
                let cells = (0..<width).map { buffer[$0, y].width }
                #expect(cells.reduce(0, +) == width, "\(name) at \(width)×\(height), row \(y)")
            }
        }
    }

    @Test("Text on raised surfaces has their background colour in every theme", arguments: Self.names)
    func surfaces(name: String) async throws {
        let fixture = try await shown(name, 100, 30, .truecolor)
        for theme in Theme.builtIn where theme.palette != nil {
            let screen = theme[.text].background
            fixture.session.settings.choose(theme: theme.name)
            await fixture.app.idle()
            let buffer = try drawing(by: fixture)
            for surface in [Role.selection, .modal, .gapBackground].map({ theme[$0].background })
            where surface != screen {
                for y in 0..<buffer.size.height {
                    let row = (0..<buffer.size.width).map { buffer[$0, y].style.background }
                    guard let first = row.firstIndex(of: surface), let last = row.lastIndex(of: surface) else {
                        continue
                    }
                    // The rule between two parts of the screen belongs to neither.
                    let hole = (first...last).first { row[$0] == screen && buffer[$0, y].text != "│" }
                    #expect(hole == nil, "\(name) in \(theme.name), column \(hole ?? 0) of: \(buffer.line(y))")
                }
            }
        }
        try await fixture.end()
    }

    nonisolated private static var names: [String] { (screens + labelledScreens).map(\.name) }

    private static var library: Library {
        get throws {
            Library(
                topics: [
                    Topic(name: "F1", query: try Query(parsing: "BahrainGP OR kerb OR car")),
                    Topic(name: "WEC", query: try Query(parsing: "tag:wec OR mans")),
                ],
                rules: [
                    Rule(name: "results", query: try Query(parsing: "wins")),
                    Rule(name: "undercuts", query: try Query(parsing: "undercut"), effect: .muffle),
                    Rule(name: "readers", query: try Query(parsing: "reader"), effect: .highlight),
                ])
        }
    }

    private static var folder: String {
        let tests = #filePath.split(separator: "/").dropLast(3)
        return "/" + tests.joined(separator: "/") + "/Fixtures/Screens"
    }

    private func frame(
        _ name: String, _ width: Int, _ height: Int, _ depth: ColorDepth
    ) async throws -> CellBuffer {
        let fixture = try await shown(name, width, height, depth)
        let buffer = try drawing(by: fixture)
        try await fixture.end()
        return buffer
    }

    /// Returns what the program has drawn. Clicks are no part of the picture.
    private func drawing(by fixture: AppFixture) throws -> CellBuffer {
        var frame = try #require(fixture.terminal.frame)
        frame.buffer.removeTargets()
        return frame.buffer
    }

    /// Starts the program and opens a screen.
    private func shown(_ name: String, _ width: Int, _ height: Int, _ depth: ColorDepth) async throws -> AppFixture {
        let labelled = Self.labelledScreens.first { $0.name == name }
        let keys = try #require((labelled ?? Self.screens.first { $0.name == name })?.keys)
        let fixture = try AppFixture(
            width: width, height: height, capabilities: .init(depth: depth),
            library: try labelled.map { _ in try Self.library }, settings: ["timeline.day-headings": .flag(true)],
            diagnostics: FakeDiagnostics.example(at: AppFixture.now),
            firstSources: name.hasPrefix("first-") ? NoFirstSources() : nil, posting: FakePosting(),
            accounts: name.hasPrefix("first-") ? nil : FakeAccounts([FakeAccounts.ann]), outlines: Scene.thread)
        fixture.setScene()
        try await fixture.labelTickets()
        fixture.track.setStatistics(.example(since: AppFixture.now.advanced(by: .seconds(-3600))))
        await fixture.start()
        try await fixture.press(keys)
        return fixture
    }

    /// The text, then the styles of both frames row by row as letters with the number of cells, then the meaning of
    /// the letters.
    private static func record(_ colored: CellBuffer, _ plain: CellBuffer) -> String {
        var text = colored.lines.joined(separator: "\n") + "\n"
        for (title, buffer) in [("colours", colored), ("no colours", plain)] {
            var names: [Style: String] = [:]
            var legend: [String] = []
            var rows: [String] = []
            for y in 0..<buffer.size.height {
                var runs: [(style: Style, count: Int)] = []
                for x in 0..<buffer.size.width {
                    let style = buffer[x, y].style
                    if let last = runs.last, last.style == style {
                        runs[runs.count - 1].count += 1
                    } else {
                        runs.append((style, 1))
                    }
                }
                let row = runs.map { run in
                    let name = names[run.style] ?? name(names.count)
                    if names.updateValue(name, forKey: run.style) == nil {
                        legend.append("\(name) = \(words(run.style))")
                    }
                    return "\(name)\(run.count)"
                }
                rows.append(row.joined(separator: " "))
            }
            text += "--- \(title)\n" + (rows + legend).joined(separator: "\n") + "\n"
        }
        return text
    }

    private static func name(_ index: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(97 + index % 26)))
        return index < 26 ? letter : letter + letter
    }

    private static func words(_ style: Style) -> String {
        func words(_ color: Color) -> String {
            switch color.kind {
            case .inherited, .terminal: "terminal"
            case .palette(let index): "\(index)"
            case .rgb(let value): "#" + String(String(0x100_0000 + Int(value), radix: 16).dropFirst())
            }
        }
        let attributes: [(Style.Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
            (.strikethrough, "struck"),
        ]
        let held = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        return ([words(style.foreground), "on", words(style.background)] + held).joined(separator: " ")
    }
}
