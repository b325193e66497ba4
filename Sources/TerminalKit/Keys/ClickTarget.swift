/// The effect of a click on a cell. Texts carry their targets in their styles, so that a click finds what is drawn under the
/// pointer, however the line was laid out.
public enum ClickTarget: Hashable, Sendable {
    /// Follows the link with this number, from 1; the screen's buffer has the addresses.
    case link(UInt16)
    /// Chooses the row of a list with this index.
    case row(Int)
    /// Turns to the tab with this index.
    case tab(Int)
    /// Presses a key, such as that of a hint.
    case press(Key)

    /// The numbers of links end here, those of rows begin.
    private static let firstRow: UInt16 = 0x4000
    /// The numbers of rows end here, those of tabs begin.
    private static let firstTab: UInt16 = 0x7000
    /// The numbers of tabs end here, those of keys begin.
    private static let firstKey: UInt16 = 0x8000

    /// Returns the target with a number, or `nil` for 0 and for numbers without a meaning.
    init?(encoding: UInt16) {
        switch encoding {
        case 0: return nil
        case ..<Self.firstRow: self = .link(encoding)
        case ..<Self.firstTab: self = .row(Int(encoding - Self.firstRow))
        case ..<Self.firstKey: self = .tab(Int(encoding - Self.firstTab))
        default:
            guard let key = Key(encoding: encoding - Self.firstKey) else { return nil }
            self = .press(key)
        }
    }

    /// The number that a style stores, or 0 for a target that has none: a link, row or tab with a large number, or a key
    /// beyond Latin letters.
    var encoding: UInt16 {
        switch self {
        case .link(let number): number < Self.firstRow ? number : 0
        case .row(let index):
            (0..<Int(Self.firstTab - Self.firstRow)).contains(index) ? Self.firstRow + UInt16(index) : 0
        case .tab(let index):
            (0..<Int(Self.firstKey - Self.firstTab)).contains(index) ? Self.firstTab + UInt16(index) : 0
        case .press(let key): key.encoding.map { Self.firstKey + $0 } ?? 0
        }
    }
}

extension Key {
    /// Characters have their scalar values below this number.
    private static let firstName: UInt32 = 0x800
    /// Function keys begin here.
    private static let firstFunction: UInt32 = 0x900

    /// A number of 15 bits, the modifiers in the highest three, or `nil` for a key that has none.
    fileprivate var encoding: UInt16? {
        let value: UInt32
        switch code {
        case .character(let character):
            guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
                scalar.value < Self.firstName
            else { return nil }
            value = scalar.value
        case .named(let name):
            guard let index = Name.allCases.firstIndex(of: name) else { return nil }
            value = Self.firstName + UInt32(index)
        case .function(let number):
            guard (0..<0x100).contains(number) else { return nil }
            value = Self.firstFunction + UInt32(number)
        }
        return UInt16(modifiers.rawValue) << 12 | UInt16(value)
    }

    fileprivate init?(encoding: UInt16) {
        let value = UInt32(encoding & 0xfff)
        let code: Code
        if value < Self.firstName {
            guard let scalar = Unicode.Scalar(value) else { return nil }
            code = .character(Character(scalar))
        } else if value < Self.firstFunction {
            let index = Int(value - Self.firstName)
            guard Name.allCases.indices.contains(index) else { return nil }
            code = .named(Name.allCases[index])
        } else {
            code = .function(Int(value - Self.firstFunction))
        }
        self.init(code, Modifiers(rawValue: UInt8(encoding >> 12)))
    }
}

extension Style {
    /// The effect of a click on the cell, or `nil` for nothing of its own.
    public var target: ClickTarget? { ClickTarget(encoding: targetNumber) }

    /// The number of the link that the cell belongs to, or 0 for none.
    public var hyperlink: UInt16 { if case .link(let number) = target { number } else { 0 } }

    /// Returns this style for cells whose click has an effect.
    public func clicked(_ target: ClickTarget) -> Style {
        var style = self
        style.targetNumber = target.encoding
        return style
    }
}
