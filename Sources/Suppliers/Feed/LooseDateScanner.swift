import EngineConcepts

/// Reads dates in whatever order their parts come: RFC 822 and its misspellings, `asctime`, RFC 850, `12/31/2024`,
/// `31.12.2024`, `Dec 31, 2024 11:59 PM`, and months by their names in the languages that feeds use.
struct LooseDateScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var fields = DateFields()
    private var year: Int?
    private var month: Int?
    private var day: Int?
    /// Whether the month's name stood in front of everything.
    private var monthCameFirst = false
    private var hasTime = false
    private var afternoon: Bool?

    /// Reads from these bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The fields; nil where there is no day, month and year among them.
    mutating func scan() -> DateFields? {
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isASCIIDigit {
                guard scanNumber() else { return nil }
            } else if hasTime, byte == 0x2b || byte == 0x2d {
                var zone = ZoneScanner(bytes, from: index)
                guard let offset = zone.scan() else { return nil }
                fields.offsetMinutes = offset
                break
            } else if byte.isASCIILetter || byte >= 0x80 {
                guard scanWord() else { break }
            } else {
                index += 1
            }
        }
        guard let year, let month, let day else { return nil }
        (fields.year, fields.month, fields.day) = (year, month, day)
        if let afternoon, fields.hour <= 12 { fields.hour = fields.hour % 12 + (afternoon ? 12 : 0) }
        return fields
    }

    /// Reads a word. Answers false where it was a zone, behind which nothing counts.
    private mutating func scanWord() -> Bool {
        let start = index
        while index < bytes.count, bytes[index].isASCIILetter || bytes[index] >= 0x80 { index += 1 }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if word.count == 2, word[1] | 0x20 == 0x6d, word[0] | 0x20 == 0x61 || word[0] | 0x20 == 0x70 {
            afternoon = word[0] | 0x20 == 0x70
            return true
        }
        // In several languages Tuesday begins as March does: of two names in front of and behind the day, the one behind
        // is the month's.
        if let named = DateNames.month(word), month == nil || (monthCameFirst && day != nil) {
            monthCameFirst = month == nil && day == nil
            month = named
            return true
        }
        guard hasTime, let year = year ?? trailingYear(), DateNames.weekday(word) == nil else { return true }
        self.year = year
        var zone = ZoneScanner(bytes, from: start)
        fields.offsetMinutes = zone.scan() ?? 0
        return false
    }

    /// The year where it comes last, behind the zone, as `date` prints it: `Mon Sep  7 12:00:00 UTC 2020`.
    private func trailingYear() -> Int? {
        guard bytes.count >= 4 else { return nil }
        var value = 0
        for byte in bytes.suffix(4) {
            guard byte.isASCIIDigit else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private mutating func scanNumber() -> Bool {
        let start = index
        let value = digits()
        let count = index - start
        let next = index < bytes.count ? bytes[index] : 0
        if next == 0x3a, !hasTime, count <= 2 { return scanTime(hour: value) }
        if next == 0x2f || next == 0x2e || next == 0x2d, day == nil, month == nil,
            let numeric = numericDate(value, next)
        {
            (day, month, year) = numeric
            return true
        }
        if count == 4 || (count > 2 && count < 4) {
            guard year == nil else { return true }
            year = count == 3 ? 1900 + value : value
        } else if count <= 2 {
            if day == nil { day = value } else if year == nil { year = value < 50 ? 2000 + value : 1900 + value }
        } else {
            return false
        }
        return true
    }

    private mutating func scanTime(hour: Int) -> Bool {
        fields.hour = hour
        index += 1
        guard index < bytes.count, bytes[index].isASCIIDigit else { return false }
        fields.minute = digits()
        if index + 1 < bytes.count, bytes[index] == 0x3a, bytes[index + 1].isASCIIDigit {
            index += 1
            fields.second = digits()
        }
        if index + 1 < bytes.count, bytes[index] == 0x2e, bytes[index + 1].isASCIIDigit {
            index += 1
            _ = digits()
        }
        hasTime = true
        return true
    }

    /// `31.12.2024` and `12/31/2024`: with dots the day comes first; with slashes the month does, unless it cannot.
    private mutating func numericDate(_ first: Int, _ separator: UInt8) -> (day: Int, month: Int, year: Int)? {
        let start = index
        index += 1
        let second = digits()
        guard index < bytes.count, bytes[index] == separator, index > start + 1 else {
            index = start
            return nil
        }
        index += 1
        let yearStart = index
        let third = digits()
        guard index > yearStart else {
            index = start
            return nil
        }
        let year = index - yearStart == 2 ? (third < 50 ? 2000 + third : 1900 + third) : third
        return separator == 0x2f && first <= 12 ? (second, first, year) : (first, second, year)
    }

    private mutating func digits() -> Int {
        var value = 0
        while index < bytes.count, bytes[index].isASCIIDigit {
            value = min(value * 10 + Int(bytes[index] - 0x30), 1_000_000)
            index += 1
        }
        return value
    }
}

/// The names that dates use, compared in lower case by their bytes.
enum DateNames {
    /// The month, 1 to 12, that `word` names in English or another language that feeds use; nil where it names none.
    static func month(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3 else { return nil }
        if let english = englishMonth(word) { return english }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        return localMonths[name]
    }

    /// Something where `word` names a day of the week in English.
    static func weekday(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3 else { return nil }
        return switch key(word) {
        case "mon": 1
        case "tue": 2
        case "wed": 3
        case "thu": 4
        case "fri": 5
        case "sat": 6
        case "sun": 7
        default: nil
        }
    }

    /// Minutes east of Greenwich of a zone by its name; nil where it is not known.
    static func zone(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        if word.count == 1 { return militaryZone(word[0].lowercasedASCII) }
        return zones[String(decoding: word, as: UTF8.self).lowercased()]
    }

    private static func englishMonth(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        // Names that begin like an English month and are another one elsewhere are told apart by their length.
        switch key(word) {
        case "jan": 1
        case "feb": 2
        case "mar": 3
        case "apr": 4
        case "may": 5
        case "jun": 6
        case "jul": 7
        case "aug": 8
        case "sep": 9
        case "oct": 10
        case "nov": 11
        case "dec": 12
        default: nil
        }
    }

    private static func key(_ word: UnsafeBufferPointer<UInt8>) -> StaticKey {
        StaticKey(word[0].lowercasedASCII, word[1].lowercasedASCII, word[2].lowercasedASCII)
    }

    /// RFC 822's single letters, with the signs that RFC 1123 corrected.
    private static func militaryZone(_ letter: UInt8) -> Int? {
        switch letter {
        case 0x61...0x69: (Int(letter) - 0x60) * 60
        case 0x6b...0x6d: (Int(letter) - 0x61) * 60
        case 0x6e...0x79: -(Int(letter) - 0x6d) * 60
        case 0x7a: 0
        default: nil
        }
    }

    private static let zones: [String: Int] = [
        "utc": 0, "gmt": 0, "ut": 0, "wet": 0, "west": 60, "bst": 60, "ist": 330, "cet": 60, "cest": 120, "met": 60,
        "mest": 120, "mez": 60, "mesz": 120, "eet": 120, "eest": 180, "msk": 180, "sast": 120, "jst": 540, "kst": 540,
        "hkt": 480, "sgt": 480, "awst": 480, "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720,
        "nzdt": 780, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480,
        "pdt": -420, "akst": -540, "akdt": -480, "hst": -600, "ast": -240, "adt": -180, "nst": -210, "ndt": -150,
        "brt": -180, "art": -180, "et": -300, "ct": -360, "mt": -420, "pt": -480,
    ]

    /// Months whose names do not begin like the English ones.
    private static let localMonths: [String: Int] = [
        // German, Dutch, Scandinavian
        "mär": 3, "märz": 3, "mrz": 3, "mai": 5, "okt": 10, "oktober": 10, "dez": 12, "dezember": 12, "jänner": 1,
        "mrt": 3, "maart": 3, "mei": 5, "maj": 5, "des": 12, "desember": 12,
        // French
        "fév": 2, "févr": 2, "février": 2, "avr": 4, "avril": 4, "juin": 6, "juil": 7, "juillet": 7, "aoû": 8,
        "août": 8, "déc": 12, "décembre": 12,
        // Spanish, Portuguese, Italian
        "ene": 1, "enero": 1, "fev": 2, "fevereiro": 2, "abr": 4, "abril": 4, "mayo": 5, "maio": 5, "ago": 8,
        "agosto": 8, "set": 9, "septiembre": 9, "setembro": 9, "settembre": 9, "out": 10, "outubro": 10, "dic": 12,
        "diciembre": 12, "dicembre": 12, "dezembro": 12, "gen": 1, "gennaio": 1, "mag": 5, "maggio": 5, "giu": 6,
        "giugno": 6, "lug": 7, "luglio": 7, "ott": 10, "ottobre": 10,
        // Russian, Ukrainian, Polish, Czech
        "янв": 1, "января": 1, "фев": 2, "февр": 2, "февраля": 2, "мар": 3, "марта": 3, "апр": 4, "апреля": 4,
        "мая": 5, "май": 5, "июн": 6, "июня": 6, "июл": 7, "июля": 7, "авг": 8, "августа": 8, "сен": 9, "сент": 9,
        "сентября": 9, "окт": 10, "октября": 10, "ноя": 11, "нояб": 11, "ноября": 11, "дек": 12, "декабря": 12,
        "sty": 1, "stycznia": 1, "lut": 2, "lutego": 2, "marca": 3, "kwi": 4, "kwietnia": 4, "maja": 5, "cze": 6,
        "czerwca": 6, "lip": 7, "lipca": 7, "sie": 8, "sierpnia": 8, "wrz": 9, "września": 9, "paź": 10,
        "października": 10, "lis": 11, "listopada": 11, "gru": 12, "grudnia": 12, "ledna": 1, "února": 2, "března": 3,
        "dubna": 4, "května": 5, "června": 6, "července": 7, "srpna": 8, "září": 9, "října": 10, "listopadu": 11,
        "prosince": 12,
    ]
}

/// Three letters as one number, so that a `switch` compares them at once.
private struct StaticKey: Equatable, ExpressibleByStringLiteral {
    private let value: UInt32

    init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
        value = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
    }

    init(stringLiteral literal: StaticString) {
        var value: UInt32 = 0
        literal.withUTF8Buffer { for byte in $0 { value = value << 8 | UInt32(byte) } }
        self.value = value
    }

    static func ~= (pattern: StaticKey, value: StaticKey) -> Bool {
        pattern.value == value.value
    }
}
