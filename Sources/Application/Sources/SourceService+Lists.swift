import EngineConcepts
import FeedParsing
import Foundation
import Suppliers
package import ViewModels

extension SourceService {
    /// Follows the sources of another feed reader's list without requesting any. Entries that run a command or read a file of
    /// this machine are left out, and named in the warnings.
    ///
    /// - Parameter path: The path as people type it.
    @concurrent
    package func follow(listAt path: String) async throws -> ListOutcome {
        let list: SubscriptionList
        do {
            list = try SubscriptionList.read(try InputFile.readList(path.absolutePath))
        } catch let error as SubscriptionListError {
            throw SupplierError(.unsupported, error.message(about: .text(path)))
        }
        let listImport = ListImport(list, takesLocal: false)
        let (additions, topicNotes, _) = try await listImport.follow(in: self, labels)
        let damage = list.syntaxError.map { [$0.warning(onList: .text(path))] } ?? []
        let skipped = listImport.refusals + listImport.warnings
        let warnings = damage + (list.notes + topicNotes + skipped).inOrderOfLines
        return ListOutcome(additions, skipped: skipped.count, warnings: warnings)
    }

    /// Returns the result of `probe`, which looks for a source at `text`. If there is none because it is the file of another
    /// reader's list, throws an error that names the import.
    func namingImport<Found>(for text: String, _ probe: () async throws -> Found) async throws -> Found {
        do {
            return try await probe()
        } catch let error as SupplierError where error.code == .malformed || error.code == .unsupported {
            guard let path = list(at: text) else { throw error }
            throw SupplierError(.unsupported, Message("fileIsList", ["file": .text(path)]))
        }
    }

    /// Returns the path of the file at `text` if it is another reader's list, or `nil`.
    private func list(at text: String) -> String? {
        do {
            let catalog = SourceCatalog.standard
            let address = try catalog.source(at: text).address
            let home = ProcessInfo.processInfo.environment["HOME"]
            guard let path = catalog.localFile(of: address, home: home) else { return nil }
            let list = try SubscriptionList.read(try InputFile.readList(path))
            return list.subscriptions.isEmpty ? nil : path
        } catch {
            // It is no list either.
            return nil
        }
    }
}
