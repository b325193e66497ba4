public import EngineConcepts
import FoundationBasics
import WebText

extension SupplierKind {
    /// Files of this machine, and standard input.
    public static let file: SupplierKind = "file"
}

/// Feeds and JSON Lines in local files.
struct LocalFileDescriptor: SourceDescriptor {
    let kind = SourceKind(
        id: .file, name: "file", title: Message("kindFile"), glyph: SourceKind.Glyph("▸", ascii: ">"),
        colorRole: "kind-file",
        addressPrefixes: ["file:"],
        addressForms: [SourceKind.AddressForm("file:PATH", help: Message("addressFormFile"))],
        localAccess: .readsFiles)

    func address(meantBy text: String) -> String? {
        ["/", "./", "../", "~/"].contains(where: text.hasPrefix) ? "file:\(text)" : nil
    }

    /// Returns the address with an absolute path.
    func storedAddress(of address: String, home: String?) -> String {
        "file:\(path(of: address, home: home))"
    }

    /// Returns the path.
    func name(at address: String, among accounts: AccountDirectory, home: String?) -> String? {
        path(of: address, home: home)
    }

    func localFile(of address: String, home: String?) -> String? {
        path(of: address, home: home)
    }

    func supplier(
        for source: SourceDescription, _ dependencies: SupplierDependencies
    ) throws(SupplierError) -> any Supplier {
        LocalFileSupplier(
            id: source.id, name: source.name, path: path(of: source.address, home: dependencies.commands.home),
            maximumItems: dependencies.maximumItems)
    }

    func probe(
        _ address: String, _ dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let path = path(of: address, home: dependencies.commands.home)
        let address = "file:\(path)"
        let id = kind.id.sourceID(for: address)
        let answer = try await LocalFileSupplier(id: id, name: nil, path: path, maximumItems: dependencies.maximumItems)
            .fetch(FetchRequest(origin: .newest, now: now))
        let last = path.split(separator: "/").last.map(String.init)
        return .source(
            SourceDescription(id: id, address: address, name: answer.sourceName ?? last), warning: answer.warning)
    }

    /// Returns the absolute path of `file:PATH`, `file:~/PATH` or `file:///PATH`.
    private func path(of address: String, home: String?) -> String {
        var path = String(address.dropFirst("file:".count))
        if path.hasPrefix("//") { path = URL(string: address)?.path ?? String(path.dropFirst(2)) }
        if path.hasPrefix("~/"), let home { path = home + path.dropFirst(1) }
        guard !path.hasPrefix("/") else { return path }
        let directory = FileManager.default.currentDirectoryPath
        return "\(directory)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    }
}
