import FoundationEssentials
import TerminalKit

/// The escape sequences that transfer pictures by kitty's graphics protocol, before the cells that refer to them.
/// <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
nonisolated struct KittyGraphics {
    /// The maximum number of pictures kept in the terminal; kitty has a memory quota for all pictures.
    private static let maximumImages = 64
    /// The maximum length of a message in the protocol.
    private static let chunk = 4096

    /// The pictures in the terminal, oldest first.
    private var sent: [TerminalImage] = []

    /// Returns the sequences to send before `images` are shown, or empty if the terminal has them all.
    mutating func preparing(_ images: Set<TerminalImage>) -> String {
        guard !images.isEmpty else { return "" }
        var text = ""
        for image in images.sorted(by: { $0.number < $1.number }) where !sent.contains(image) {
            // A picture with the same number is replaced.
            sent.removeAll { $0.number == image.number }
            sent.append(image)
            text += Self.transmission(of: image)
        }
        while sent.count > Self.maximumImages, let index = sent.firstIndex(where: { !images.contains($0) }) {
            text += Self.message("a=d,d=I,i=\(sent.remove(at: index).number),q=2")
        }
        return text
    }

    /// Returns the sequences that delete the pictures when the screen is restored.
    mutating func clearing() -> String {
        guard !sent.isEmpty else { return "" }
        sent = []
        return Self.message("a=d,d=A,q=2")
    }

    /// Marks all pictures as not sent; the terminal may be another one now.
    mutating func invalidate() {
        sent = []
    }

    private static func transmission(of image: TerminalImage) -> String {
        var rest = Substring(Data(image.png).base64EncodedString())
        var control =
            "a=T,U=1,q=2,f=100,i=\(image.number),c=\(image.size.width),r=\(image.size.height),"
        var text = ""
        repeat {
            let part = rest.prefix(chunk)
            rest = rest.dropFirst(chunk)
            text += message("\(control)m=\(rest.isEmpty ? 0 : 1)", part)
            control = "q=2,"
        } while !rest.isEmpty
        return text
    }

    private static func message(_ control: String, _ content: Substring = "") -> String {
        content.isEmpty ? "\u{1b}_G\(control)\u{1b}\\" : "\u{1b}_G\(control);\(content)\u{1b}\\"
    }
}
