import EngineConcepts
import Queries

// Any text is rejected with a valid column, or gives a query that survives printing and parsing and can be explained,
// translated and evaluated.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzQuery(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    do throws(QueryError) {
        let query = try Query(parsing: text)
        let printed = query.description
        if printed.count <= QueryParser.maximumLength {
            let again = Result { () throws(QueryError) in try Query(parsing: printed) }
            precondition(again == .success(query), "does not read back")
        }
        _ = query.explanation()
        _ = SearchCandidates(query)
        let body = TicketBody(title: text, text: .html(text, base: nil), link: text, language: "en", tags: [text])
        let key = OrderKey(
            time: Timestamp(seconds: 1), nativeOrder: 0, id: TicketID(supplier: SupplierID(text), item: text))
        let ticket = Ticket(key: key, shownTime: key.time, body: body)
        _ = QueryMatcher(query).verdict(on: QuerySubject(ticket), at: Timestamp(seconds: 2))
        for range in QueryHighlighter(query).ranges(in: text, of: .title, language: "en") {
            precondition(range.lowerBound >= 0 && range.upperBound <= text.utf8.count, "a mark lies outside")
        }
    } catch {
        precondition((1...text.count + 1).contains(error.column), "a column lies outside")
    }
    return 0
}
