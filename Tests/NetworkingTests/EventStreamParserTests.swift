import Networking
import TestSupport
import Testing

@Suite("The parser of server-sent events")
struct EventStreamParserTests {
    private func events(_ text: String, length: Int = .max) throws -> [ServerSentEvent] {
        var parser = EventStreamParser()
        let bytes = Array(text.utf8)
        var found: [ServerSentEvent] = []
        for start in stride(from: 0, to: bytes.count, by: max(1, min(length, bytes.count))) {
            found += try parser.append(bytes[start..<min(bytes.count, start + min(length, bytes.count))])
        }
        return found
    }

    @Test("The examples of the standard are read as it says")
    func standard() throws {
        #expect(
            try events("data: YHOO\ndata: +2\ndata: 10\n\n") == [ServerSentEvent(data: "YHOO\n+2\n10")])
        #expect(
            try events(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n")
                == [
                    ServerSentEvent(data: "first event"), ServerSentEvent(data: "second event"),
                    ServerSentEvent(data: " third event"),
                ])
        // The last event has no blank line after it.
        #expect(
            try events("data\n\ndata\ndata\n\ndata:") == [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")])
        #expect(
            try events("data:test\n\ndata: test\n\n") == [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")])
        #expect(
            try events("event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n")
                == [ServerSentEvent(type: "add", data: "73857293"), ServerSentEvent(type: "remove", data: "2153")])
    }

    private static let sample =
        "\u{feff}event: up\u{1f600}date\r\nid: 1\r\ndata: grüße\r\ndata: zwei\r\n\r\n"
        + ":thump\rretry: 2500\rdata: mac\rid: 2\r\r" + "unknown: x\nretry: soon\ndata: unix\nid: a\u{0}b\n\n"

    @Test("Events are the same wherever the stream is cut, with every kind of line end")
    func cuts() throws {
        let expected = [
            ServerSentEvent(type: "up\u{1f600}date", data: "grüße\nzwei"),
            ServerSentEvent(data: "mac"), ServerSentEvent(data: "unix"),
        ]
        let bytes = Array(Self.sample.utf8)
        #expect(try events(Self.sample) == expected)
        for length in 1...7 { #expect(try events(Self.sample, length: length) == expected) }
        for cut in 0...bytes.count {
            var parser = EventStreamParser()
            let found = try parser.append(bytes[..<cut]) + parser.append(bytes[cut...])
            #expect(found == expected, "cut at \(cut)")
        }
    }

    @Test("An endless line and an event of endless lines are refused")
    func limits() throws {
        var parser = EventStreamParser(maximumLength: 1000)
        #expect(throws: EventStreamParser.Failure.tooLong) {
            _ = try parser.append(repeatElement(UInt8(0x61), count: 1001))
        }
        var lines = EventStreamParser(maximumLength: 1000)
        #expect(throws: EventStreamParser.Failure.tooLong) {
            for _ in 0..<200 { _ = try lines.append(Array("data: abcdef\n".utf8)) }
        }
        // Comments may go on for ever.
        var comments = EventStreamParser(maximumLength: 1000)
        for _ in 0..<2000 { #expect(try comments.append(Array(":thump\n\n".utf8)).isEmpty) }
    }

    @Test("Random bytes never trap, and chunks make no difference", arguments: 0..<40 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("data:id retry:event\n\n\n\r\r 0129\u{0}\u{feff}".utf8) + [0xff, 0xef]
        let bytes = (0..<600).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        var whole = EventStreamParser()
        let expected = try whole.append(bytes)
        var parser = EventStreamParser()
        var found: [ServerSentEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...20, using: &generator)
            found += try parser.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(found == expected)
    }
}
