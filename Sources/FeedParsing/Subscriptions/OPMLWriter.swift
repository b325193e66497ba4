import EngineConcepts
import WebText

/// Writes OPML 2.0 for other readers: a folder for each topic (nested as ``TopicPath`` says), with each source in the
/// folders of all its topics. Sources without a topic are at the top level; paused ones are marked as comments.
public enum OPMLWriter {
    /// Returns the document for `subscriptions`, with sources in this order and a folder where its first source is.
    public static func text(of subscriptions: [Subscription], title: String) -> String {
        var body = Folder(name: "")
        for subscription in subscriptions {
            if subscription.topics.isEmpty { body.items.append(.source(subscription)) }
            for path in TopicPath.folders(of: subscription.topics) { body.add(subscription, to: path[...]) }
        }
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "  <head>",
            "    <title>\(escaped(title))</title>", "  </head>", "  <body>",
        ]
        return (head + lines(of: body, indent: "    ") + ["  </body>", "</opml>"]).joined(separator: "\n") + "\n"
    }

    private struct Folder {
        let name: String
        var items: [Item] = []

        mutating func add(_ source: Subscription, to path: ArraySlice<String>) {
            guard let next = path.first else { return items.append(.source(source)) }
            let index = items.firstIndex { $0.folder?.name == next }
            var folder = index.flatMap { items[$0].folder } ?? Folder(name: next)
            folder.add(source, to: path.dropFirst())
            if let index { items[index] = .folder(folder) } else { items.append(.folder(folder)) }
        }
    }

    /// A folder or a source in a folder.
    private indirect enum Item {
        case folder(Folder)
        case source(Subscription)

        var folder: Folder? {
            if case .folder(let folder) = self { folder } else { nil }
        }
    }

    private static func lines(of folder: Folder, indent: String) -> [String] {
        folder.items.flatMap { item in
            switch item {
            case .source(let source): return [indent + outline(source)]
            case .folder(let inner):
                let name = escaped(inner.name)
                return ["\(indent)<outline text=\"\(name)\" title=\"\(name)\">"]
                    + lines(of: inner, indent: indent + "  ") + ["\(indent)</outline>"]
            }
        }
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

    /// Returns `text` escaped for an attribute value, without the characters that XML forbids. Runs of spaces stay, since
    /// a command's arguments may contain them.
    private static func marked(_ text: String) -> String {
        let allowed = text.replacingScalars { scalar in
            scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? "" : nil
        }
        return Markup.escaped(allowed)
    }
}
