/// The words of sixteen languages in nine scripts, the same on every machine: the real frequent words of each, and
/// words built from its syllables. No two languages share a built word.
struct Vocabulary {
    /// A language with its words, most frequent first.
    struct Language {
        /// The BCP 47 tag.
        let code: String
        /// The number of real words at the beginning of ``words``.
        let commonCount: Int
        let words: [String]
        /// The text between two words: nothing in Chinese and Japanese.
        let space: String
        let comma: String
        let ends: [String]
        /// How many of a hundred feeds are in this language.
        let share: Int
    }

    let languages: [Language]

    /// The number of different words.
    var count: Int { Set(languages.flatMap(\.words)).count }

    /// The number of words built for each language.
    private static let built = 1500

    init() {
        var known: Set<String> = []
        languages = Alphabet.all.map { alphabet in
            let common = pieces(of: alphabet.common)
            var words = common
            known.formUnion(common)
            var number = 0
            while words.count < common.count + Self.built, number < 100_000 {
                let word = alphabet.word(number)
                number += 1
                if known.insert(word).inserted { words.append(word) }
            }
            return Language(
                code: alphabet.code, commonCount: common.count, words: words, space: alphabet.space,
                comma: alphabet.comma, ends: alphabet.ends, share: alphabet.share)
        }
    }

    /// Returns a language for `number`, in proportion to the shares.
    func language(_ number: Int) -> Language {
        var rest = number % languages.reduce(0) { $0 + $1.share }
        for language in languages {
            rest -= language.share
            if rest < 0 { return language }
        }
        return languages[0]
    }
}

/// How the words of a language are built.
private struct Alphabet {
    let code: String
    let share: Int
    var space = " "
    var comma = ", "
    var ends = [".", ".", ".", "!", "?"]
    let common: String
    /// Beginnings, middles and ends of words.
    let first: [String]
    let middle: [String]
    let last: [String]

    init(
        _ code: String, share: Int, space: String = " ", comma: String = ", ",
        ends: [String] = [".", ".", ".", "!", "?"], common: String, first: String, middle: String, last: String
    ) {
        self.code = code
        self.share = share
        self.space = space
        self.comma = comma
        self.ends = ends
        self.common = common
        self.first = pieces(of: first)
        self.middle = pieces(of: middle)
        self.last = pieces(of: last) + [""]
    }

    /// Returns the word of this number. A large step through all combinations makes neighbours differ.
    func word(_ number: Int) -> String {
        let combinations = first.count * middle.count * (middle.count + 1) * last.count
        var rest = number * 7919 % combinations
        func part(_ parts: [String]) -> String {
            defer { rest /= parts.count }
            return parts[rest % parts.count]
        }
        return part(first) + part(middle) + part(middle + [""]) + part(last)
    }

    static let all: [Alphabet] = [
        Alphabet(
            "en", share: 52,
            common:
                "the of and to in a is that for it was on with as be by this are at from have not or which you but all their one has will more about when there out up who what its into than people year new time after some could over now only other years two first then any these government work school between world because house against under week room number power company water market system case night problem service report study city open while during without public party",
            first:
                "b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p ph pl pr qu r s sc sh sl sm sp st str t th tr v w wh",
            middle:
                "ain all an ar ate ead eam ear ell en ent er ess est ight ill in ing ink oad ock old om ood oon ope ore ound ow ude um und ush",
            last: "ed er ful ing ion ish ity less ly ment ness ous s able al"),
        Alphabet(
            "de", share: 6,
            common:
                "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man dann soll schon wenn sein Jahre zwei Prozent gegen vom können seit Deutschland Uhr Stadt Menschen heute Regierung Straße größer schön Bücher",
            first: "B Br D F Fr G Gr H K Kl L M N P R S Sch Spr St T Tr V W Z b f g k l m r s t w",
            middle: "acht ang aus äch eck ein eis end ern est eu ied iel ind itt oll orm ög und ung ür üh ätz",
            last: "bar chen e en er heit ig isch keit lich los schaft t ung"),
        Alphabet(
            "fr", share: 6,
            common:
                "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son mais comme ou si leur y dont aux elle deux ces cette été fait même tout après être très état années aussi entre sans où gouvernement français pays contre déjà Paris temps monde heures ville première élection",
            first: "b br c ch d dé f fr g gr h j l m n p pl pr r ré s t tr v é",
            middle: "ain ais an ant eau el em en er eur i ié ille in oir on ont oul our ouv ur ym",
            last: "age ais ant e é ée ement er es eux ien ier if ion ique ité té ure"),
        Alphabet(
            "es", share: 6,
            common:
                "de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué sólo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo país según España niño mañana",
            first: "b br c ch d f g gr h j ll m n p pl pr r s t tr v qu es des",
            middle: "ab ad al am an ar ec el en er est ient ig il in ier os ot ud uch uel ur",
            last: "a ación ado ar as ción dad do e ero es idad iendo ia ió mente o os ón"),
        Alphabet(
            "pl", share: 2,
            common:
                "w i na z się że do nie o jest to od za po przez jak dla ale przy ze jego czy przed co lub już są tylko może być także roku które który została między więcej można będzie był było oraz ten tak też bardzo Polska czas dzień człowiek państwo rząd świat życie",
            first: "b br c ch cz d dz g gr k kr l ł m n p pr prz r s sz st t tr w z ż",
            middle: "ad ał an ar ąd ech ek el er ęk ien ies in och od ol on ow ór uch yt yw",
            last: "a ać ami anie ego em enie ę i ie ki ny ość owa owy ów y ych"),
        Alphabet(
            "tr", share: 2,
            common:
                "ve bir bu da de için ile çok olarak daha kadar olan gibi en ne var sonra o ki ama her iki yeni büyük göre ilk değil olduğu önce şey zaman yıl gün insan dünya ülke Türkiye İstanbul hükümet çalışma güzel çocuk üzerinde şimdi arasında",
            first: "b c ç d f g h k l m n p s ş t y z ak el ış öz",
            middle: "al ar an at ek el er et ın ır ış ik il in or ol ök ön ul ur ük ün",
            last: "a acak da dan dı e en lar lar ler lik lı mak mek sı sız ü"),
        Alphabet(
            "vi", share: 2,
            common:
                "và của là có các trong được cho một những người không với này đã khi về từ đến để như ra nhiều năm tại cũng vào theo sẽ phải trên việc đó nhà nước công thành phố ngày thế giới chính phủ Việt Nam kinh tế học sinh bằng lớn mới hơn sau trước giữa",
            first: "b c ch d đ g gi h kh l m n ng nh ph qu r s t th tr v x",
            middle: "a à á ả ạ ă ắ â ấ ầ ê ế ề i í ì o ó ò ô ố ồ ơ ớ ờ u ú ư ứ ừ y ý",
            last: "c ch i m n ng nh o p t u y"),
        Alphabet(
            "ru", share: 8,
            common:
                "и в не на что он с как это по но к из у за от о же для так бы вы мы было все его она то только еще был когда уже или если до нас при где есть даже себя во время лет год человек может после также который быть этот россии москве города мира сегодня правительство работы жизни больше между компания тысяч против через",
            first: "б бр в вр г гр д др ж з к кр л м н п пр р с ст т тр ф х ц ч ш",
            middle: "ав ад ал ан ар ас ев ед ел ем ен ер ив ил ин ир об ов ол он ор ос от уг ук ур ыт яв",
            last: "а ами ание ать ах е ей ение ений и ий ить ков кого ной ность ных о ого ой ом ость ский т у ы ый"),
        Alphabet(
            "uk", share: 2,
            common:
                "і в не на що він з як це по але до із у за від про для так ми було все його вона тільки ще був коли вже або якщо при де є навіть під час років рік людина може після також який бути цей України Києві міста світу сьогодні уряд роботи життя більше між тисяч проти через її",
            first: "б бр в г гр д ж з й к кр л м н п пр р с ст т тр ф х ц ч ш щ",
            middle: "ав ад ал ан ар ев ед ел ем ен ер ив іл ін ір об ов ол он ор ос от уг ук ур ит яв їв",
            last: "а ами ання ати ах е ей ення и ий ити ків кого ній ність них о ого ої ом ість ський у"),
        Alphabet(
            "el", share: 2,
            common:
                "και το της η ο να του με για την από που τα στην τις είναι στο τον θα των ένα τους δεν οι μια στη αυτό ότι κατά σε ή έχει όπως μετά πιο πολύ μας αλλά χρόνια σήμερα κυβέρνηση κόσμο Ελλάδα Αθήνα πόλη εργασία μεταξύ μέχρι πρώτη νέα",
            first: "α β γ δ ε ζ η θ κ λ μ ν ξ π ρ σ στ τ τρ φ χ ψ ω",
            middle: "αλ αν αρ ατ ελ εν ερ ετ ημ ηρ ικ ιν ιστ ολ ον ορ ουλ υν υρ ωγ ων",
            last: "α άκι ας εια ες η ή ης ία ικά ικός ιο μα ο ος ότητα ου ους ση των ώ"),
        Alphabet(
            "ar", share: 3, comma: "، ", ends: [".", ".", ".", "؟", "!"],
            common:
                "في من على إلى أن عن التي الذي مع هذا هذه كان ما لا كل بعد قد بين كما أو لم قال وقال خلال حيث غير عام يوم ذلك بن أكثر منذ حتى أي رئيس الحكومة العالم المدينة الدولة اليوم جديد كبير سنة عند ثم ولكن إذا نحو أول",
            first: "ال وال با بال لل م مت است ت ي ن أ إ و ف ك",
            middle: "حكم عمل كتب درس علم قرر شرك سلم فتح نظر خرج دخل صنع طلب بحث جمع وقع رسل حدث ضرب ركز طبق",
            last: "ة ات ون ين ها هم ي ية نا وا ان"),
        Alphabet(
            "he", share: 2,
            common:
                "של את על לא זה עם הוא כי גם או היא אל יותר היה כל אני מה בין רק כך אבל אם יש אין לפני אחרי היום שנים ישראל ירושלים הממשלה עבודה ילדים בית ספר עולם עיר זמן אנשים חדש גדול ראשון עד בגלל",
            first: "ה ב ל מ ש כ ו מת הת נ י ת א",
            middle: "כתב למד שמר עבד דבר חשב פתח סגר מכר קנה בנה שלח קבל זכר ספר חקר נהג גדל צלם תקן",
            last: "ה ות ים ת תי נו יה ון ית ו"),
        Alphabet(
            "hi", share: 3, ends: ["।", "।", "।", "?", "!"],
            common:
                "के में है की से को का और पर ने हैं कि यह भी एक लिए नहीं ही इस था तो कर जो वह अपने कहा हो गया बाद साथ दिया रहे थे समय सरकार भारत दिल्ली लोग काम साल देश दुनिया शहर आज नया बड़ा पहले बीच सभी अधिक",
            first: "क ख ग च ज ट ड त द न प ब भ म य र ल व श स ह वि प्र सं",
            middle: "ार िक ोल ेश ंग ीत ूर ाल ित ुन ैर ान ेत ीम ोर",
            last: "ा ी े ों ता ना ने वाला कर िया ियों त्व"),
        Alphabet(
            "zh", share: 5, space: "", comma: "，", ends: ["。", "。", "。", "！", "？"],
            common:
                "的 了 在 是 我 他 这 一个 中国 和 也 有 不 人 上 年 就 对 说 到 会 为 我们 他们 今天 时间 可以 已经 公司 政府 世界 城市 问题 工作 发展 经济 没有 自己 因为 所以 如果 但是 以及 之间 报告 研究 新闻 北京",
            first: "新 大 小 高 电 水 火 车 山 海 城 市 国 民 学 工 科 技 文 化 经 济 政 治 社 会 生 活 天 地 东 西 南 北 花 书 语 音 光 风",
            middle: "业 动 量 力 场 机 器 物 品 理 论 学 生 员 家 长 者 区 域 路 线 网 站 台 间 度 性 法 计 划 报 告",
            last: "们 者 化 性 家 区"),
        Alphabet(
            "ja", share: 5, space: "", comma: "、", ends: ["。", "。", "。", "！", "？"],
            common:
                "の に は を た が で て と し れ さ ある いる も する から な こと として い や など なっ ない この ため その よう また もの という あり まで られ なる へ か だ これ によって により おり より による ず 日本 東京 今日 時間 会社 世界",
            first: "会 社 学 校 電 車 新 聞 時 代 世 界 技 術 文 化 生 活 音 楽 東 西 南 北 春 夏 秋 冬 山 川 海 空 コ サ タ ナ ハ マ ラ ア",
            middle: "者 長 場 所 力 性 的 本 語 人 員 ンピ ーター ービス ッセージ ェクト リアル ック ュース ージ レビ メラ",
            last: "する した って ます ない れる である です"),
        Alphabet(
            "ko", share: 4,
            common:
                "이 그 저 것 수 등 및 더 또 년 한 할 있는 있다 하는 했다 위해 대한 때문에 함께 지난 오늘 우리 사람 시간 정부 한국 서울 세계 도시 문제 회사 새로운 많은 가장 다른 통해 이후 모든 경우 그리고 하지만",
            first:
                "가 강 경 고 공 국 기 나 남 다 대 도 동 마 문 미 바 발 방 보 부 사 산 상 생 서 성 수 시 신 아 안 여 연 영 오 외 우 원 유 음 의 인 자 장 전 정 제 조 주 중 지 진 차 창 천 청 초 추 출 통 투 판 평 하 학 한 해 행 현 화 환 활",
            middle: "계 과 구 금 내 념 단 당 력 례 록 론 료 리 면 명 모 물 반 복 비 선 설 속 술 식 실 업 용 율 입 작 적 점 족 종 체 품",
            last: "가 과 는 도 들 로 를 에 에서 와 은 을 의 이다 하고 했다"),
    ]
}

/// Returns the words between spaces, also before a combining vowel, where a space begins a character.
private func pieces(of text: String) -> [String] {
    text.unicodeScalars.split(separator: " ").map(String.init)
}
