import EngineConcepts
import Testing

@testable import Localization

@Suite("Messages about a host beside the name of its source")
struct HostTests {
    private let login = Message("loginRequired", ["host": "a.example", "status": 401])

    @Test("The name takes the place of the host, or stands before a message that does not begin with it")
    func names() {
        let localizer = Localizer.english
        #expect(localizer.text(login, about: "Kerb") == "Kerb requires a login (401)")
        let advice = Message("loginBySource", ["first": .message(login), "source": "Kerb"])
        #expect(
            localizer.text(advice, about: "Kerb")
                == "Kerb requires a login (401): `fiber source set Kerb --user NAME`")
        let fault = Message("serverError", ["host": "a.example", "status": 500])
        let later = Message("failedUntil", ["first": .message(fault), "time": "05:42"])
        #expect(localizer.text(later, about: "Kerb") == "Kerb has a server error (500); next attempt at 05:42")
        #expect(localizer.text(.verbatim("It fell over."), about: "Kerb") == "Kerb: It fell over.")
        let unknown = Message("noHost", ["address": "https://"])
        #expect(localizer.text(unknown, about: "https://") == "“https://” names no host.")
        #expect(later.code == "serverError" && advice.code == "loginRequired")
    }

    @Test("The name takes the place of another name of the source, also of one from right to left")
    func sources() {
        let late = Message.noAnswer(from: "The Kerb", within: .seconds(30))
        #expect(Localizer.english.text(late, about: "Kerb") == "Kerb timed out: no answer within 30 seconds.")
        #expect(Localizer.english.withoutHost(late) == "timed out: no answer within 30 seconds.")
        let hebrew = Message.noAnswer(from: "חדשות", within: .seconds(30))
        let isolating = Localizer.english.isolating
        #expect(isolating.text(hebrew, about: "Kerb") == "Kerb timed out: no answer within 30 seconds.")
    }

    @Test("A message of several sources is a sentence about each")
    func ofEach() {
        #expect(Localizer.english.ofEach(login) == "each requires a login (401)")
        #expect(Localizer.spanish.ofEach(login) == "cada una exige iniciar sesión (401)")
        let limited = Message("tooManyRequests", ["host": "a.example"])
        #expect(Localizer.english.ofEach(limited) == "rate limited (429)")
        let slow = Message("bodyTooSlow", ["host": "a.example", "count": 100])
        #expect(Localizer.spanish.ofEach(slow)?.hasPrefix("cada una envía con demasiada lentitud") == true)
        #expect(Localizer.english.ofEach(.verbatim("It fell over.")) == nil)
    }

    @Test("Beside the name, a message has no host")
    func besideNames() {
        #expect(Localizer.english.withoutHost(login) == "requires a login (401)")
        #expect(Localizer.spanish.withoutHost(login) == "exige iniciar sesión (401)")
        #expect(
            Localizer.english.withoutHost(Message("tooManyRequests", ["host": "a.example"])) == "rate limited (429)")
        let fault = Message("serverError", ["host": "a.example", "status": 500])
        #expect(Localizer.english(fault) == "a.example has a server error (500)")
        #expect(Localizer.spanish.withoutHost(fault) == "tiene un error del servidor (500)")
        #expect(Localizer.english.withoutHost(.verbatim("It fell over.")) == nil)
    }
}
