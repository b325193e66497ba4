import EngineConcepts
import EngineTestSupport
import Foundation
import Networking
import Suppliers

/// Returns the dependencies for tests: services on a scenario server, and commands.
func dependencies(
    _ transport: any Transport, hackerNews: String = "", lobsters: String = "", mastodon: String? = nil,
    time: any TimeSource = ManualTimeSource()
) -> SupplierDependencies {
    var services = [SupplierKind.hackerNews: hackerNews, .lobsters: lobsters]
    services[.mastodon] = mastodon
    return SupplierDependencies(
        transport: transport, time: time,
        // With a long timeout, since the machine may be busy.
        commands: CommandRunner(
            environment: ProcessInfo.processInfo.environment, limits: CommandRunner.Limits(time: .seconds(3600))),
        serviceAddresses: services)
}
