import TerminalDriverTestSupport
import TerminalKit
import Testing

@testable import TerminalDriver

@Suite("The event loop with the test terminal")
struct EventLoopTests {
    /// Shows the keys it received.
    private final class Recorder: EventLoop.Client {
        var loop: EventLoop?
        var events: [TerminalEvent] = []
        var draws = 0
        /// True between the key `h` and work that ends it.
        var isHolding = false
        var acceptsInput: Bool { !isHolding }
        /// True from the start or from the key `r`.
        var isReadyToDraw = true

        func interrupts(_ key: Key, droppingInput dropsInput: Bool) -> Bool { key == .control("c") }
        func didDraw(in duration: Duration) {}

        func handle(_ event: TerminalEvent) {
            events.append(event)
            switch event {
            case .key(.character("q")): loop?.finish()
            case .key(.character("n")): break
            case .key(.character("h")): isHolding = true
            case .key(.character("r")): isReadyToDraw = true
            default: loop?.setNeedsDisplay()
            }
        }

        func draw(into frame: inout Frame) {
            draws += 1
            frame.buffer.put("\(events.count) of \(frame.buffer.size.width)", at: Point(x: 0, y: 0))
        }
    }

    /// - Parameter timeout: The time for which the loop waits for a recorder that is not ready, or `nil` for one that is.
    private func running(
        timeout: Duration? = nil, typing keys: String = "",
        _ body: @MainActor (TestTerminal, EventLoop, Recorder) async throws -> Void
    ) async throws -> EventLoop.Ending {
        let terminal = TestTerminal(width: 20, height: 3)
        let loop = EventLoop(terminal: terminal, firstFrameTimeout: timeout ?? .seconds(600))
        let recorder = Recorder()
        recorder.loop = loop
        recorder.isReadyToDraw = timeout == nil
        terminal.type(keys)
        let ending = Task { try await loop.run(recorder) }
        await loop.idle()
        try await body(terminal, loop, recorder)
        if terminal.isStarted { loop.finish() }
        let result = try await ending.value
        #expect(!terminal.isStarted)
        return result
    }

    @Test("The first frame is drawn before any event")
    func firstFrame() async throws {
        _ = try await running { terminal, _, recorder in
            #expect(recorder.draws == 1)
            #expect(terminal.lines == ["0 of 20", "", ""])
        }
    }

    @Test("The first frame waits until the client is ready, whatever happens meanwhile")
    func readiness() async throws {
        _ = try await running(timeout: .seconds(600), typing: "abr") { terminal, loop, recorder in
            #expect(recorder.draws == 1)
            #expect(terminal.lines.first == "3 of 20")
            recorder.isReadyToDraw = false
            terminal.type("a")
            await loop.idle()
            #expect(recorder.draws == 2, "later frames do not wait")
        }
    }

    @Test("A client that is not ready in time is drawn anyway")
    func clientNotReady() async throws {
        _ = try await running(timeout: .zero) { terminal, _, recorder in
            #expect(recorder.draws == 1)
            #expect(terminal.lines.first == "0 of 20")
        }
    }

    @Test("One frame is drawn per batch of events, and none if none was requested")
    func batches() async throws {
        _ = try await running { terminal, loop, recorder in
            terminal.type("abcde")
            await loop.idle()
            #expect(recorder.draws == 2)
            #expect(terminal.lines.first == "5 of 20")
            terminal.type("nnn")
            await loop.idle()
            #expect(recorder.draws == 2)
            #expect(recorder.events.count == 8)
        }
    }

    @Test("Many progress changes share one frame, or are drawn with the next one")
    func inPassing() async throws {
        _ = try await running { terminal, loop, recorder in
            for _ in 0..<100 {
                recorder.events.append(.resumed)
                loop.setNeedsDisplayForProgress()
            }
            await loop.idle()
            #expect(recorder.draws == 2)
            #expect(terminal.lines.first == "100 of 20")
            loop.setNeedsDisplayForProgress()
            terminal.type("a")
            await loop.idle()
            #expect(recorder.draws == 3)
            #expect(terminal.lines.first == "101 of 20")
        }
    }

    @Test("Keys, pastes and the mouse wait in their order while the client accepts no input, and nothing else does")
    func heldInput() async throws {
        _ = try await running { terminal, loop, recorder in
            terminal.type("hab")
            terminal.send(.paste("c"))
            loop.post { recorder.events.append(.resumed) }
            terminal.resize(width: 30, height: 2)
            loop.post { recorder.isHolding = false }
            terminal.type("d")
            await loop.idle()
            #expect(
                recorder.events == [
                    .key(.character("h")), .resumed, .resized(Size(width: 30, height: 2)), .key(.character("a")),
                    .key(.character("b")), .paste("c"), .key(.character("d")),
                ])
            // Work outside the loop asks for a frame when it has ended.
            terminal.type("hz")
            await Task.yield()
            #expect(!loop.isIdle)
            recorder.isHolding = false
            loop.setNeedsDisplay()
            await loop.idle()
            #expect(recorder.events.last == .key(.character("z")))
        }
    }

    @Test("Ctrl-C is not held, and drops the input that is")
    func interruptingHeldInput() async throws {
        _ = try await running { terminal, loop, recorder in
            terminal.type("hab")
            terminal.send(.key(.control("c")))
            while recorder.events.count < 2 { await Task.yield() }
            recorder.isHolding = false
            terminal.type("d")
            await loop.idle()
            #expect(recorder.events == [.key(.character("h")), .key(.control("c")), .key(.character("d"))])
        }
    }

    @Test("Input that waits is not handled after it was dropped")
    func dropping() async throws {
        _ = try await running { terminal, loop, recorder in
            terminal.type("hz")
            while !recorder.isHolding { await Task.yield() }
            loop.post { loop.dropHeldInput() }
            loop.post { recorder.isHolding = false }
            terminal.type("x")
            await loop.idle()
            #expect(recorder.events == [.key(.character("h")), .key(.character("x"))])
        }
    }

    @Test("A resize is drawn in the new size")
    func resize() async throws {
        _ = try await running { terminal, loop, _ in
            terminal.resize(width: 30, height: 2)
            await loop.idle()
            #expect(terminal.lines == ["1 of 30", ""])
        }
    }

    @Test(
        "A signal and a closed terminal end the loop",
        arguments: [
            (TerminalEvent.signal(.terminate), EventLoop.Ending.signal(.terminate)), (.closed, .terminalClosed),
            (.key(.character("q")), .finished),
        ])
    func endings(event: TerminalEvent, ending: EventLoop.Ending) async throws {
        let result = try await running { terminal, loop, _ in
            terminal.send(event)
            await loop.idle()
        }
        #expect(result == ending)
    }

    @Test("Events after the end are not handled")
    func afterTheEnd() async throws {
        _ = try await running { terminal, loop, recorder in
            terminal.type("aqb")
            await loop.idle()
            #expect(recorder.events == [.key(.character("a")), .key(.character("q"))])
        }
    }
}
