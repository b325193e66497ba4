import EngineConcepts
import Imaging
import TerminalDriver
import TerminalKit
import TerminalUI
import ViewModels

/// Loads pictures for the screen and converts them to the terminal's characters and colours.
struct ScreenPictures: PictureLoading {
    let loader: PictureLoader
    let renderer: PictureRenderer

    func picture(for request: PictureRequest) async throws(PictureFailure) -> Picture {
        do throws(PictureError) {
            return Picture(
                try await loader.picture(
                    at: request.address, priority: request.isSeen ? .visible : .prefetch, again: request.again,
                    by: renderer,
                    fitting: Size(width: request.size.columns, height: request.size.lines), enlarges: request.enlarges))
        } catch {
            throw PictureFailure(error.message)
        }
    }
}

extension PictureRenderer {
    /// Creates the converter for a terminal and theme. Block characters have an ambiguous width in Unicode, so
    /// terminals that draw them wide get ASCII.
    ///
    /// - Parameter protocolName: The setting that chooses how pictures are drawn.
    init(_ capabilities: TerminalCapabilities, _ theme: Theme, protocolName: String) {
        self.init(
            depth: capabilities.depth,
            usesASCII: !capabilities.isUnicode || TextConventions.current.widensAmbiguous,
            paper: theme.palette?.background ?? 0x000000,
            drawing: Self.drawing(capabilities, protocolName))
    }

    private static func drawing(_ capabilities: TerminalCapabilities, _ protocolName: String) -> Drawing {
        switch (protocolName, capabilities.cellPixels) {
        case ("kitty", _): .placeholders
        // The cell size of most fonts, if the terminal does not tell.
        case ("sixel", let cell): .sixels(cell: cell ?? Size(width: 10, height: 20))
        case ("auto", _) where capabilities.drawsPictures: .placeholders
        case ("auto", let cell?) where capabilities.drawsSixels: .sixels(cell: cell)
        default: .characters
        }
    }
}
