import EngineConcepts
import Testing

@testable import Sample
@testable import Suppliers

@Suite("The sample's texts")
struct SampleTextTests {
    private static let posts = (PostTexts.bundled.fedi + PostTexts.bundled.cielo).flatMap(\.posts).map(\.text)
    private static let articles =
        [Publication.kerbNotes, .nocheEnBoxes, .typeNotes, .longLetter, .pitLaneAlmanac].flatMap(\.articles)

    @Test("The sample has many texts, and no two are the same")
    func distinct() {
        let bulletins = Publication.wire.articles.map(\.title)
        let submissions = SubmissionTexts.bundled.newest.map(\.title)
        let articles = Self.articles.map(\.title)
        let blog = Publication.slowCorner.articles.compactMap(\.text)

        #expect(Self.posts.count >= 220)
        #expect(articles.count >= 25)
        #expect(blog.count == 100)
        for texts in [Self.posts, bulletins, submissions, articles, blog] {
            #expect(Set(texts).count == texts.count)
        }
    }

    @Test("At most three texts repeat within the first 300 rows")
    func varied() async throws {
        var tickets: [Ticket] = []
        for supplier in answeringSample() {
            let paged = try await pagedItems(of: supplier, downTo: sampleStart.advanced(by: .seconds(-30_000))) { 60 }
            tickets += paged.items.map { Ticket($0, of: supplier.id, seen: sampleStart) }
        }
        let rows = tickets.sorted { $0.key < $1.key }.prefix(300)
        let words = rows.map { ticket in
            let text = (ticket.body.boosted?.text ?? ticket.body.text).source
            return [ticket.supplier.rawValue, ticket.body.title ?? "", text].joined(separator: "\n")
        }
        let repeated = Dictionary(grouping: words) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
        #expect(repeated.count <= 3, "\(repeated)")
        #expect(Set(rows.map(\.supplier)).count >= 11)
        #expect(Set(rows.compactMap(\.body.language)) == ["en", "es"])
        let tags = Set(rows.flatMap(\.body.tags).map { $0.lowercased() })
        #expect(SampleTimeline.topics.map(\.tag).allSatisfy(tags.contains))
    }

    @Test("Every placeholder of a text is filled")
    func placeholders() async throws {
        let known = ["{car}", "{corner}", "{lap}", "{place}", "{gap}", "{tenths}", "{laptime}", "{track}", "{air}"]
        for supplier in answeringSample() {
            let items = try await pagedItems(of: supplier) { 60 }.items
            for item in items {
                let text = (item.body.boosted?.text ?? item.body.text).source + (item.body.title ?? "")
                #expect(!known.contains { text.contains($0) }, "\(supplier.name): \(text)")
                #expect(!text.contains("<n>") && !text.contains("<ms>"))
            }
        }
    }

    @Test("Topics refer only to bundled suppliers")
    func topics() {
        let ids = Set(sample().map(\.id))
        #expect(SampleTimeline.topics.map(\.name) == ["F1", "WEC", "Swift", "World"])
        #expect(SampleTimeline.topics.flatMap(\.suppliers).allSatisfy(ids.contains))
        #expect(ids.count == sample().count)
    }

    @Test("Texts depend on the seed alone")
    func seeds() async throws {
        let request = FetchRequest(origin: .newest, maximumItems: 40, now: sampleStart)
        let first = try await sample(seed: 7)[0].fetch(request).items
        #expect(try await sample(seed: 7)[0].fetch(request).items == first)
        #expect(try await sample(seed: 8)[0].fetch(request).items != first)
    }

    @Test("Entities of styled texts lie on character boundaries")
    func entityBorders() async throws {
        for supplier in answeringSample() {
            for item in try await pagedItems(of: supplier, pageSize: { 60 }).items {
                guard case .styled(let text) = item.body.boosted?.text ?? item.body.text else { continue }
                for block in text.blocks {
                    for entity in block.entities {
                        let utf8 = block.text.utf8
                        let start = utf8.index(utf8.startIndex, offsetBy: entity.range.lowerBound)
                        let end = utf8.index(utf8.startIndex, offsetBy: entity.range.upperBound)
                        #expect(String(block.text.utf8[start..<end]) != nil, "\(block.text)")
                        #expect(!entity.range.isEmpty)
                    }
                }
            }
        }
    }
}
