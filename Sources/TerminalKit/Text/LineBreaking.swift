/// Says between which clusters a line may end: after spaces and hyphens, between ideographs, never before closing or
/// after opening punctuation. The part of UAX #14 that decides ordinary text; dictionaries (Thai) are not in it.
struct LineBreaking {
    private var previous = Kind.start
    private var beforeHyphen = Kind.start

    /// What a cluster is to line breaking.
    enum Kind {
        case start
        case space
        case invisibleBreak
        case glue
        case letter
        case digit
        case hyphen
        case dash
        case slash
        case opening
        case closing
        case ideograph
    }

    /// Whether a line may end before a cluster of `kind`, which then becomes the last one seen.
    mutating func mayBreak(before kind: Kind) -> Bool {
        defer {
            if kind == .hyphen { beforeHyphen = previous }
            previous = kind
        }
        switch (previous, kind) {
        case (.start, _), (_, .space), (_, .invisibleBreak), (_, .glue), (.glue, _): return false
        case (.space, _), (.invisibleBreak, _): return true
        case (_, .closing), (.opening, _), (_, .hyphen), (_, .slash): return false
        case (.ideograph, _), (_, .ideograph): return true
        case (.hyphen, .letter): return beforeHyphen == .letter || beforeHyphen == .digit
        case (.dash, _): return kind != .dash
        case (.slash, .letter): return true
        default: return false
        }
    }

    /// A new line has begun.
    mutating func startLine() {
        previous = .start
    }

    /// What the cluster is.
    static func kind(of cluster: Cluster) -> Kind {
        switch cluster.first.value {
        case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200a, 0x205f, 0x3000: .space
        case 0x200b, 0xad: .invisibleBreak
        case 0xa0, 0x2007, 0x202f, 0x2060, 0xfeff: .glue
        case 0x30...0x39: .digit
        case 0x2d, 0x2010: .hyphen
        case 0x2012...0x2014: .dash
        case 0x2f: .slash
        case 0x28, 0x5b, 0x7b, 0x201c, 0x2018, 0xab, 0xbf, 0xa1: .opening
        case 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016, 0x3018, 0xff08, 0xff3b, 0xff5b: .opening
        case 0x21, 0x22, 0x25, 0x27, 0x29, 0x2c, 0x2e, 0x3a, 0x3b, 0x3f, 0x5d, 0x7d, 0x2019, 0x201d, 0xbb: .closing
        case 0x2026, 0x3001, 0x3002, 0x3005, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3017, 0x3019: .closing
        case 0xff01, 0xff05, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d, 0xff61: .closing
        case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e, 0x309b...0x309e: .closing
        case 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7, 0x30ee, 0x30fb...0x30fe: .closing
        default: cluster.width == 2 ? .ideograph : .letter
        }
    }
}
