/// The names used in dates, compared as lower-case bytes.
enum DateNames {
    /// Returns the month, 1 to 12, that `word` names in one of the languages that occur in feeds, or `nil` if it
    /// names none.
    static func month(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        guard word.count >= 3 else { return nil }
        if let english = englishMonth(word) {
            // In Finnish, `marraskuuta` is November.
            return english == 3 && word.count > 3 && word[3].lowercasedASCII == UInt8(ascii: "r") ? 11 : english
        }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        return localMonths[name]
    }

    /// The unit of a number, as given by the character after it.
    enum Unit {
        case year, month, day, hour, minute, second
    }

    /// Returns the unit whose sign, of three bytes, is at `index`, as in Chinese, Japanese and Korean dates, or `nil` if
    /// there is none.
    static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Unit? {
        guard index + 3 <= bytes.count else { return nil }
        return units[String(decoding: bytes[index..<index + 3], as: UTF8.self)]
    }

    private static let units: [String: Unit] = [
        "年": .year, "月": .month, "日": .day, "时": .hour, "時": .hour, "点": .hour, "點": .hour, "分": .minute, "秒": .second,
        "년": .year, "월": .month, "일": .day, "시": .hour, "분": .minute, "초": .second,
    ]

    /// Returns the half of the day that `word` names in Greek or in a language that writes it before the time, or
    /// `nil` if it names none.
    static func half(_ word: UnsafeBufferPointer<UInt8>) -> HalfDay? {
        guard let first = word.first, first >= 0x80 else { return nil }
        return halves[String(decoding: word, as: UTF8.self)]
    }

    private static let halves: [String: HalfDay] = [
        "午前": .morning, "午後": .afternoon, "上午": .morning, "下午": .afternoon, "오전": .morning, "오후": .afternoon,
        "πμ": .morning, "μμ": .afternoon, "π": .morning, "μ": .afternoon,
    ]

    /// Returns the day of the week that `word` names in English, 1 for Monday to 7 for Sunday, or `nil` if it names none.
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

    /// Returns the offset of a named zone in minutes east of Greenwich, or `nil` if the name is unknown.
    static func zone(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
        if word.count == 1 { return militaryZone(word[0].lowercasedASCII) }
        return zones[String(decoding: word, as: UTF8.self).lowercased()]
    }

    private static func englishMonth(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
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

    /// Returns the minutes of a single-letter zone of RFC 822, with the sign as corrected by RFC 1123.
    private static func militaryZone(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "a")...UInt8(ascii: "i"): Int(letter - UInt8(ascii: "a") + 1) * 60
        case UInt8(ascii: "k")...UInt8(ascii: "m"): Int(letter - UInt8(ascii: "k") + 10) * 60
        case UInt8(ascii: "n")...UInt8(ascii: "y"): -Int(letter - UInt8(ascii: "n") + 1) * 60
        case UInt8(ascii: "z"): 0
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

    /// Months whose names begin differently from the English ones.
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
        // Hungarian, Romanian, Turkish, Finnish
        "január": 1, "febr": 2, "február": 2, "márc": 3, "március": 3, "ápr": 4, "április": 4, "máj": 5, "május": 5,
        "jún": 6, "június": 6, "júl": 7, "július": 7, "szept": 9, "szeptember": 9, "október": 10, "ian": 1,
        "ianuarie": 1, "iun": 6, "iunie": 6, "iul": 7, "iulie": 7, "noi": 11, "noiembrie": 11, "oca": 1, "ocak": 1,
        "şub": 2, "şubat": 2, "nis": 4, "nisan": 4, "haz": 6, "haziran": 6, "tem": 7, "temmuz": 7, "ağu": 8,
        "ağustos": 8, "eyl": 9, "eylül": 9, "eki": 10, "ekim": 10, "kas": 11, "kasım": 11, "ara": 12, "aralık": 12,
        "tammi": 1, "tammikuuta": 1, "helmi": 2, "helmikuuta": 2, "maalis": 3, "maaliskuuta": 3, "huhti": 4,
        "huhtikuuta": 4, "touko": 5, "toukokuuta": 5, "kesä": 6, "kesäkuuta": 6, "heinä": 7, "heinäkuuta": 7, "elo": 8,
        "elokuuta": 8, "syys": 9, "syyskuuta": 9, "loka": 10, "lokakuuta": 10, "marraskuuta": 11, "joulu": 12,
        "joulukuuta": 12,
        // Greek
        "ιαν": 1, "ιανουαρίου": 1, "φεβ": 2, "φεβρουαρίου": 2, "μάρ": 3, "μαρ": 3, "μαρτίου": 3, "απρ": 4,
        "απριλίου": 4, "μάι": 5, "μαϊ": 5, "μαΐ": 5, "μαι": 5, "μαΐου": 5, "μαϊου": 5, "ιούν": 6, "ιουν": 6,
        "ιουνίου": 6, "ιούλ": 7, "ιουλ": 7, "ιουλίου": 7, "αύγ": 8, "αυγ": 8, "αυγούστου": 8, "σεπ": 9,
        "σεπτεμβρίου": 9, "οκτ": 10, "οκτωβρίου": 10, "νοέ": 11, "νοε": 11, "νοεμβρίου": 11, "δεκ": 12,
        "δεκεμβρίου": 12,
        // Ukrainian
        "січ": 1, "січня": 1, "лют": 2, "лютого": 2, "бер": 3, "березня": 3, "кві": 4, "квіт": 4, "квітня": 4, "тра": 5,
        "трав": 5, "травня": 5, "чер": 6, "черв": 6, "червня": 6, "лип": 7, "липня": 7, "сер": 8, "серп": 8,
        "серпня": 8, "вер": 9, "вересня": 9, "жов": 10, "жовт": 10, "жовтня": 10, "лис": 11, "листопада": 11, "гру": 12,
        "груд": 12, "грудня": 12,
        // Russian, Polish, Czech
        "янв": 1, "января": 1, "фев": 2, "февр": 2, "февраля": 2, "мар": 3, "марта": 3, "апр": 4, "апреля": 4, "мая": 5,
        "май": 5, "июн": 6, "июня": 6, "июл": 7, "июля": 7, "авг": 8, "августа": 8, "сен": 9, "сент": 9, "сентября": 9,
        "окт": 10, "октября": 10, "ноя": 11, "нояб": 11, "ноября": 11, "дек": 12, "декабря": 12, "sty": 1,
        "stycznia": 1, "lut": 2, "lutego": 2, "marca": 3, "kwi": 4, "kwietnia": 4, "maja": 5, "cze": 6, "czerwca": 6,
        "lip": 7, "lipca": 7, "sie": 8, "sierpnia": 8, "wrz": 9, "września": 9, "paź": 10, "października": 10,
        "lis": 11, "listopada": 11, "gru": 12, "grudnia": 12, "ledna": 1, "února": 2, "března": 3, "dubna": 4,
        "května": 5, "června": 6, "července": 7, "srpna": 8, "září": 9, "října": 10, "listopadu": 11, "prosince": 12,
        "январь": 1, "февраль": 2, "апрель": 4, "июнь": 6, "июль": 7, "сентябрь": 9, "октябрь": 10, "ноябрь": 11,
        "декабрь": 12, "led": 1, "leden": 1, "úno": 2, "únor": 2, "bře": 3, "březen": 3, "dub": 4, "duben": 4, "kvě": 5,
        "květen": 5, "čer": 6, "čvn": 6, "červen": 6, "čvc": 7, "červenec": 7, "srp": 8, "srpen": 8, "zář": 9,
        "říj": 10, "říjen": 10, "listopad": 11, "pro": 12, "prosinec": 12,
        // Slovak, Slovene, Croatian
        "januára": 1, "mája": 5, "júna": 6, "júla": 7, "októbra": 10, "avg": 8, "avgust": 8, "avgusta": 8, "sij": 1,
        "siječnja": 1, "velj": 2, "veljače": 2, "ožu": 3, "ožujka": 3, "travnja": 4, "svi": 5, "svibnja": 5,
        "lipnja": 6, "srpnja": 7, "kol": 8, "kolovoza": 8, "ruj": 9, "rujna": 9, "stu": 11, "studenoga": 11,
        "studenog": 11, "prosinca": 12,
        // Bulgarian, Serbian
        "яну": 1, "януари": 1, "февруари": 2, "март": 3, "април": 4, "юни": 6, "юли": 7, "август": 8, "септ": 9,
        "септември": 9, "октомври": 10, "ноем": 11, "ноември": 11, "декември": 12, "јан": 1, "феб": 2, "мај": 5,
        "јун": 6, "јул": 7, "сеп": 9, "нов": 11, "дец": 12,
        // Estonian, Latvian, Lithuanian
        "jaan": 1, "jaanuar": 1, "veebr": 2, "veebruar": 2, "märts": 3, "juuni": 6, "juuli": 7, "dets": 12,
        "detsember": 12, "jūn": 6, "jūnijs": 6, "jūl": 7, "jūlijs": 7, "sau": 1, "sausio": 1, "vas": 2, "vasario": 2,
        "kov": 3, "kovo": 3, "bal": 4, "balandžio": 4, "geg": 5, "gegužės": 5, "bir": 6, "birželio": 6, "lie": 7,
        "liepos": 7, "rgp": 8, "rugpjūčio": 8, "rgs": 9, "rugsėjo": 9, "spa": 10, "spl": 10, "spalio": 10, "lap": 11,
        "lapkr": 11, "lapkričio": 11, "grd": 12, "gruod": 12, "gruodžio": 12,
        // Catalan, Indonesian
        "març": 3, "maig": 5, "juny": 6, "agu": 8, "ags": 8, "agustus": 8,
        // Arabic, Hebrew
        "يناير": 1, "فبراير": 2, "مارس": 3, "أبريل": 4, "ابريل": 4, "إبريل": 4, "مايو": 5, "يونيو": 6, "يوليو": 7,
        "أغسطس": 8, "اغسطس": 8, "سبتمبر": 9, "أكتوبر": 10, "اكتوبر": 10, "نوفمبر": 11, "ديسمبر": 12, "ינואר": 1,
        "בינואר": 1, "פברואר": 2, "בפברואר": 2, "מרץ": 3, "במרץ": 3, "אפריל": 4, "באפריל": 4, "מאי": 5, "במאי": 5,
        "יוני": 6, "ביוני": 6, "יולי": 7, "ביולי": 7, "אוגוסט": 8, "באוגוסט": 8, "ספטמבר": 9, "בספטמבר": 9,
        "אוקטובר": 10, "באוקטובר": 10, "נובמבר": 11, "בנובמבר": 11, "דצמבר": 12, "בדצמבר": 12,
    ]
}

/// Three letters packed into one number, so that a `switch` compares them at once.
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
