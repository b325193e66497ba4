import Application
import EngineConcepts
import FiberConfiguration
import Imaging
import Networking
import Suppliers
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

/// Makes the loaders of a session's pictures.
struct PictureLoaderFactory: Sendable {
    let transport: any Transport
    let directories: Directories
    let time: any TimeSource

    /// Makes the loader that the settings ask for. `report` is called once if pictures cannot be cached on disk.
    func loader(_ settings: Settings, report: @escaping @Sendable (PictureError) -> Void) -> PictureLoader {
        func bytes(_ setting: String) -> Int { settings.number(setting) * 1_000_000 }
        return PictureLoader(
            source: NetworkPictureSource(
                downloader: PictureDownloader(
                    transport: transport, maximumBytes: bytes("images.download-megabytes"), time: time)),
            files: PictureFileCache(
                directory: directories.cache + "/pictures", limit: bytes("images.disk-megabytes"),
                lifetime: .seconds(settings.number("images.disk-days") * 86_400), time: time),
            decoder: PictureDecoder(
                limits: PictureDecoder.Limits(pixels: settings.number("images.megapixels") * 1_000_000)),
            memory: bytes("images.memory-megabytes"), time: time, report: report)
    }
}

extension PictureLoaderFactory {
    init(_ context: AppContext) {
        self.init(transport: context.sources.factory.transport, directories: context.directories, time: context.time)
    }
}

/// Fetches pictures over the suppliers' transport.
private struct NetworkPictureSource: PictureSource {
    let downloader: PictureDownloader

    func fetch(_ address: String) async throws(PictureError) -> FetchedPicture {
        do throws(SupplierError) {
            let answer = try await downloader.picture(at: address)
            return FetchedPicture(bytes: answer.bytes, isCacheable: answer.mayBeKept)
        } catch {
            throw PictureError(error.code == .cancelled ? .cancelled : .unreachable, error.message, cause: error.cause)
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
