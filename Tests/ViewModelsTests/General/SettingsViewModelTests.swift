import EngineTestSupport
import FiberConfiguration
import Localization
import Testing

@testable import ViewModels

@Suite("The settings screen")
struct SettingsViewModelTests {
    private let fixture = Fixture()

    private func settings(_ localizer: Localizer = .english) -> SettingsViewModel {
        let frontEnd = SettingsFrontEnd(
            themes: { ["dark", "light", "mine"] },
            failure: { value, setting in
                setting.name == "rows.compact" && value == .words(["{titel}"]) ? "There is no {titel}." : nil
            })
        return SettingsViewModel(frontEnd: frontEnd, session: fixture.session)
    }

    private func go(to name: String, in model: SettingsViewModel) throws -> SettingsState.Row {
        let index = try #require(Setting.all.firstIndex { $0.name == name })
        model.send(.move(index - model.state.cursor))
        return model.state.rows[index]
    }

    @Test("Every setting of the file is on the screen with a title in every language")
    func everySetting() {
        let model = settings()
        #expect(model.state.rows.count == Setting.all.count + 1)
        for localizer in Localizer.all {
            let texts = SettingTexts(localizer: localizer)
            for setting in Setting.all {
                #expect(texts.title(of: setting) != "setting.\(setting.name)")
                #expect(texts.heading(of: setting.table) != "settings.\(setting.table)")
            }
        }
        let tables = Setting.all.map(\.table).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(model.state.rows.compactMap(\.heading).count == tables.count + 1)
    }

    @Test("Built-in themes have names in the language of the screen, and the user's own keep theirs")
    func themes() throws {
        let setting = try #require(Setting.all.first { $0.name == "appearance.theme" })
        let texts = SettingTexts(localizer: .spanish)
        #expect(texts.text(of: .choice("dark"), of: setting) == "oscuro")
        #expect(texts.text(of: .choice("mine"), of: setting) == "mine")
        guard case .name(let builtIn) = setting.kind else {
            Issue.record("A theme is chosen by its name.")
            return
        }
        for name in builtIn where name != "sepia" {
            #expect(texts.text(of: .choice(name), of: setting) != name)
            #expect(SettingTexts(localizer: .english).text(of: .choice(name), of: setting) == name)
        }
    }

    @Test("A search finds settings by title, name in the file and explanation, and a change applies to the one found")
    func search() throws {
        let model = settings()
        model.send(.search("REFRESH automatic"))
        #expect(model.state.rows.map(\.title) == ["Automatic refresh"])
        #expect(model.state.rows.first?.heading == "Timeline")
        model.send(.change(1))
        #expect(fixture.session.settings.refreshMinutes == 30 && model.state.rows.count == 1)
        model.send(.search("refresh-minutes"))
        #expect(model.state.rows.map(\.title) == ["Automatic refresh"])
        model.send(.search("columns; 0 for the width"))
        #expect(model.state.rows.count == 1)
        model.send(.search(""))
        #expect(model.state.rows.count == Setting.all.count + 1)
        #expect(model.state.cursor == Setting.all.firstIndex { $0.name == "appearance.reading-width" })
    }

    @Test("A search without results changes nothing")
    func nothingFound() {
        let model = settings()
        model.send(.search("no such setting"))
        model.send(.change(1))
        model.send(.edit)
        model.send(.reset)
        #expect(model.state.rows.isEmpty && model.state.prompt == nil && !fixture.session.settings.showsPerformance)
        #expect(fixture.session.messages.history.isEmpty)
    }

    @Test("A choice is distinguished from the file's value and can be reset to it")
    func takingBack() throws {
        let model = settings()
        model.start()
        fixture.session.settings.apply(.standard.with(["appearance.density": .choice("roomy")]))
        #expect(try go(to: "appearance.times", in: model).detail == "Default")
        var row = try go(to: "appearance.density", in: model)
        #expect(row.value == "roomy" && !row.isChosen && row.detail == "Set in config.toml")
        model.send(.change(1))
        row = model.state.rows[model.state.cursor]
        #expect(row.value == "compact" && row.isChosen && row.detail == "Chosen here; config.toml has: roomy")
        model.send(.reset)
        row = model.state.rows[model.state.cursor]
        #expect(row.value == "roomy" && !row.isChosen)
        model.send(.reset)
        #expect(
            fixture.session.messages.history.last?.text
                == "“Density” was not changed here: there is nothing to reset."
        )
    }

    @Test("A setting that cannot change at run time says when it applies, until it has its running value again")
    func later() throws {
        let model = settings()
        _ = try go(to: "appearance.ascii", in: model)
        model.send(.change(1))
        let detail = model.state.rows[model.state.cursor].detail
        #expect(detail == "Chosen here; the default is: off. Takes effect at the next start.")
        model.send(.change(1))
        #expect(model.state.rows[model.state.cursor].detail == "Default")
    }

    @Test("Numbers have steps and can be typed, and invalid ones are reported")
    func numbers() throws {
        let model = settings()
        _ = try go(to: "timeline.refresh-minutes", in: model)
        model.send(.change(1))
        #expect(fixture.session.settings.refreshMinutes == 30)
        model.send(.edit)
        #expect(
            model.state.prompt == TextPrompt(question: "Automatic refresh", initial: "30", kind: .settingValue))
        model.send(.submit(" 7 "))
        #expect(fixture.session.settings.refreshMinutes == 7 && model.state.prompt == nil)
        #expect(model.state.rows[model.state.cursor].options.contains("7 min"))
        model.send(.edit)
        model.send(.submit("2000"))
        #expect(fixture.session.settings.refreshMinutes == 7)
        #expect(
            fixture.session.messages.history.last?.text
                == "“2000” is not valid for this setting: a whole number from 0 to 1,440")
    }

    @Test("Lists of words can be typed with spaces or as in the file, and invalid ones are reported")
    func words() throws {
        let model = settings()
        _ = try go(to: "browser.command", in: model)
        model.send(.change(1))
        model.send(.submit("firefox --new-tab"))
        #expect(fixture.session.settings.current.words("browser.command") == ["firefox", "--new-tab"])
        #expect(model.state.rows[model.state.cursor].value == "firefox --new-tab")
        _ = try go(to: "rows.compact", in: model)
        model.send(.edit)
        model.send(.submit("[\"{title} {text}\"]"))
        model.send(.edit)
        #expect(model.state.prompt?.initial == "[\"{title} {text}\"]")
        model.send(.submit("{titel}"))
        #expect(fixture.session.settings.current.words("rows.compact") == ["{title} {text}"])
        #expect(fixture.session.messages.history.last?.text == "There is no {titel}.")
    }

    @Test("The performance figures, which are not in the file, come last")
    func performanceRow() {
        let model = settings()
        model.send(.move(1000))
        model.send(.change(1))
        #expect(fixture.session.settings.showsPerformance && model.state.rows.last?.value == "on")
        model.send(.edit)
        #expect(!fixture.session.settings.showsPerformance)
    }
}
