import Application
import ArgumentParser
import EngineConcepts
import FeedParsing
import FiberConfiguration
import Foundation
import WebText

/// Options of commands that follow the sources of a list.
struct ImportOptions: ParsableArguments {
    @Flag(
        name: .customLong("local"),
        help: "Also import entries that run commands or read local files. Only for lists you trust.")
    var takesLocal = false

    /// Reads a list, follows its sources and reports the result.
    ///
    /// - Parameters:
    ///   - read: Parses the bytes of the list.
    ///   - advice: Returns advice on bytes that cannot be parsed.
    func follow(
        listIn file: String, _ global: GlobalOptions,
        read: ([UInt8]) throws(SubscriptionListError) -> SubscriptionList,
        advice: ([UInt8]) -> Message? = { _ in nil }
    ) async throws {
        let bytes = try InputFile.readList(file)
        let name = InputFile.name(file)
        let list: SubscriptionList
        do throws(SubscriptionListError) {
            list = try read(bytes)
        } catch {
            throw CommandFailure(error.message(about: name), advice: advice(bytes))
        }
        try await follow(list, from: name, global)
    }

    private func follow(_ list: SubscriptionList, from file: Message.Argument, _ global: GlobalOptions) async throws {
        let listImport = ListImport(list, takesLocal: takesLocal)
        let opening = ContextOpening(global.directories, reportingTo: .console)
        let (additions, topicNotes, storesPasswords) = try await opening.run { context in
            let result = try await listImport.follow(in: context.sources, context.labels)
            if let lost = try await context.libraryCheck.loss() { Console.warn(lost) }
            return result
        }
        let warnings = listImport.warnings
        if let error = list.syntaxError { Console.warn(error.warning(onList: file)) }
        for warning in (list.notes + topicNotes + listImport.refusals + warnings).inOrderOfLines {
            Console.report(Message("inFile", ["file": file, "message": .message(warning)]))
        }
        let addedCount = additions.sources.count
        let known = listImport.sources.count - addedCount
        let topicCount = additions.queryTopicCount
        let leftOut = warnings.count + listImport.refusals.count
        let parts = [
            Message("sourcesAdded", ["count": .number(addedCount)]),
            known > 0 ? Message("sourcesKnown", ["count": .number(known)]) : nil,
            topicCount > 0 ? Message("queryFeedsAdded", ["count": .number(topicCount)]) : nil,
            leftOut > 0 ? Message("entriesLeftOut", ["count": .number(leftOut)]) : nil,
        ]
        let outcome = Message.Argument.list(parts.compactMap(\.self).map { .message($0) })
        try Console.print(Message("sourcesImported", ["parts": outcome]))
        if storesPasswords {
            Console.inform(Message("listPasswordsKept", ["file": .text(global.directories.secretsFile)]))
        }
        let next = addedCount == 0 ? nil : Message("refreshFetches")
        guard warnings.isEmpty, list.syntaxError == nil else {
            throw CommandFailure(
                listImport.sources.isEmpty
                    ? Message("listNotImported", ["file": file])
                    : Message("listPartlyImported", ["file": file]), advice: next)
        }
        if let next { Console.inform(next) }
    }
}
