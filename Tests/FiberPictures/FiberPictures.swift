import ArgumentParser
import Foundation
import TerminalTestSupport
import TestSupport

/// Makes the pictures of the documentation from the running program: its sample timeline on a pseudo-terminal, drawn
/// as SVG.
@main
struct FiberPictures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fiber-pictures", abstract: "Draw the screens of the built program as SVG.")

    @Option(help: "The program.")
    var fiber: String

    @Option(help: "The directory to write to.")
    var output: String

    func run() throws {
        for picture in Picture.all {
            let home = try TemporaryDirectory()
            defer { withExtendedLifetime(home) {} }
            let terminal = try PseudoTerminal(
                fiber, ["demo"],
                environment: [
                    "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
                    "HOME": home.path,
                ], width: picture.width, height: picture.height)
            try terminal.wait(for: picture.begin)
            for step in picture.steps {
                try terminal.type(step.keys)
                try terminal.wait(for: step.text)
                _ = try terminal.bytes(during: .milliseconds(300))
            }
            // The last step's text may appear before the rest of its frame.
            _ = try terminal.bytes(during: .milliseconds(500))
            let svg = ScreenPicture(title: picture.title).svg(terminal.screen)
            let file = URL(filePath: "\(output)/\(picture.name).svg")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try svg.write(to: file, atomically: true, encoding: .utf8)
            // Ends the program even while text is typed.
            terminal.signal(SIGTERM)
            _ = try terminal.waitForExit()
            print("\(output)/\(picture.name).svg")
        }
    }
}

/// A picture: the keys that lead to its screen, and a text on that screen.
private struct Picture {
    let name: String
    let title: String
    let width: Int
    let height: Int
    let begin: String
    var steps: [(keys: String, text: String)] = []

    /// The picture in the README, and the main screens in three themes.
    static let all =
        [timeline("timeline", "Fiber's timeline")]
        + ["dark", "light", "racing"]
        .flatMap { theme in
            screens.map { screen in
                var picture = timeline("pictures/\(screen.name)-\(theme)", "\(screen.title), in the theme “\(theme)”")
                picture.steps += [(":theme \(theme)\r", "fiber")] + screen.steps
                return picture
            }
        }

    private static let screens: [(name: String, title: String, steps: [(keys: String, text: String)])] = [
        ("timeline", "The timeline", []),
        ("ticket", "A ticket", [("jj", "fiber"), ("\r", "J next")]),
        ("topics", "Two topics together", [("1", "F1"), ("4", "World")]),
        ("filtered", "What the filter hides", [("X", "Filtered")]),
        ("search", "A search", [("/", "Search"), ("kerb", "match")]),
        ("sources", "The sources", [("E", "Sources")]),
    ]

    private static func timeline(_ name: String, _ title: String) -> Picture {
        Picture(name: name, title: title, width: 120, height: 40, begin: "↑ ", steps: [("g", "fiber")])
    }
}
