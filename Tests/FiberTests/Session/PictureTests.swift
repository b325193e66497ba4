import Foundation
import ScenarioServer
import TerminalTestSupport
import Testing

@Suite("Pictures of the built program on a terminal", .ownThread, .serialized)
struct PictureTests {
    private let home: Home
    /// 32 × 16 pixels: red at the left, blue at the right.
    private static let png = """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAIAAAD4YuoOAAAAJUlEQVR42mM8ISfHQAoIY1hFknomBhqDUQtGLRi1YNSCUQuoAQBs
        UgIkNjp6rAAAAABJRU5ErkJggg==
        """

    init() throws { home = try Home() }

    /// Adds a feed with one item of this text, and refreshes it.
    private func follow(_ markup: String, on server: ScenarioServer) async throws {
        let text = markup.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        server.script(
            "/feed",
            .text(
                """
                <rss version="2.0"><channel><title>Seen</title><item><title>A view</title><guid>1</guid>\
                <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate><description>\(text)</description></item></channel></rss>
                """))
        _ = try await home.fiber("add", server.url("/feed"))
        _ = try await home.fiber("refresh")
    }

    @Test("An opened item's pictures are fetched once, drawn in its text and full screen, and cached on disk")
    func pictures() async throws {
        let bytes = try #require(Data(base64Encoded: Self.png, options: .ignoreUnknownCharacters))
        try await ScenarioServer.running([:]) { server in
            server.script("/picture", Scenario(type: "image/png", body: [UInt8](bytes)))
            server.script("/none", Scenario(status: 404))
            try await follow(
                """
                <p>Words</p><img alt="a flag" src="\(server.url("/picture"))">\
                <p>More</p><img alt="nothing" src="\(server.url("/none"))">
                """, on: server)
            let terminal = try home.terminal()
            try terminal.wait(for: "A view")
            #expect(server.requests(for: "/picture").isEmpty)
            try terminal.type("\r")
            try terminal.wait(for: "has no picture at this address")
            try terminal.wait(until: "the picture is drawn") { !$0.contains("Loading the picture") }
            try terminal.type("i")
            try terminal.wait(until: "the viewer shows it") { $0.contains("1 of 2") && $0.contains("a flag") }
            try terminal.quit()
            #expect(server.requests(for: "/picture").count == 1)
            #expect(server.requests(for: "/none").count == 1)
            let again = try home.terminal()
            try again.wait(for: "A view")
            try again.type("\r")
            try again.wait(for: "has no picture at this address")
            try again.wait(until: "the picture is drawn") { !$0.contains("Loading the picture") }
            try again.quit()
            #expect(server.requests(for: "/picture").count == 1, "the second time, it is read from the disk")
        }
    }

    @Test("A terminal with kitty graphics gets the picture, placeholder cells, and a final deletion")
    func drawnByTheTerminal() async throws {
        let bytes = try #require(Data(base64Encoded: Self.png, options: .ignoreUnknownCharacters))
        try await ScenarioServer.running([:]) { server in
            server.script("/picture", Scenario(type: "image/png", body: [UInt8](bytes)))
            try await follow("<img alt=\"a flag\" src=\"\(server.url("/picture"))\">", on: server)
            try home.write("[images]\nprotocol = \"kitty\"\n", to: ".config/fiber/config.toml")
            let terminal = try home.terminal()
            try terminal.wait(for: "A view")
            try terminal.type("\ri")
            try terminal.wait(forBytes: Array("\u{1b}_Ga=T,U=1,q=2,f=100,i=".utf8))
            try terminal.wait(until: "cells name the picture") { $0.contains("\u{10EEEE}\u{305}\u{305}") }
            try terminal.type("Q")
            try terminal.wait(forBytes: Array("\u{1b}_Ga=d,d=A,q=2\u{1b}\\".utf8))
            #expect(try terminal.waitForExit() == .exited(0))
        }
    }

    @Test("With pictures set to never, no picture is fetched")
    func never() async throws {
        try await ScenarioServer.running([:]) { server in
            server.script("/picture", Scenario(status: 404))
            try await follow("<img alt=\"a flag\" src=\"\(server.url("/picture"))\">", on: server)
            try home.write("[images]\nshow = \"never\"\n", to: ".config/fiber/config.toml")
            let terminal = try home.terminal()
            try terminal.wait(for: "A view")
            try terminal.type("\r")
            try terminal.wait(for: "J next")
            try terminal.type("i")
            try terminal.wait(for: "images.show")
            try terminal.quit()
            #expect(server.requests(for: "/picture").isEmpty)
        }
    }
}
