import LibC
import Testing

@testable import TerminalDriver

@Suite("The response to the signals of the process")
struct SignalResponseTests {
    @Test("While another program has the terminal, its keys are left to it, and Ctrl-Z stops both")
    func away() {
        for signal in [SIGINT, SIGQUIT, SIGWINCH, SIGCONT] {
            #expect(SignalResponse(to: signal, isAway: true) == .ignore)
        }
        #expect(SignalResponse(to: SIGTSTP, isAway: true) == .stop)
    }

    @Test("With the terminal, each signal has its own response")
    func present() {
        #expect(SignalResponse(to: SIGWINCH, isAway: false) == .readSize)
        #expect(SignalResponse(to: SIGTSTP, isAway: false) == .suspend)
        #expect(SignalResponse(to: SIGCONT, isAway: false) == .resume)
        #expect(SignalResponse(to: SIGINT, isAway: false) == .end(.interrupt))
        #expect(SignalResponse(to: SIGQUIT, isAway: false) == .end(.quit))
    }

    @Test("SIGHUP and SIGTERM end the program even while another one has the terminal", arguments: [true, false])
    func ending(isAway: Bool) {
        #expect(SignalResponse(to: SIGHUP, isAway: isAway) == .end(.hangUp))
        #expect(SignalResponse(to: SIGTERM, isAway: isAway) == .end(.terminate))
    }
}
