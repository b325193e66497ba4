import EngineConcepts
import EngineStandard
import Localization
import Testing
import ViewModels

@testable import Application

@Suite("Messages at the start")
struct StartMessagesTests {
    @Test("A crash is named by its signal in the user's language, or by the first line of its record")
    func crash() {
        let signal = CrashRecord.reason(of: "signal 11\ntime 1799999000\n")
        #expect(Localizer.english(signal) == "signal SIGSEGV")
        #expect(Localizer.spanish(signal) == "señal SIGSEGV")
        #expect(CrashRecord.reason(of: "time 1799999000\n") == .verbatim("time 1799999000"))
    }

    @Test("Sources that crashed are announced once, and are in the history of every later run") @MainActor
    func pausedSources() {
        let messages = MessageCenter(time: SystemTimeSource(), localizer: .english)
        StartMessages(pausedBefore: ["Slowpoke"]).reportPausedSources(to: messages)
        let text = "Slowpoke is paused: Fiber crashed twice while reading it. :pause in Sources resumes it."
        #expect(messages.toast == nil && messages.history.map(\.text) == [text])
        StartMessages(pausedNow: ["Slowpoke"]).reportPausedSources(to: messages)
        #expect(messages.toast?.text == text)
        messages.dismiss()
    }

    @Test("The result of the onboarding is shown, and the messages have its details") @MainActor
    func onboarding() {
        let messages = MessageCenter(time: SystemTimeSource(), localizer: .english)
        StartMessages(summary: "3 sources added · 2 left out", details: ["Line 1", "Line 2"])
            .showOnboarding(in: messages)
        #expect(messages.toast?.text == "3 sources added · 2 left out")
        #expect(messages.history.map(\.text) == ["Line 2", "Line 1", "3 sources added · 2 left out"])
        messages.dismiss()
    }
}
