import Application
import EngineConcepts
import FiberConfiguration
import Imaging
import Networking
import Suppliers

/// Makes the loaders of a session's pictures.
struct PictureLoaderFactory: Sendable {
    private let transport: any Transport
    private let directories: Directories
    private let time: any TimeSource

    init(_ context: AppContext) {
        transport = context.sources.factory.transport
        directories = context.directories
        time = context.time
    }

    /// Makes the loader that the settings ask for. `report` is called once if pictures cannot be cached on disk.
    func loader(_ settings: Settings, report: @escaping @Sendable (PictureError) -> Void) -> PictureLoader {
        func bytes(_ setting: String) -> Int { settings.number(setting) * 1_000_000 }
        return PictureLoader(
            source: NetworkPictureSource(
                downloader: PictureDownloader(
                    transport: transport, maximumBytes: bytes("images.download-megabytes"), time: time)),
            files: PictureFileCache(
                directory: directories.cache + "/pictures", maximumBytes: bytes("images.disk-megabytes"),
                lifetime: .seconds(settings.number("images.disk-days") * 86_400), time: time),
            decoder: PictureDecoder(
                limits: PictureDecoder.Limits(pixels: settings.number("images.megapixels") * 1_000_000)),
            memory: bytes("images.memory-megabytes"), time: time, report: report)
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
