import LibC
import Testing

@testable import TerminalDriver

@Suite("The output of the terminal")
struct TerminalOutputTests {
    @Test("A terminal that another program has left non-blocking waits for output again")
    func blocking() throws {
        var ends: [CInt] = [0, 0]
        let status = pipe(&ends)
        try #require(status == 0)
        defer { for end in ends { close(end) } }
        for flags in [0, O_NONBLOCK] {
            let outcome = fcntl(ends[1], F_SETFL, flags)
            try #require(outcome == 0)
            TerminalOutput.makeBlocking(ends[1])
            #expect(fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0)
        }
    }
}
