import EngineConcepts
import FiberConfiguration
import Queries
import Suppliers

/// The result of reading another reader's list of subscriptions.
struct ListImport {
    /// The sources that can be followed.
    private(set) var sources: [SourceDescription] = []
    /// Credentials from the list, by the names that the sources refer to.
    private(set) var secrets: [String: String] = [:]
    /// Topics made from query feeds, each with its line in the list.
    private(set) var topics: [(line: Int, topic: Topic)] = []
    /// Entries that were left out, and why.
    private(set) var remarks: [String]

    /// An OPML file comes from anywhere: what it wants to be run or read on this machine is left out, unless `takesLocal`.
    init(_ list: SubscriptionList, takesLocal: Bool) {
        remarks = list.remarks
        var taken: [(subscription: Subscription, id: SupplierID)] = []
        for subscription in list.subscriptions {
            if subscription.isLocal, list.isExchanged, !takesLocal {
                remarks.append(
                    "“\(subscription.address)” would be run or read on this machine. If the list is your own, import it "
                        + "with --local.")
                continue
            }
            do {
                let (address, offer) = AccessOffer.taking(outOf: subscription.address)
                var source = try SupplierRegistry.source(at: address)
                source.access = offer?.access
                secrets.merge(offer?.secrets ?? [:]) { $1 }
                source.name = subscription.name
                source.topics = subscription.topics
                source.isPaused = subscription.isPaused
                source.page = subscription.page
                source.title = subscription.title
                source.attributes = subscription.attributes
                sources.append(source)
                taken.append((subscription, source.id))
            } catch {
                remarks.append(Console.words(error.message))
            }
        }
        let translation = QueryFeedTranslation(sources: taken)
        for feed in list.queries {
            do throws(QueryFeedTranslation.Problem) {
                topics.append((feed.line, Topic(name: feed.name, query: try translation.query(of: feed))))
            } catch {
                remarks.append(
                    "line \(feed.line): the query feed “\(feed.name)” was left out, since \(error): \(feed.expression)")
            }
        }
    }

    /// Follows all sources without requesting any of them.
    ///
    /// - Returns: The number of new sources, and what else was left out.
    func follow(in followed: SourceService, _ labels: LabelService) async throws -> (count: Int, remarks: [String]) {
        try followed.keep(secrets)
        return (try await followed.follow(sources), try await put(into: labels))
    }

    /// Adds the topics. A topic is left out if a different one of that name exists.
    private func put(into labels: LabelService) async throws -> [String] {
        guard !topics.isEmpty else { return [] }
        let wanted = topics.map(\.topic)
        let (before, _) = try await labels.update { library in
            let known = Set(library.allTopics.map(\.name))
            for topic in wanted where !known.contains(topic.name) { library.put(topic) }
        }
        let known = before.allTopics
        return topics.compactMap { line, topic in
            guard let other = known.first(where: { $0.name == topic.name }), other.query != topic.query else {
                return nil
            }
            return
                "line \(line): there is a topic “\(topic.name)” already, and the query feed of that name was left out."
        }
    }
}
