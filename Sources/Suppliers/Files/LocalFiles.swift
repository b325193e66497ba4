import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Registers files as sources.
enum LocalFiles {
    static func make(_ source: SourceDescription, _ dependencies: SupplierDependencies) throws(SupplierError)
        -> any Supplier
    {
        FileSupplier(
            id: source.id, name: source.name, path: path(of: source.address, home: dependencies.commands.home),
            maximumItems: dependencies.maximumItems)
    }

    static func probe(
        _ address: String, _ dependencies: SupplierDependencies, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let path = path(of: address, home: dependencies.commands.home)
        let address = "file:\(path)"
        let id = SupplierRegistry.id(for: address)
        let answer = try await FileSupplier(id: id, name: nil, path: path, maximumItems: dependencies.maximumItems)
            .fetch(FetchRequest(origin: .newest, now: now))
        let last = path.split(separator: "/").last.map(String.init)
        return .source(
            SourceDescription(id: id, address: address, name: answer.sourceName ?? last), remark: answer.remark)
    }

    /// Returns the absolute path of `file:PATH`, `file:~/PATH` or `file:///PATH`.
    static func path(of address: String, home: String?) -> String {
        var path = String(address.dropFirst("file:".count))
        if path.hasPrefix("//") { path = URL(string: address)?.path ?? String(path.dropFirst(2)) }
        if path.hasPrefix("~/"), let home { path = home + path.dropFirst(1) }
        guard !path.hasPrefix("/") else { return path }
        let directory = FileManager.default.currentDirectoryPath
        return "\(directory)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    }
}
