import Dispatch
import Foundation
import TerminalKit
import Testing

@testable import TerminalDriver

@Suite("The input of the terminal")
struct TerminalInputTests {
    @Test("The end of the input is delivered once, also during an unfinished sequence", .timeLimit(.minutes(30)))
    func end() async throws {
        var ends: [CInt] = [0, 0]
        let status = pipe(&ends)
        try #require(status == 0)
        defer { close(ends[0]) }
        var events: [TerminalEvent] = []
        let input = TerminalInput(ends[0]) { events.append($0) }
        var watched = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        let written = write(ends[1], "\u{1b}", 1)
        try #require(written == 1)
        while poll(&watched, 1, 0) > 0 { await Task.yield() }
        close(ends[1])
        while !events.contains(.closed) { await Task.yield() }
        // Another program has had the terminal.
        input.isPaused = true
        input.isPaused = false
        // All timeouts of the sequence have passed by then: timers of one queue fire in the order of their times.
        await withCheckedContinuation { continuation in
            DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) { continuation.resume() }
        }
        #expect(events.count { $0 == .closed } == 1)
    }
}
