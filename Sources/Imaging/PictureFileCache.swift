public import EngineConcepts
import Foundation
import LibC

/// A cache of fetched pictures on disk: one file each in a directory that may be deleted at any time. The oldest files are
/// removed when the directory is too large or they are too old. Several processes may share it: files are written atomically.
public actor PictureFileCache {
    private static let ending = ".picture"

    private let directory: String
    private let maximumBytes: Int
    private let lifetime: Duration
    private let time: any TimeSource
    /// The size of the files at the last listing plus what was written since, or `nil` before the first.
    private var total: Int?

    /// Keeps at most `maximumBytes` in `directory`, each file for `lifetime`; 0 keeps nothing.
    public init(directory: String, maximumBytes: Int, lifetime: Duration, time: any TimeSource) {
        self.directory = directory
        self.maximumBytes = maximumBytes
        self.lifetime = lifetime
        self.time = time
    }

    /// Returns the bytes from `address`, or `nil` if they are absent, too old or unreadable.
    public func bytes(at address: String) -> [UInt8]? {
        guard maximumBytes > 0, let data = FileManager.default.contents(atPath: path(of: address)) else { return nil }
        // The file begins with its address: two addresses may share a file name.
        guard let end = data.firstIndex(of: 0x0a), data[..<end].elementsEqual(address.utf8),
            !isOld(modificationTime(path(of: address)))
        else { return nil }
        return [UInt8](data[(end + 1)...])
    }

    /// Stores the bytes from `address`. Throws ``PictureError/Code/unwritable``, which loses only the copy.
    public func save(_ bytes: [UInt8], of address: String) throws(PictureError) {
        guard maximumBytes > 0, bytes.count <= maximumBytes / 4, !address.utf8.contains(0x0a) else { return }
        let file = path(of: address)
        do {
            try FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            var data = Data(address.utf8)
            data.append(0x0a)
            data.append(contentsOf: bytes)
            try data.write(to: URL(fileURLWithPath: file), options: .atomic)
            try FileManager.default.setAttributes(
                [
                    .posixPermissions: 0o600,
                    .modificationDate: Date(timeIntervalSince1970: TimeInterval(time.now().seconds)),
                ], ofItemAtPath: file)
            try makeRoom(afterWriting: data.count)
        } catch {
            throw PictureError(
                .unwritable, Message("picturesNotCached", ["directory": .text(directory)]),
                cause: error.localizedDescription)
        }
    }

    /// Removes files that are too old, and the oldest if there are too many, down to nine tenths, so that the next
    /// picture needs no listing.
    private func makeRoom(afterWriting count: Int) throws {
        if let known = total, known + count <= maximumBytes {
            total = known + count
            return
        }
        var files = try listing()
        var sum = files.map(\.byteCount).reduce(0, +)
        files.sort { $0.time < $1.time }
        let goal = sum > maximumBytes ? maximumBytes / 10 * 9 : maximumBytes
        for file in files where sum > goal || isOld(file.time) {
            // Another process may have removed it.
            if unlink(directory + "/" + file.name) != 0, errno != ENOENT {
                throw POSIXError(.init(rawValue: errno) ?? .EIO)
            }
            sum -= file.byteCount
        }
        total = sum
    }

    private func listing() throws -> [(name: String, byteCount: Int, time: Int64)] {
        try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(Self.ending) }
            .compactMap { name in
                var status = stat()
                guard stat(directory + "/" + name, &status) == 0 else { return nil }
                return (name, Int(status.st_size), Int64(status.modificationTime.tv_sec))
            }
    }

    private func modificationTime(_ path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.modificationTime.tv_sec) : .min
    }

    private func isOld(_ seconds: Int64) -> Bool {
        let age = time.now().seconds.subtractingReportingOverflow(seconds)
        return age.overflow || Duration.seconds(age.partialValue) > lifetime
    }

    private func path(of address: String) -> String {
        directory + "/" + String(StableHash.fnv1a(address.utf8), width: 16, radix: 16) + Self.ending
    }
}
