/// Writes OPML 2.0 that other readers understand: a folder for each topic, and a source in every folder of a topic that it
/// has. A source without a topic stands beside the folders; one that is paused is marked as a comment.
public enum OPMLWriter {
    /// The document of `subscriptions`, folders in the order in which topics first occur.
    public static func text(of subscriptions: [Subscription], title: String) -> String {
        var topics: [String] = []
        for topic in subscriptions.flatMap(\.topics) where !topics.contains(topic) { topics.append(topic) }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "  <head>",
            "    <title>\(escaped(title))</title>", "  </head>", "  <body>",
        ]
        for topic in topics {
            lines.append("    <outline text=\"\(escaped(topic))\" title=\"\(escaped(topic))\">")
            lines += subscriptions.filter { $0.topics.contains(topic) }.map { "      " + outline($0) }
            lines.append("    </outline>")
        }
        lines += subscriptions.filter(\.topics.isEmpty).map { "    " + outline($0) }
        lines += ["  </body>", "</opml>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func outline(_ subscription: Subscription) -> String {
        let name = escaped(subscription.name ?? subscription.address)
        let paused = subscription.isPaused ? " isComment=\"true\"" : ""
        return
            "<outline type=\"rss\" text=\"\(name)\" title=\"\(name)\" xmlUrl=\"\(marked(subscription.address))\"\(paused)/>"
    }

    private static func escaped(_ text: String) -> String {
        marked(TextSanitizer.line(text))
    }

    /// `text` as it stands between quotes; runs of spaces stay, since the arguments of a command may hold some.
    private static func marked(_ text: String) -> String {
        var escaped = ""
        // By scalars: a quotation mark with an accent is one character, and ends the attribute all the same.
        for scalar in text.unicodeScalars {
            switch scalar {
            // No document may hold these.
            case _ where scalar.value < 0x20 || scalar.value & 0xFFFE == 0xFFFE: continue
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
