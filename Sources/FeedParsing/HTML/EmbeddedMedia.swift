import EngineConcepts
import WebText

/// Turns images, players and frames in HTML into links.
struct EmbeddedMedia {
    typealias Link = (text: String, kind: StyledText.EntityKind, target: String)

    /// The address against which relative addresses are resolved.
    let base: String?

    /// Returns the link for an image, or `nil` for an invisible one. A decorative image (with an empty `alt`) has no
    /// text.
    func image(_ attributes: HTMLAttributes) -> Link? {
        guard !Self.isTiny("width", attributes), !Self.isTiny("height", attributes),
            let address = imageAddress(attributes), !Trackers.contain(address)
        else { return nil }
        let text = attributes.imageDescription ?? (attributes.has("alt") ? "" : StyledText.undescribedPicture)
        return (text, .image, address)
    }

    /// Returns true if a size is at most one pixel.
    private static func isTiny(_ name: StaticString, _ attributes: HTMLAttributes) -> Bool {
        // Most sizes are several digits.
        if let bytes = attributes.plainBytes(name), bytes.count > 1, bytes.allSatisfy(\.isASCIIDigit) { return false }
        guard let size = attributes.value(name) else { return false }
        return ["0", "1", "0px", "1px"].contains(size)
    }

    /// Returns the address of the image itself. Pages that load images lazily have a placeholder in `src`.
    private func imageAddress(_ attributes: HTMLAttributes) -> String? {
        for name in ["data-src", "data-lazy-src", "data-original", "src"] as [StaticString] {
            if let address = attributes.value(name).flatMap({ WebAddress.resolve($0, base: base) }) { return address }
        }
        let candidates = attributes.value("srcset") ?? attributes.value("data-srcset")
        guard let first = candidates?.split(separator: " ").first else { return nil }
        // A comma ends a candidate without a size.
        return WebAddress.resolve(String(first.hasSuffix(",") ? first.dropLast() : first), base: base)
    }

    /// Returns the link for a video, a sound or a frame, or `nil` if it has no web address.
    func player(_ attributes: HTMLAttributes) -> Link? {
        let source =
            attributes.value("src") ?? attributes.value("data") ?? attributes.value("data-src")
            ?? attributes.value("data-lazy-src")
        guard let address = source.flatMap({ WebAddress.resolve($0, base: base) }), WebAddress.isWeb(address),
            !Trackers.contain(address)
        else { return nil }
        let title = attributes.value("title")?.nonEmpty
        return (title ?? DisplayAddress.short(of: address) ?? "media", .media, address)
    }

    /// Returns the link for a source of a player called `name` that has no address itself.
    func source(_ attributes: HTMLAttributes, of name: String) -> Link? {
        guard let source = attributes.value("src"), let address = WebAddress.resolve(source, base: base),
            WebAddress.isWeb(address)
        else { return nil }
        return (name.isEmpty ? DisplayAddress.short(of: address) ?? "media" : name, .media, address)
    }
}
