/// Encoding labels and their meanings.
///
/// A label stands for more than its standard: text labelled `gb2312` may use the characters of its successors. The
/// WHATWG Encoding Standard (§4.2) defines what each label means on the web. This is the part of its table that
/// differs from iconv's meanings.
enum EncodingLabel {
    private static let converterNames: [String: String] = {
        let labels: [(String, [String])] = [
            (
                "WINDOWS-1252",
                ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "cp819", "x-cp1252"]
            ),
            ("GB18030", ["gb2312", "gbk", "gb_2312-80", "chinese", "x-gbk", "iso-ir-58", "csgb2312"]),
            ("CP932", ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "csshiftjis"]),
            ("CP949", ["euc-kr", "euckr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "korean", "windows-949"]),
            ("BIG5-HKSCS", ["big5", "big-5", "cn-big5", "csbig5", "x-x-big5"]),
            ("EUC-JP", ["x-euc-jp", "eucjp", "cseucpkdfmtjapanese"]),
            ("WINDOWS-1254", ["iso-8859-9", "latin5", "l5"]),
            ("CP874", ["iso-8859-11", "tis-620", "tis620", "windows-874"]),
            ("MACINTOSH", ["x-mac-roman", "mac", "macroman"]),
            ("MAC-CYRILLIC", ["x-mac-cyrillic", "x-mac-ukrainian"]),
            ("WINDOWS-1251", ["x-cp1251"]), ("WINDOWS-1250", ["x-cp1250"]),
        ]
        return Dictionary(labels.flatMap { name, labels in labels.map { ($0, name) } }) { first, _ in first }
    }()

    /// Returns true for UTF-8 and its subset ASCII.
    static func isUTF8(_ label: String) -> Bool {
        ["utf-8", "utf8", "us-ascii", "ascii"].contains(label.lowercased())
    }

    /// Returns true if every character takes at least two bytes.
    static func isWide(_ label: String) -> Bool {
        let label = label.lowercased()
        return ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4", "iso-10646-ucs"]
            .contains { label.hasPrefix($0) }
    }

    /// Returns true for Windows-1252 and its subset Latin-1.
    static func isWestern(_ label: String) -> Bool {
        ["windows-1252", "cp1252"].contains(converterName(of: label).lowercased())
    }

    /// Returns true if every character takes one byte.
    static func isSingleByte(_ label: String) -> Bool {
        let name = converterName(of: label).lowercased()
        return ["windows-125", "cp125", "iso-8859-", "iso8859-", "iso_8859-", "koi8", "mac"]
            .contains { name.hasPrefix($0) }
    }

    /// Returns iconv's name of the encoding for `label`.
    static func converterName(of label: String) -> String {
        converterNames[label.lowercased()] ?? label
    }
}
