extension ExplainerWords {
    static let spanish = ExplainerWords(
        all: "todas las entradas", none: "ninguna entrada", items: "entradas", any: "de cualquier tipo",
        except: "salvo aquellas", andExcept: "y aquellas", butNot: "pero no aquellas", and: "y", or: "o",
        clause: { QueryClause(spanish: $0, isNegated: $1) })
}

extension QueryClause {
    fileprivate init(spanish condition: Condition, isNegated: Bool) {
        let no = isNegated ? "no " : ""
        switch condition {
        case .words(let pattern, let field):
            (subject, value) = (Self.subject(field, no: no), Self.quoted(pattern))
        case .regex(let pattern, let field):
            subject =
                field == .anywhere
                ? "que \(no)concuerdan con" : "\(Self.whose(field)) \(no)concuerda con"
            value = "/\(pattern.source)/"
        case .site(let host): (subject, value) = ("que \(no)llevan a", host)
        case .language(let tag): (subject, value) = ("cuyo idioma \(no)es", tag)
        case .kind(_, let name): (subject, value) = ("cuya fuente \(no)es del tipo", name)
        case .trait(let trait): (subject, value) = (Self.trait(trait, isNegated: isNegated), nil)
        case .count(let field, let range):
            (subject, value) = ("\(Self.whose(field)) \(Self.range(range, isNegated: isNegated))", nil)
        case .age(let range): (subject, value) = ("que \(no)tienen \(Self.age(range))", nil)
        case .date(let range): (subject, value) = ("cuya fecha \(no)\(Self.dates(range))", nil)
        }
    }

    private static func whose(_ field: TextField) -> String {
        switch field {
        case .anywhere: "cuyas palabras"
        case .title: "cuyo título"
        case .text: "cuyo texto"
        case .author: "cuyo autor"
        case .tag: "cuya etiqueta"
        case .url: "cuya dirección"
        case .source: "cuya fuente"
        case .topic: "cuyo tema"
        case .note: "cuyo autor con una nota que"
        case .label: "cuyo autor con una marca que"
        case .person: "cuya persona"
        }
    }

    private static func whose(_ field: CountField) -> String {
        switch field {
        case .score: "cuya puntuación"
        case .likes: "cuyo número de me gusta"
        case .boosts: "cuyo número de impulsos"
        case .replies: "cuyo número de respuestas"
        }
    }

    private static func subject(_ field: TextField, no: String) -> String {
        switch field {
        case .anywhere: "que \(no)tienen"
        case .tag: "que \(no)llevan la etiqueta"
        case .note: "de autores \(no.isEmpty ? "con" : "sin") una nota sobre"
        case .label: "de autores que \(no)llevan la marca"
        case .author, .source, .person: "\(whose(field)) \(no)se llama"
        case .topic: "cuya fuente \(no)está en el tema"
        case .title, .text, .url: "\(whose(field)) \(no)tiene"
        }
    }

    private static func quoted(_ pattern: WordPattern) -> String {
        pattern.form == .prefix ? "«\(pattern.text)…»" : "«\(pattern.text)»"
    }

    private static func trait(_ trait: Trait, isNegated: Bool) -> String {
        func that(_ text: String) -> String { "que \(isNegated ? "no " : "")\(text)" }
        func with(_ text: String) -> String { "\(isNegated ? "sin" : "con") \(text)" }
        return switch trait {
        case .unread: that("están sin leer")
        case .read: that("están leídas")
        case .starred: that("tienen estrella")
        case .later: that("son para leer más tarde")
        case .boost: that("son impulsos")
        case .reply: that("son respuestas")
        case .quote: isNegated ? "que no citan nada" : "que citan algo"
        case .edited: that("se editaron")
        case .late: that("llegaron tarde")
        case .duplicate: that("están repetidas")
        case .image: with("imágenes")
        case .video: with("vídeos")
        case .audio: with("sonido")
        case .media: with("medios")
        case .enclosure: with("adjuntos")
        case .link: with("enlace")
        case .warning: with("aviso de contenido")
        case .title: with("título")
        case .tag: with("etiquetas")
        case .language: with("idioma conocido")
        case .note: "de autores \(isNegated ? "sin" : "con") nota"
        }
    }

    private static func range(_ range: NumberRange, isNegated: Bool) -> String {
        let no = isNegated ? "no " : ""
        return switch (range.least, range.most) {
        case (let least?, let most?): no + (least == most ? "es \(least)" : "va de \(least) a \(most)")
        case (let least?, nil): no + (least == 0 ? "se conoce" : "pasa de \(least - 1)")
        case (nil, let most): "\(isNegated ? "" : "no ")llega a \((most ?? 0) + 1)"
        }
    }

    private static func age(_ range: AgeRange) -> String {
        switch (range.atLeast, range.lessThan) {
        case (let atLeast?, let lessThan?): "entre \(length(atLeast)) y \(length(lessThan))"
        case (let atLeast?, nil): "más de \(length(atLeast))"
        case (nil, let lessThan): "menos de \(length(lessThan ?? 0))"
        }
    }

    private static func length(_ seconds: Int) -> String {
        let names: [Character: String] = [
            "y": "año", "w": "semana", "d": "día", "h": "hora", "m": "minuto", "s": "segundo",
        ]
        let (number, letter) = ValueReader.inLargestUnit(seconds)
        return "\(number) \(names[letter] ?? "")\(number == 1 ? "" : "s")"
    }

    private static func dates(_ range: DateRange) -> String {
        switch (range.from, range.through) {
        case (let from?, let through?):
            from == through ? "es de \(from)" : "va de \(from) a \(through)"
        case (let from?, nil): "es \(from) o posterior"
        case (nil, let through): through.map { "es \($0) o anterior" } ?? "se conoce"
        }
    }
}
