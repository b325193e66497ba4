import EngineConcepts
import Queries
import Testing

@Suite("Topics and rules give tickets their labels")
struct QueryClassifierTests {
    @Test("Names of topics and sources that find nothing, or not what a topic's query finds, are remarked on")
    func warnings() throws {
        let topics = [
            Topic(name: "News", query: try Query(parsing: "title:news")), Topic(name: "F1", suppliers: ["feed:a"]),
            Topic(name: "F1 News", suppliers: ["feed:a"]),
            Topic(name: "Cars", query: try Query(parsing: "title:car"), suppliers: ["feed:a"]),
        ]
        func warnings(_ text: String) throws -> [String] {
            try Query(parsing: text).warnings(on: topics, sources: ["feed:a": "Kerb Notes"]).map(\.key)
        }
        #expect(try warnings("topic:f1 source:kerb") == [])
        #expect(try warnings("topic:news") == ["topicWithoutSources"])
        #expect(try warnings("-topic:cars") == ["topicQueryIgnored"])
        #expect(try warnings("a OR -topic:nosuch") == ["topicMissing"])
        #expect(try warnings("source:pit") == ["sourceMissing"])
        #expect(try Query(parsing: "source:pit").warnings(on: topics) == [])
    }

    @Test("The next end of a rule ignores ended and disabled rules")
    func nextEnd() throws {
        let query = try Query(parsing: "f1")
        func rule(_ name: String, _ end: Int?, isEnabled: Bool = true) -> Rule {
            Rule(
                name: name, subject: .query(query), expires: end.map { Timestamp(seconds: Int64($0)) },
                isEnabled: isEnabled)
        }
        let rules = [rule("over", 90), rule("off", 110, isEnabled: false), rule("next", 130), rule("later", 150)]
        #expect((rules + [rule("stays", nil)]).nextEnd(after: Timestamp(seconds: 100)) == Timestamp(seconds: 130))
        #expect([rule("stays", nil)].nextEnd(after: Timestamp(seconds: 100)) == nil)
    }

    static let now = Timestamp(seconds: 1_795_000_000)

    static func facts(
        _ title: String, from supplier: SupplierID = "feed:a", language: String? = nil,
        tags: [String] = [],
        age: Int64 = 0, isRead: Bool = false
    ) -> TicketFacts {
        let time = now.advanced(by: .seconds(-age))
        return TicketFacts(
            Ticket(
                key: OrderKey(time: time, nativeOrder: 0, id: TicketID(supplier: supplier, item: title)),
                shownTime: time, body: TicketBody(title: title, language: language, tags: tags)),
            marks: Marks(isRead: isRead))
    }

    static func classifier(_ topics: [Topic] = [], _ rules: [Rule] = [], at now: Timestamp = now)
        -> QueryClassifier
    {
        QueryClassifier(topics: topics, rules: rules, now: { now })
    }

    @Test("A topic has its query's matches and its sources' tickets, in its languages")
    func topics() throws {
        let motorsport = Topic(
            name: "Motorsport", query: try Query(parsing: "f1 OR tag:wec"), suppliers: ["feed:race"],
            languages: ["en", "es"])
        let classifier = Self.classifier([motorsport, Topic(name: "All", query: .everything), Topic(name: "Empty")])
        func topics(_ facts: TicketFacts) -> Set<LabelID> { classifier.classify(facts).labels }
        #expect(topics(Self.facts("F1 today")) == ["topic:Motorsport", "topic:All"])
        #expect(topics(Self.facts("News", tags: ["WEC"])) == ["topic:Motorsport", "topic:All"])
        #expect(topics(Self.facts("News", from: "feed:race")) == ["topic:Motorsport", "topic:All"])
        #expect(topics(Self.facts("F1 hoy", language: "es-MX")) == ["topic:Motorsport", "topic:All"])
        #expect(topics(Self.facts("F1 heute", language: "de")) == ["topic:All"])
        #expect(topics(Self.facts("News")) == ["topic:All"])
        #expect(classifier.labels.map(\.id) == ["topic:Motorsport", "topic:All", "topic:Empty"])
        #expect(classifier.classify(Self.facts("F1")).hiddenBy == nil)
    }

    @Test("The first hiding rule is named, and other rules are labels too")
    func rules() throws {
        let rules = [
            Rule(name: "bright", query: try Query(parsing: "win"), effect: .highlight),
            Rule(name: "spoilers", query: try Query(parsing: "winner OR podium")),
            Rule(name: "podium", query: try Query(parsing: "podium")),
            Rule(name: "off", subject: .query(.everything), isEnabled: false),
        ]
        let classifier = Self.classifier([], rules)
        let classification = classifier.classify(Self.facts("The podium and who will win"))
        #expect(classification.labels == ["rule:bright", "rule:spoilers", "rule:podium"])
        #expect(classification.hiddenBy == "rule:spoilers")
        #expect(classification.holdsUntil == nil)
        #expect(classifier.classify(Self.facts("Who will win")).hiddenBy == nil)
        #expect(classifier.labels.map(\.effect) == [.highlight, .hide, .hide])
    }

    @Test("Off-topic rules hide tickets outside the topic within their scope")
    func offTopic() throws {
        let topics = [
            Topic(name: "F1", query: try Query(parsing: "f1")), Topic(name: "Talk", suppliers: ["feed:talk"]),
        ]
        let rules = [
            Rule(name: "racing filter", subject: .offTopic("F1"), scope: .topic("Talk")),
            Rule(name: "source", query: try Query(parsing: "ad"), scope: .supplier("feed:a")),
            Rule(name: "nowhere", subject: .offTopic("gone")),
            Rule(name: "never", subject: .query(.everything), scope: .topic("gone")),
        ]
        let classifier = Self.classifier(topics, rules)
        #expect(classifier.classify(Self.facts("Cats", from: "feed:talk")).hiddenBy == "rule:racing filter")
        #expect(classifier.classify(Self.facts("F1 cats", from: "feed:talk")).hiddenBy == nil)
        #expect(classifier.classify(Self.facts("Cats", from: "feed:b")).labels == [])
        #expect(classifier.classify(Self.facts("An ad", from: "feed:a")).hiddenBy == "rule:source")
        #expect(classifier.classify(Self.facts("An ad", from: "feed:b")).hiddenBy == nil)
    }

    @Test(
        "A rule about items off a topic affects none once no source belongs to the topic",
        arguments: [
            "-topic:racing", "-topic:rac*", "-topic:/^rac/", "rain -topic:racing", "rain -(topic:racing OR snow)",
        ])
    func offMissingTopic(text: String) throws {
        #expect(try hides(text, sourceTopics: ["feed:b": ["Racing"]]))
        #expect(try !hides(text, sourceTopics: ["feed:b": ["Other"]]))
    }

    @Test("What a rule says besides a missing topic still counts")
    func besideMissingTopic() throws {
        for text in ["rain OR -topic:gone", "-(topic:gone snow)", "-(topic:gone -rain)"] {
            #expect(try hides(text, sourceTopics: ["feed:b": ["Other"]]), "\(text)")
        }
        #expect(try !hides("rain topic:gone", sourceTopics: [:]))
    }

    /// Returns true if a rule hides an item "rain" of a source without a topic.
    private func hides(_ text: String, sourceTopics: [SupplierID: [String]]) throws -> Bool {
        let classifier = QueryClassifier(
            topics: [], rules: [Rule(name: "r", query: try Query(parsing: text))],
            in: QueryContext(sourceTopics: sourceTopics), now: { Self.now })
        return classifier.classify(Self.facts("rain")).hiddenBy != nil
    }

    @Test("A classification holds until the time it states")
    func holdsUntil() throws {
        let day: Int64 = 86_400
        let rules = [
            Rule(
                name: "day", subject: .query(try Query(parsing: "noise")),
                expires: Self.now.advanced(by: .seconds(100))),
            Rule(name: "old", query: try Query(parsing: "f1 age:>2d")),
        ]
        let noise = Self.facts("noise")
        #expect(Self.classifier([], rules).classify(noise).holdsUntil == Self.now.advanced(by: .seconds(100)))
        let later = Self.classifier([], rules, at: Self.now.advanced(by: .seconds(100))).classify(noise)
        #expect(later.labels == [])
        #expect(later.holdsUntil == nil)

        let fresh = Self.facts("f1", age: day)
        let due = Self.now.advanced(by: .seconds(day))
        #expect(Self.classifier([], rules).classify(fresh).holdsUntil == due)
        #expect(Self.classifier([], rules).classify(fresh).labels == [])
        let before = Self.classifier([], rules, at: due.advanced(by: .milliseconds(-1))).classify(fresh)
        #expect(before.labels == [])
        let after = Self.classifier([], rules, at: due).classify(fresh)
        #expect(after.labels == ["rule:old"])
        #expect(after.holdsUntil == nil)
        #expect(Self.classifier([], rules).classify(Self.facts("other", age: day)).holdsUntil == nil)
    }

    @Test("A classifier depends on marks only if a query does")
    func marks() throws {
        let starred = Topic(name: "s", query: try Query(parsing: "is:unread f1"))
        #expect(Self.classifier([starred]).readsMarks)
        #expect(!Self.classifier([Topic(name: "s", query: try Query(parsing: "f1"))]).readsMarks)
        #expect(Self.classifier([starred]).classify(Self.facts("f1")).labels == ["topic:s"])
        #expect(Self.classifier([starred]).classify(Self.facts("f1", isRead: true)).labels == [])
    }

    @Test("A label's definition changes exactly with its dependencies")
    func definitions() throws {
        func definition(
            _ topic: Topic, _ rule: Rule, names: [SupplierID: String] = [:], topics: [SupplierID: [String]] = [:]
        ) -> String? {
            QueryClassifier(
                topics: [topic], rules: [rule], in: QueryContext(sourceNames: names, sourceTopics: topics),
                now: { Self.now }
            )
            .labels.last?
            .definition
        }
        let topic = Topic(name: "T", query: try Query(parsing: "a"))
        let other = Topic(name: "T", query: try Query(parsing: "b"))
        let off = Rule(name: "r", subject: .offTopic("T"))
        let plain = Rule(name: "r", query: try Query(parsing: "c"))
        let named = Rule(name: "r", query: try Query(parsing: "source:c"))
        #expect(definition(topic, off) != definition(other, off))
        #expect(definition(topic, plain) == definition(other, plain))
        let expiring = Rule(name: "r", subject: plain.subject, expires: Self.now)
        #expect(definition(topic, plain) != definition(topic, expiring))
        #expect(definition(topic, plain, names: ["x": "y"]) == definition(topic, plain))
        #expect(definition(topic, named, names: ["x": "y"]) != definition(topic, named))
        #expect(definition(topic, named, topics: ["x": ["y"]]) == definition(topic, named))
        let sorted = Rule(name: "r", query: try Query(parsing: "topic:c"))
        #expect(definition(topic, sorted, topics: ["x": ["y"]]) != definition(topic, sorted))
    }

    @Test("Ready-made queries print as expected")
    func ready() {
        #expect(Query.mutedWords(["spoiler", "race result", "…"])?.description == #"spoiler OR "race result""#)
        #expect(Query.mutedWords([]) == nil)
        #expect(Query.authors(["@ana@example.social"])?.description == #"author:"@ana@example.social""#)
        #expect(
            Query.sites(["https://www.Example.org:80/x", "/"])?.description == "site:www.example.org")
        #expect(Query.boosts.description == "is:boost")
        #expect(
            Query.tags(of: Self.facts("x", tags: ["F1", "Formula 1"]).ticket).map(\.description) == [
                "tag:F1", #"tag:"Formula 1""#,
            ])
    }
}
