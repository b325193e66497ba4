package import EngineConcepts
package import EngineStandard
package import FiberConfiguration
import Foundation
import Networking
import Storage
package import ViewModels

/// Diagnostics of this run for the developer section.
package struct ProgramDiagnostics: Diagnostics {
    package let log: Journal
    /// The totals of requests, or `nil` without a network.
    var requests: RequestCounter?
    let configuration: ConfigurationFile
    let store: TrackDatabase
    package let directories: Directories
    let time: any TimeSource

    package var journal: any JournalReader { log }

    package func residentBytes() -> Int? { ProcessMemory.residentBytes() }

    package func network() -> [NetworkFigure] {
        guard let totals = requests?.totals else { return [] }
        return [
            // With the requests that no source counts, such as those of accounts and pictures.
            NetworkFigure(
                Message("networkRequests"),
                Message("networkRequestsOf", ["made": .number(totals.requests), "failed": .number(totals.failures)])),
            NetworkFigure(
                Message("networkConnections"),
                Message(
                    "networkConnectionsOf", ["made": .number(totals.connections), "reused": .number(totals.reused)])),
            NetworkFigure(Message("networkUnchanged"), .verbatim(String(totals.unchanged))),
            NetworkFigure(
                Message("networkBytes"),
                Message("networkBytesOf", ["sent": .number(totals.wireBytes), "whole": .number(totals.bytes)])),
        ]
    }

    /// Writes a report off the main actor and returns its path.
    @concurrent
    package func writeReport(_ statistics: EngineStatistics) async throws -> String {
        let report = ProblemReport(
            version: Version.text, system: ProcessInfo.processInfo.operatingSystemVersionString,
            environment: ProcessInfo.processInfo.environment,
            settings: try await configuration.settings(chosenIn: store),
            statistics: statistics, residentBytes: residentBytes(), network: network(), entries: log.entries,
            kept: LogFile(directory: directories.state).lines().suffix(500),
            spans: log.spans, crashes: CrashRecord.texts(in: directories.state), now: time.now())
        let folder = directories.state + "/reports"
        try Directories.create(folder)
        let stamp = report.now.rfc3339.replacing(":", with: "")
        let path = "\(folder)/fiber-\(stamp).txt"
        // The file is readable by its owner only.
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(report.text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw CommandFailure(Message("reportNotWritten", ["path": .text(path)])) }
        return path
    }
}
