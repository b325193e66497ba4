import WebText

/// Writes OPML 2.0 for other readers: a folder for each topic (nested as ``TopicPath`` says), with each source in the
/// folders of all its topics. Sources without a topic are at the top level; paused ones are marked as comments.
public enum OPMLWriter {
    /// Returns the document for `subscriptions`, with folders in the order in which topics first occur.
    public static func text(of subscriptions: [Subscription], title: String) -> String {
        var body = Folder(name: "")
        for subscription in subscriptions {
            if subscription.topics.isEmpty { body.sources.append(subscription) }
            for path in TopicPath.folders(of: subscription.topics) { body.add(subscription, to: path[...]) }
        }
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "  <head>",
            "    <title>\(escaped(title))</title>", "  </head>", "  <body>",
        ]
        return (head + lines(of: body, indent: "    ") + ["  </body>", "</opml>"]).joined(separator: "\n") + "\n"
    }

    /// A folder with its content.
    private struct Folder {
        let name: String
        var folders: [Folder] = []
        var sources: [Subscription] = []

        mutating func add(_ source: Subscription, to path: ArraySlice<String>) {
            guard let next = path.first else { return sources.append(source) }
            let index = folders.firstIndex { $0.name == next } ?? folders.endIndex
            if index == folders.endIndex { folders.append(Folder(name: next)) }
            folders[index].add(source, to: path.dropFirst())
        }
    }

    private static func lines(of folder: Folder, indent: String) -> [String] {
        let folders = folder.folders.flatMap { inner in
            let name = escaped(inner.name)
            return ["\(indent)<outline text=\"\(name)\" title=\"\(name)\">"]
                + lines(of: inner, indent: indent + "  ") + ["\(indent)</outline>"]
        }
        return folders + folder.sources.map { indent + outline($0) }
    }

    private static func outline(_ subscription: Subscription) -> String {
        let name = escaped(subscription.name ?? subscription.address)
        let title = subscription.title.map(escaped) ?? name
        let paused = subscription.isPaused ? " isComment=\"true\"" : ""
        let page = subscription.page.map { " htmlUrl=\"\(escaped($0))\"" } ?? ""
        let address = marked(subscription.address)
        let others = OutlineAttributes.writable(subscription.attributes)
            .map { " \($0.name)=\"\(escaped($0.value))\"" }.joined()
        return
            "<outline type=\"rss\" text=\"\(name)\" title=\"\(title)\" xmlUrl=\"\(address)\"\(page)\(paused)\(others)/>"
    }

    private static func escaped(_ text: String) -> String {
        marked(TextSanitizer.line(text))
    }

    /// Returns `text` escaped for an attribute value. Runs of spaces stay, since a command's arguments may contain
    /// them.
    private static func marked(_ text: String) -> String {
        var escaped = ""
        // By scalars: a quotation mark followed by a combining accent is one character, but still ends the attribute.
        for scalar in text.unicodeScalars {
            switch scalar {
            // XML forbids these characters.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
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
