import FoundationBasics
import TerminalKit

/// The escape sequences that transfer pictures by kitty's graphics protocol, before the cells that refer to them.
/// <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
nonisolated struct KittyGraphics {
    /// The maximum number of pictures kept in the terminal; kitty has a memory quota for all pictures.
    private static let maximumImages = 64
    /// The maximum length of the content of a message in the protocol.
    private static let maximumMessageLength = 4096

    /// The pictures in the terminal, oldest first.
    private var sentImages: [TerminalImage] = []

    /// Returns the sequences that send `images` before they are shown, or empty if the terminal has them all.
    mutating func transmit(_ images: Set<TerminalImage>) -> String {
        guard !images.isEmpty else { return "" }
        var text = ""
        for image in images.sorted(by: { $0.identifier < $1.identifier }) where !sentImages.contains(image) {
            // A picture with the same number is replaced.
            sentImages.removeAll { $0.identifier == image.identifier }
            sentImages.append(image)
            text += Self.transmission(of: image)
        }
        while sentImages.count > Self.maximumImages, let index = sentImages.firstIndex(where: { !images.contains($0) })
        {
            text += Self.message("a=d,d=I,i=\(sentImages.remove(at: index).identifier),q=2")
        }
        return text
    }

    /// Returns the sequences that delete the pictures when the screen is restored.
    mutating func deleteAll() -> String {
        guard !sentImages.isEmpty else { return "" }
        sentImages = []
        return Self.message("a=d,d=A,q=2")
    }

    /// Marks all pictures as not sent; the terminal may be another one now.
    mutating func invalidate() { sentImages = [] }

    private static func transmission(of image: TerminalImage) -> String {
        var rest = Substring(Data(image.png).base64EncodedString())
        var control = "a=T,U=1,q=2,f=100,i=\(image.identifier),c=\(image.size.width),r=\(image.size.height),"
        var text = ""
        repeat {
            let part = rest.prefix(maximumMessageLength)
            rest = rest.dropFirst(maximumMessageLength)
            text += message("\(control)m=\(rest.isEmpty ? 0 : 1)", part)
            control = "q=2,"
        } while !rest.isEmpty
        return text
    }

    private static func message(_ control: String, _ content: Substring = "") -> String {
        content.isEmpty ? "\u{1b}_G\(control)\u{1b}\\" : "\u{1b}_G\(control);\(content)\u{1b}\\"
    }
}
