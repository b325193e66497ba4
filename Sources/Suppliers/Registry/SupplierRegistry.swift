public import EngineConcepts
import FeedParsing
import WebText

/// Creates suppliers from descriptions of sources, and finds the source for an address that a user enters.
public struct SupplierRegistry: Sendable {
    /// The kinds of source.
    public let catalog: SourceCatalog
    private let dependencies: SupplierDependencies

    /// Creates a registry whose suppliers use these dependencies.
    public init(_ dependencies: SupplierDependencies, catalog: SourceCatalog = .standard) {
        self.dependencies = dependencies
        self.catalog = catalog
    }

    /// Creates the supplier of `source`.
    public func supplier(for source: SourceDescription) throws(SupplierError) -> any Supplier {
        var dependencies = dependencies
        if let interval = source.interval {
            let seconds = Duration.seconds(interval)
            dependencies.polling = FeedPolling(
                minimumInterval: seconds, maximumInterval: seconds, spacing: dependencies.polling.spacing)
        }
        var source = source
        source.address = try catalog.completed(source.address, dependencies)
        return try catalog.descriptor(of: source.address).supplier(for: source, dependencies)
    }

    /// Returns the address to store for the source that `text` means, as far as this is known without a request.
    public func followedAddress(of text: String) -> String {
        var address = catalog.address(of: text)
        do {
            address = try catalog.completed(address, dependencies)
        } catch {
            // The address may mean several sources. The message about that comes when it is added.
        }
        return catalog.storedAddress(of: address, home: dependencies.commands.home)
    }

    /// Finds the source for `text` with a request. Returns the source, or the sources that a page links to. Throws if
    /// there is none.
    ///
    /// - Parameter access: The credentials to use. Only the origin of `text` receives them, and only a source of that
    ///   origin stores them.
    public func probe(
        _ text: String, with access: SourceAccess? = nil, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let address = try catalog.completed(catalog.address(of: text), dependencies)
        guard let access else {
            do {
                return try await probe(address, dependencies: dependencies, now: now)
            } catch  where Self.mayLackEncryption(error) && address == "https://" + TextSanitizer.line(text) {
                return try await probe(withoutEncryption: address, after: error, now)
            }
        }
        let home = try home(of: address)
        var dependencies = dependencies
        dependencies.transport = dependencies.transport(to: home, with: access)
        // Responses to a logged-in user must not be stored in files.
        dependencies.probeCache = nil
        guard
            case .source(var source, var warning, let end) = try await probe(
                address, dependencies: dependencies, now: now)
        else {
            throw SupplierError(
                .unsupported, Message("severalFeedsWithLogin", ["host": .text(DisplayAddress.endpoint(of: home))]))
        }
        if try WebAddress.origin(of: self.home(of: source.address)) == WebAddress.origin(of: home) {
            source.access = access
        } else {
            let other = DisplayAddress.endpoint(of: source.address)
            warning = Message("passwordNotKept", ["address": .text(other)])
        }
        return .source(source, warning: warning, end: end)
    }

    private func probe(
        _ address: String, dependencies: SupplierDependencies, now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        var address = address
        switch catalog.meaning(of: address) {
        case .source(let source): address = source
        case .choices(let feeds): return .choices(LinkedFeeds(feeds: feeds))
        case .candidate(let feed):
            do {
                return try await catalog.descriptor(of: feed).probe(feed, dependencies, now: now)
            } catch  where error.code == .refused || error.code == .malformed {
                // The page is searched instead.
            }
        case nil: break
        }
        return try await catalog.descriptor(of: address).probe(address, dependencies, now: now)
    }

    /// Returns true if the host may speak http only. A certificate that is not trusted never leads to http.
    private static func mayLackEncryption(_ error: SupplierError) -> Bool {
        [.notEncrypted, .connectionRefused, .connectionClosed, .connectTimedOut, .tlsTimedOut].contains(error.reason)
    }

    /// Tries the http address for one that was typed without a scheme, and says so.
    ///
    /// - Parameter failure: The failure of the https address, thrown if http fails too.
    private func probe(
        withoutEncryption address: String, after failure: SupplierError, _ now: Timestamp
    ) async throws(SupplierError) -> SourceProbe {
        let plain = "http://" + address.dropFirst("https://".count)
        let found: SourceProbe
        do {
            found = try await probe(plain, dependencies: dependencies, now: now)
        } catch {
            // A host that speaks http has more to say about the address.
            throw error.code == .unreachable ? failure : error
        }
        guard case .source(let source, let warning, let end) = found else { return found }
        let note = Message("addedWithoutEncryption", ["host": .text(DisplayAddress.endpoint(of: plain))])
        return .source(source, warning: .sentences([note, warning].compactMap(\.self)), end: end)
    }

    /// Returns the web address that the credentials belong to. Throws if the source is not on the web.
    private func home(of address: String) throws(SupplierError) -> String {
        guard let home = try catalog.webAddress(of: address) else {
            throw SupplierError(.unsupported, Message("loginNeedsWebAddress", ["address": .text(address)]))
        }
        return home
    }
}
