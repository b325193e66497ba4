import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("Settings in the file and on the screen")
struct EffectiveSettingsTests {
    private func file(_ theme: String?, times: String? = nil) -> Settings {
        var values: [String: SettingValue] = [:]
        values["appearance.theme"] = theme.map(SettingValue.choice)
        values["appearance.times"] = times.map(SettingValue.choice)
        return Settings.standard.with(values)
    }

    private func settings(_ file: Settings, over track: FakeTrack) -> (EffectiveSettings, Preferences) {
        let preferences = Preferences(store: track, time: ManualTimeSource(Fixture.now)) { Issue.record($0) }
        return (EffectiveSettings(file, preferences: preferences) { Issue.record($0) }, preferences)
    }

    @Test("A choice overrides the file until the file changes that setting")
    func last() {
        let (settings, _) = settings(file("dusk"), over: FakeTrack())
        settings.choose(theme: "sepia")
        settings.timeStyle = .exact
        #expect(settings.themes == ["sepia", "dusk"] && settings.timeStyle == .exact)
        settings.apply(file("racing"))
        #expect(settings.themes == ["racing", "racing"])
        #expect(settings.timeStyle == .exact, "the file has not spoken of times")
        settings.apply(file(nil, times: "relative"))
        #expect(settings.themes == ["dark", "dark"] && settings.timeStyle == .relative)
    }

    @Test("A choice is stored for the next start unless the file was changed meanwhile")
    func kept() async throws {
        let track = FakeTrack()
        let (before, preferences) = settings(file("dusk"), over: track)
        before.choose(theme: "sepia")
        before.density = .roomy
        before.togglePerformance()
        await preferences.flush()

        let (same, _) = settings(file("dusk"), over: track)
        try await same.restore()
        #expect(same.themes[0] == "sepia" && same.density == .roomy && same.isChosen("appearance.density"))
        #expect(same.showsPerformance)
        let (other, _) = settings(file("light"), over: track)
        try await other.restore()
        #expect(other.themes[0] == "light" && other.density == .roomy)
        #expect(!other.isChosen("appearance.theme"))
    }

    @Test("A choice over a value of the file outlasts a start at which the file cannot be read")
    func keptOverBrokenFile() async throws {
        let track = FakeTrack()
        let (before, preferences) = settings(file("dusk"), over: track)
        before.choose(theme: "sepia")
        await preferences.flush()

        let (broken, _) = settings(.inPlaceOfFile, over: track)
        try await broken.restore()
        #expect(broken.themes[0] == "sepia")
        broken.apply(file("dusk"))
        #expect(broken.themes == ["sepia", "dusk"])
    }

    @Test("A file that changes before the choices of earlier runs were read leaves the other choices")
    func changedBeforeRestored() async throws {
        let track = FakeTrack()
        let (before, preferences) = settings(file("dusk"), over: track)
        before.choose(theme: "sepia")
        before.density = .roomy
        await preferences.flush()

        let (next, written) = settings(file("dusk"), over: track)
        next.apply(file("light"))
        await written.flush()
        try await next.restore()
        #expect(next.themes[0] == "light" && next.density == .roomy)
    }

    @Test("Choosing the file's value removes the choice")
    func back() throws {
        let (settings, _) = settings(file("dusk"), over: FakeTrack())
        settings.choose(theme: "sepia")
        settings.reset("appearance.theme")
        #expect(settings.themes[0] == "dusk" && !settings.isChosen("appearance.theme"))
        settings.choose(theme: "sepia")
        settings.choose(theme: "dusk")
        #expect(settings.themes[0] == "dusk" && !settings.isChosen("appearance.theme"))
    }

    @Test("Observers are told the changed settings after the change, and nothing without one")
    func told() {
        let (settings, _) = settings(file("dusk"), over: FakeTrack())
        var told: [Set<String>] = []
        let owner = FakeTrack()
        settings.changes.observe(for: owner) { names in told.append(names) }
        settings.apply(file("dusk"))
        settings.choose(theme: "dusk")
        #expect(told.isEmpty)
        settings.apply(file("light", times: "exact"))
        #expect(told == [["appearance.theme", "appearance.times"]])
        withExtendedLifetime(owner) {}
    }

    @Test("A stored choice that is no longer valid is discarded")
    func unknown() {
        var choices = SettingChoices()
        choices.choose(.number(3), of: "timeline.refresh-minutes", over: .standard)
        choices.choose(.number(-1), of: "network.parallel", over: .standard)
        choices.choose(.flag(true), of: "gone.away", over: .standard)
        choices.follow(.standard)
        #expect(choices.values == ["timeline.refresh-minutes": .number(3)])
    }
}
