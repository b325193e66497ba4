import ArgumentParser
import Foundation
import TerminalTestSupport

/// Makes the pictures of the documents from the running program: its sample timeline on a pseudo-terminal, drawn as SVG.
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
            let terminal = try PseudoTerminal(
                fiber, ["demo"],
                environment: [
                    "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8",
                    "HOME": NSTemporaryDirectory(),
                ], width: picture.width, height: picture.height)
            try terminal.wait(for: picture.begin)
            for step in picture.steps {
                try terminal.type(step.keys)
                try terminal.wait(for: step.text)
            }
            // The last step's text may stand there before the rest of its frame does.
            _ = try terminal.bytes(during: .milliseconds(500))
            let svg = ScreenPicture(title: picture.title).svg(terminal.screen)
            try svg.write(toFile: "\(output)/\(picture.name).svg", atomically: true, encoding: .utf8)
            try terminal.type("Q")
            _ = try terminal.waitForExit()
            print("\(output)/\(picture.name).svg")
        }
    }
}

/// One picture: which keys lead to it, and what stands on the screen then.
private struct Picture {
    let name: String
    let title: String
    let width: Int
    let height: Int
    let begin: String
    var steps: [(keys: String, text: String)] = []

    static let all = [
        Picture(
            name: "timeline", title: "Fiber's timeline", width: 120, height: 40, begin: "↑ ",
            steps: [("g", " now ")])
    ]
}
