import TerminalKit
import TerminalUI
import Testing

@Suite("The event loop over the test terminal")
struct EventLoopTests {
    /// Shows the keys that it was sent.
    private final class Recorder: EventLoop.Client {
        var loop: EventLoop?
        var events: [TerminalEvent] = []
        var draws = 0

        func handle(_ event: TerminalEvent) {
            events.append(event)
            switch event {
            case .key(.character("q")): loop?.finish()
            case .key(.character("n")): break
            default: loop?.setNeedsDisplay()
            }
        }

        func draw(into frame: inout Frame) {
            draws += 1
            frame.buffer.put("\(events.count) of \(frame.buffer.size.width)", at: Point(x: 0, y: 0))
        }
    }

    private func running(
        _ body: @MainActor (TestTerminal, EventLoop, Recorder) async throws -> Void
    ) async throws -> EventLoop.Ending {
        let terminal = TestTerminal(width: 20, height: 3)
        let loop = EventLoop(terminal: terminal)
        let recorder = Recorder()
        recorder.loop = loop
        let ending = Task { try await loop.run(recorder) }
        await loop.idle()
        try await body(terminal, loop, recorder)
        if terminal.isStarted { loop.finish() }
        let result = try await ending.value
        #expect(!terminal.isStarted)
        return result
    }

    @Test("the first frame is drawn before any event")
    func firstFrame() async throws {
        _ = try await running { terminal, _, recorder in
            #expect(recorder.draws == 1)
            #expect(terminal.lines == ["0 of 20", "", ""])
        }
    }

    @Test("one frame is drawn per batch, and none where nothing asked for it")
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

    @Test("what changes in passing is drawn once for many changes, and at once with what else is drawn")
    func inPassing() async throws {
        _ = try await running { terminal, loop, recorder in
            for _ in 0..<100 {
                recorder.events.append(.resumed)
                loop.setNeedsDisplayInPassing()
            }
            await loop.idle()
            #expect(recorder.draws == 2)
            #expect(terminal.lines.first == "100 of 20")
            loop.setNeedsDisplayInPassing()
            terminal.type("a")
            await loop.idle()
            #expect(recorder.draws == 3)
            #expect(terminal.lines.first == "101 of 20")
        }
    }

    @Test("a resize is drawn in the new size")
    func resize() async throws {
        _ = try await running { terminal, loop, _ in
            terminal.resize(width: 30, height: 2)
            await loop.idle()
            #expect(terminal.lines == ["1 of 30", ""])
        }
    }

    @Test("idle waits for work that was announced")
    func announcedWork() async throws {
        _ = try await running { terminal, loop, recorder in
            loop.beginWork()
            Task {
                loop.post {
                    recorder.events.append(.resumed)
                    loop.setNeedsDisplay()
                }
                loop.endWork()
            }
            await loop.idle()
            #expect(terminal.lines.first == "1 of 20")
        }
    }

    @Test(
        "a signal and a closed terminal end the loop",
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

    @Test("what comes after the end is not handled")
    func afterTheEnd() async throws {
        _ = try await running { terminal, loop, recorder in
            terminal.type("aqb")
            await loop.idle()
            #expect(recorder.events == [.key(.character("a")), .key(.character("q"))])
        }
    }

    @Test("the alarm runs once, and a newer one replaces it")
    func alarms() async throws {
        _ = try await running { _, loop, recorder in
            await withCheckedContinuation { continuation in
                loop.setAlarm(after: .seconds(3_600)) { Issue.record("it was replaced") }
                loop.setAlarm(after: .zero) {
                    recorder.events.append(.resumed)
                    continuation.resume()
                }
            }
            #expect(recorder.events == [.resumed])
        }
    }
}
