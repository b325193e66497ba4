import EngineConcepts
import Networking
import Testing

@Suite("The freshness of responses")
struct HTTPFreshnessTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    @Test(
        "The lifetime is what the fields leave; a number that is too large is the largest one",
        arguments: [
            ([:], nil), (["cache-control": "public, max-age=60"], 60), (["cache-control": "Max-Age=\"60\""], 60),
            (["cache-control": "max-age=60", "age": "20"], 40), (["cache-control": "max-age=60", "age": "90"], 0),
            (["cache-control": "max-age=60", "age": "99999999999999999999"], 0),
            (["cache-control": "max-age=99999999999999999999"], 1 << 31), (["cache-control": "max-age=-1"], 0),
            (["cache-control": "max-age=60, no-store"], 0), (["expires": "0"], 0),
            (["date": "Fri, 20 Nov 2026 12:00:00 GMT", "expires": "Fri, 20 Nov 2026 12:01:00 GMT"], 60),
        ] as [([String: String], Int64?)])
    func lifetime(headers: [String: String], seconds: Int64?) {
        let response = TransportResponse(status: 200, address: "https://x.example/", headers: headers)
        #expect(HTTPFreshness.lifetime(of: response, now: Self.now) == seconds.map { Duration.seconds($0) })
    }
}
