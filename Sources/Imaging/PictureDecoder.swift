import CPictures
import EngineConcepts

/// Decodes JPEG, PNG, GIF (its first frame) and WebP (the same).
///
/// Feeds are hostile: a picture's size is checked before memory is allocated, and it is reduced while decoding.
public struct PictureDecoder: Sendable {
    /// The limits of pictures, of the memory for decoding them, and of the results.
    public struct Limits: Hashable, Sendable {
        /// The largest number of pixels, width times height.
        public var pixels: Int
        /// The largest memory of a decoder in bytes, beside the result.
        public var memory: Int
        /// The columns of pixels to reduce to.
        public let width: Int
        /// The rows of pixels to reduce to.
        public let height: Int

        /// Creates limits; the defaults admit a camera's picture and keep enough pixels for a large terminal.
        public init(
            pixels: Int = 40_000_000, memory: Int = 64 << 20, fitting: (width: Int, height: Int) = (960, 720)
        ) {
            self.pixels = pixels
            self.memory = memory
            width = max(1, fitting.width)
            height = max(1, fitting.height)
        }
    }

    private let limits: Limits

    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Decodes the picture in `bytes`. Takes up to half a second for the largest: not for the main actor.
    public func decode(_ bytes: [UInt8]) throws(PictureError) -> Pixels {
        var bounds = fiber_picture_limits(
            pixels: UInt64(max(0, limits.pixels)), memory: UInt64(max(0, limits.memory)),
            fit_width: UInt32(clamping: limits.width), fit_height: UInt32(clamping: limits.height))
        var picture = fiber_picture()
        let outcome = bytes.withUnsafeBufferPointer { buffer in
            fiber_picture_decode(buffer.baseAddress, buffer.count, &bounds, &picture)
        }
        defer { fiber_picture_free(&picture) }
        switch outcome {
        case fiber_picture_decoded: break
        case fiber_picture_unknown:
            throw PictureError(.unknownFormat, Message("pictureUnknown"))
        case fiber_picture_too_large:
            let megapixels = limits.pixels / 1_000_000
            throw PictureError(.tooLarge, Message("pictureTooLarge", ["megapixels": .number(megapixels)]))
        case fiber_picture_no_memory: throw PictureError(.noMemory, Message("pictureNoMemory"))
        default: throw PictureError(.broken, Message("pictureBroken"))
        }
        let count = Int(picture.width) * Int(picture.height) * 4
        return Pixels(
            width: Int(picture.width), height: Int(picture.height), sourceWidth: Int(picture.source_width),
            sourceHeight: Int(picture.source_height),
            bytes: Array(UnsafeBufferPointer(start: picture.pixels, count: count)))
    }
}
