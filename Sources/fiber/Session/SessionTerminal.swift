import Application
import EngineConcepts
import FiberConfiguration
import Foundation
import Imaging
import Localization
import TerminalDriver
import TerminalKit
import TerminalUI
import ViewModels

/// The terminal of a session, on which screens are drawn or, in linear mode, printed as lines.
@MainActor
struct SessionTerminal {
    private let terminal: any Terminal
    /// Prints lines in linear mode, or `nil` to draw.
    private let write: ((String) -> Void)?
    private let settings: Settings

    /// - Parameters:
    ///   - isLinear: True to print lines, whatever the settings say.
    ///   - crashes: Receives a report if the process crashes.
    init(_ settings: Settings, isLinear: Bool, crashes: CrashRecord) {
        self.settings = settings
        let environment = ProcessInfo.processInfo.environment
        if isLinear || settings.flag("appearance.linear") {
            let terminal = LinearTerminal(environment: environment, crashRecord: crashes.descriptor)
            self.terminal = terminal
            write = terminal.write
        } else {
            var options = settings.terminalOptions
            options.crashRecord = crashes.descriptor
            terminal = NcursesTerminal(environment: environment, options: options)
            write = nil
        }
    }

    private var drawsScreens: Bool { write == nil }

    /// The language of the screens.
    var localizer: Localizer { drawsScreens ? settings.localizer.isolating : settings.localizer }

    func copy(_ text: String) { terminal.copy(text) }

    /// Returns the front end that shows `services` on this terminal.
    func app(
        showing services: ScreenServices, as choices: AppChoices, pictures: PictureLoaderFactory?,
        _ log: any Instrumentation
    ) -> FiberApp {
        FiberApp(
            services: services, terminal: terminal, choices: choices,
            pictures: drawsScreens ? pictures.map { pictureMaking($0, services.session.messages) } : nil,
            write: write, instrumentation: log)
    }

    /// Returns a function that makes the picture loader once the capabilities of the terminal are known.
    private func pictureMaking(_ pictures: PictureLoaderFactory, _ messages: MessageCenter) -> FiberApp.PictureMaking {
        let loader = pictures.loader(settings) { error in
            Task { @MainActor in messages.failure(Console.text(error.message)) }
        }
        let protocolName = settings.choice("images.protocol")
        return { capabilities, theme in
            ScreenPictures(loader: loader, renderer: PictureRenderer(capabilities, theme, protocolName: protocolName))
        }
    }

    /// Returns a function that sends the notifications that these settings ask for.
    func notificationSender(_ settings: Settings, reportingTo messages: MessageCenter) -> (String, String) -> Void {
        let notifier = Notifier(
            terminal: terminal, rings: settings.flag("notifications.bell"),
            form: TerminalNotification(rawValue: settings.choice("notifications.terminal")),
            command: settings.words("notifications.command"), run: ProgramRunner.runInBackground
        ) { text in
            messages.log(text)
        }
        return { notifier.notify(title: $0, text: $1) }
    }

    /// Reports why there are fewer colours than the settings ask for.
    func reportColors(to messages: MessageCenter) {
        guard drawsScreens, let wanted = settings.colorDepth, terminal.capabilities.depth < wanted else { return }
        let environment = TerminalEnvironment(ProcessInfo.processInfo.environment)
        if environment.wantsNoColor {
            messages.show(.colorsRefused)
        } else {
            messages.show(.colorsFewer, .text(environment.term))
        }
    }
}

extension Settings {
    @MainActor
    fileprivate var terminalOptions: NcursesTerminal.Options {
        var options = NcursesTerminal.Options()
        options.usesASCII = flag("appearance.ascii")
        options.conventions = TextConventions(
            widensAmbiguous: choice("appearance.ambiguous-width") == "wide",
            ordersText: choice("appearance.right-to-left") == "fiber")
        options.depth = colorDepth
        options.drawsHyperlinks = ["always": true, "never": false][choice("appearance.hyperlinks")]
        return options
    }

    /// The requested number of colours, or `nil` for what the terminal supports.
    fileprivate var colorDepth: ColorDepth? {
        switch choice("appearance.colors") {
        case "truecolor": .truecolor
        case "256": .palette
        case "16": .sixteen
        case "none": ColorDepth.none
        default: nil
        }
    }
}
