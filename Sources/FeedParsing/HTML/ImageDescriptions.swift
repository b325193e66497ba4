import WebText

/// The alternative text of images, for a title that contains only images.
enum ImageDescriptions {
    /// Returns the alternative texts of the images in `markup`, on one line, or `nil` if there are none.
    static func read(_ markup: String) -> String? {
        var markup = markup
        var sink = Sink()
        markup.withUTF8 { HTMLReader.read($0, into: &sink) }
        return sink.words.isEmpty ? nil : sink.words.joined(separator: " ")
    }

    private struct Sink: HTMLSink {
        private(set) var words: [String] = []

        /// Stops at a number of images that no title has.
        var isFull: Bool { words.count >= 16 }

        mutating func start(_ element: HTMLElement, _ attributes: HTMLAttributes) {
            guard element.name == "img" else { return }
            if let text = attributes.imageDescription { words.append(text) }
        }

        mutating func end(_ element: HTMLElement) {}

        mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
    }
}

extension HTMLAttributes {
    /// The description of an image, or `nil` if it has none.
    var imageDescription: String? { value("alt")?.nonEmpty ?? value("title")?.nonEmpty }
}
