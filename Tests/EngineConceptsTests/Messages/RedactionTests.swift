import EngineConcepts
import Testing

@Suite("What is secret")
struct RedactionTests {
    @Test(
        "A text loses the logins of its addresses, and nothing else",
        arguments: [
            ("https://ann:secret@a.example/f@x", "https://a.example/f@x"),
            ("https://token@a.example?x=a@b", "https://a.example?x=a@b"),
            ("https://a:b@c@d.example#x", "https://d.example#x"),
            ("https://ann:pa/ss@a.example/f", "https://a.example/f"),
            ("https://ann:p?a#@a.example", "https://a.example"),
            ("https://ann:123456/7@a.example b@c", "https://a.example b@c"),
            ("http://a.example:8080/@ann", "http://a.example:8080/@ann"), ("http://[::1]/@ann", "http://[::1]/@ann"),
            ("filter:sed s/a/b/:https://ann:secret@a.example/f", "filter:sed s/a/b/:https://a.example/f"),
            ("http://a:b@c.example/x http://d:e@f.example", "http://c.example/x http://f.example"),
            ("exec:curl http://a.example ann@b.example", "exec:curl http://a.example ann@b.example"),
            ("https://ann:e\u{301}@\u{301}a.example/", "https://\u{301}a.example/"),
            ("https://a.example/@ann", "https://a.example/@ann"), ("ann@a.example", "ann@a.example"),
            ("https://ann:secret@", "https://"), ("://@", "://"), ("", ""),
        ])
    func logins(text: String, shown: String) {
        #expect(Redaction.withoutSecrets(text) == shown)
    }

    @Test("A message has no login, also in its lists and messages")
    func messages() throws {
        let address = Message.Argument.text("https://ann:secret@a.example/")
        let message = Message(
            "key",
            [
                "address": address, "list": .list([address, 1]), "message": .message(Message("inner", ["a": address])),
                "number": 1,
            ])
        let clean = Message.Argument.text("https://a.example/")
        #expect(message.arguments["address"] == clean && message.arguments["list"] == .list([clean, 1]))
        #expect(!message.description.contains("secret") && !Message.verbatim("x://secret@a").description.contains("s"))
    }

    @Test("A value of the log has nothing of a password with a slash")
    func log() {
        let detail = JournalDetail("url", "https://ann:pa/ss@a.example/f")
        #expect(Redaction.shareable(detail) == "a.example")
    }

    @Test("Fields that authenticate the user are secret in any case of their letters")
    func fields() {
        #expect(["Authorization", "COOKIE", "proxy-authorization"].allSatisfy(Redaction.isSecretField))
        #expect(!Redaction.isSecretField("Accept-Language"))
    }
}
