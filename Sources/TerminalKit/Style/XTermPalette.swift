/// xterm's 256 colours: sixteen that vary between users, a cube of 6×6×6, 24 greys.
enum XTermPalette {
    private static let cubeLevels: [UInt32] = [0, 95, 135, 175, 215, 255]
    private static let sixteen: [UInt32] = [
        0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
        0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
    ]

    /// Returns xterm's value of the entry `index`.
    static func rgb(_ index: UInt8) -> UInt32 {
        switch index {
        case 0..<16: return sixteen[Int(index)]
        case 16..<232:
            let offset = Int(index) - 16
            return cubeLevels[offset / 36] << 16 | cubeLevels[offset / 6 % 6] << 8 | cubeLevels[offset % 6]
        default:
            let grey = 8 + 10 * (UInt32(index) - 232)
            return grey << 16 | grey << 8 | grey
        }
    }

    /// Returns the nearest entry of the cube or the greys; never one of the first sixteen, which users change.
    static func nearest(to value: UInt32) -> UInt8 {
        let channels = Color.channels(of: value)
        let steps = channels.map { channel in channel < 48 ? 0 : channel < 115 ? 1 : (channel - 35) / 40 }
        let cube = UInt8(16 + 36 * steps[0] + 6 * steps[1] + steps[2])
        let mean = channels.reduce(0, +) / 3
        let grey = UInt8(232 + min(23, max(0, (mean - 3) / 10)))
        return distance(rgb(grey), value) < distance(rgb(cube), value) ? grey : cube
    }

    /// Returns the nearest of xterm's first sixteen.
    static func nearestOfSixteen(to value: UInt32) -> UInt8 {
        var best: UInt8 = 0
        for index in UInt8(1)..<16 where distance(rgb(index), value) < distance(rgb(best), value) { best = index }
        return best
    }

    private static func distance(_ lhs: UInt32, _ rhs: UInt32) -> Int {
        func square(_ shift: UInt32) -> Int {
            let difference = Int(lhs >> shift & 0xff) - Int(rhs >> shift & 0xff)
            return difference * difference
        }
        return 3 * square(16) + 6 * square(8) + square(0)
    }
}
