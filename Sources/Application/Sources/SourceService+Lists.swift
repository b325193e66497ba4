import EngineConcepts
import FeedParsing
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
}
