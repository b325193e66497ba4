import EngineConcepts
import FiberConfiguration
import Foundation
import Suppliers
import ViewModels

/// Makes suppliers out of what a person wrote down, over one connection to the network.
struct Workshop: Sendable {
    let registry: SupplierRegistry
    let transport: HTTPTransport
    /// What was asked of the network so far.
    let requests = RequestLog()
    let time: any TimeSource

    init(configuration: ConfigurationFile, time: any TimeSource) {
        transport = HTTPTransport(
            userAgent: HTTPTransport.userAgent(version: Version.text), time: time,
            limits: TransportLimits(
                // The engine ends requests by the same setting; the transport must not give up before.
                firstByte: .seconds(configuration.number("network.timeout-seconds")),
                silence: .seconds(configuration.number("network.timeout-seconds")),
                spacing: .milliseconds(100), requests: configuration.number("network.parallel")),
            proxies: ProxySettings(environment: ProcessInfo.processInfo.environment), observer: requests)
        registry = SupplierRegistry(
            Surroundings(
                transport: transport,
                commands: CommandRunner(
                    environment: ProcessInfo.processInfo.environment,
                    limits: CommandRunner.Limits(time: .seconds(configuration.number("network.timeout-seconds")))),
                polling: FeedPolling(
                    shortest: .seconds(max(1, configuration.number("timeline.refresh-minutes")) * 60),
                    longest: .seconds(configuration.number("timeline.rarest-refresh-hours") * 3600),
                    spacing: .seconds(2))))
        self.time = time
    }

    /// The supplier of a source. One that cannot be made stands in the timeline all the same, and says why.
    func supplier(for source: SourceDescription) -> any Supplier {
        do {
            return try registry.supplier(for: source)
        } catch {
            return UnusableSupplier(source: source, reason: error)
        }
    }

    /// Finds out what a person means by an address. Asks the source once. Throws ``SeveralSources`` where that is a choice.
    func probe(_ address: String) async throws -> SourceDescription {
        switch try await registry.probe(address, now: time.now()) {
        case .source(let source):
            return source
        case .choices(let page):
            throw SeveralSources(
                address: address,
                choices: page.feeds.map { SeveralSources.Choice(address: $0.address, title: $0.title ?? $0.address) })
        }
    }
}

/// Stands for a source whose address no supplier understands, so that it is seen in the list of sources with its reason
/// and what was stored of it stays in the timeline.
private struct UnusableSupplier: Supplier {
    let source: SourceDescription
    let reason: SupplierError

    var id: SupplierID { source.id }
    var name: String { source.name ?? source.address }
    var kind: SupplierKind { .feed }
    var traits: SupplierTraits { SupplierTraits(shape: .window, pagesOlder: false) }
    var presenter: any Presenter { ArticlePresenter(publisher: name, markup: HTMLMarkup()) }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        throw reason
    }
}
