import EngineConcepts
import FeedParsing
import FiberConfiguration
import Foundation
import Suppliers
import ViewModels

/// Adds the first sources to the user's library while the sample timeline is open.
struct FirstSources: FirstRun {
    let followed: SourceService
    let labels: LabelService

    func follow(_ address: String) async throws -> SourceDescription {
        try await followed.add(address)
    }

    func follow(listAt path: String) async throws -> ListOutcome {
        // The environment's home directory, as in a shell.
        let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
        let file = URL(fileURLWithPath: path.hasPrefix("~/") ? home + path.dropFirst() : path).path
        let list: SubscriptionList
        do {
            list = try SubscriptionList.read(try InputFile.read(file))
        } catch let failure as CommandFailure {
            throw SupplierError(.unsupported, failure.message)
        } catch {
            throw SupplierError(.unsupported, "\(path) \(error).")
        }
        let listImport = ListImport(list, takesLocal: false)
        let (count, doubled) = try await listImport.follow(in: followed, labels)
        let fault = list.fault.map {
            ["\(path):\($0.line):\($0.column): \($0.message). What could be read was taken over."]
        }
        return ListOutcome(count: count, remarks: (fault ?? []) + list.notes + listImport.remarks + doubled)
    }
}
