import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Networking
import Storage
import Suppliers
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

    @Test("A report has no path, address or name of the user: not in settings, not in causes, not in reasons")
    func privacy() async throws {
        let home = try TemporaryDirectory()
        try await AppContext.running(in: home) { context in
            var choices = SettingChoices()
            choices.choose(.choice("/private/folder"), of: "save.directory", over: context.configuration.settings)
            choices.choose(.choice("private-theme"), of: "appearance.theme", over: context.configuration.settings)
            try await context.store.setSetting(Preferences.Name.settings.rawValue, to: choices.text())
            let secrets = context.directories.secretsFile
            try "a = \"one\"\n".write(toFile: secrets, atomically: true, encoding: .utf8)
            chmod(secrets, 0o644)
            let access = SourceAccess(authentication: .token(.stored("a")))
            await context.sources.factory.dependencies.keyring.save("two", for: access)
            let cause = JournalDetail("cause", "failed(host: https://a.example/private)")
            context.journal.record(InstrumentedEvent("event", .warning, [cause]))
            let diagnostics = SessionTimeline.own(context).parts.diagnostics
            let path = try await diagnostics.writeReport(await context.engine.statistics)
            let report = try String(contentsOfFile: path, encoding: .utf8)
            #expect(report.contains("reason=secretsReadable") && report.contains("cause=failed:host"), "\(report)")
            #expect(!report.contains(home.path) && !report.contains("private"), "\(report)")
        }
    }
}
