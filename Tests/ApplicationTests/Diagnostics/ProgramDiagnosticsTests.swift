import EngineConcepts
import FiberConfiguration
import Foundation
import Storage
import TestSupport
import Testing
import ViewModels

@testable import Application

@Suite("Problem reports")
struct ProgramDiagnosticsTests {
    @Test("A report has the settings in force, also those that were chosen on the screen")
    func settings() async throws {
        let home = try TemporaryDirectory()
        try await AppContext.running(in: home) { context in
            var choices = SettingChoices()
            choices.choose(.choice("compact"), of: "appearance.density", over: context.configuration.settings)
            try await context.store.setSetting(Preferences.Name.settings.rawValue, to: choices.text())
            let diagnostics = SessionTimeline.own(context).parts.diagnostics
            let path = try await diagnostics.writeReport(await context.engine.statistics)
            let report = try String(contentsOfFile: path, encoding: .utf8)
            #expect(report.contains("appearance.density = \"compact\""))
            #expect(report.contains("connections: 0 made, requests over kept ones: 0"))
        }
    }
}
