import Application
import CRsvg
import EngineConcepts
import FiberConfiguration
import Foundation
import Imaging
import Localization
import TerminalKit
import TerminalUI
import ViewModels

/// The drawing of tickets as cards in the themes of the user.
struct CardDrawing: Sendable {
    let configuration: ConfigurationFile
    let settings: Settings
    let localizer: Localizer
    /// Loads the pictures, or `nil` for their descriptions.
    let pictures: PictureLoader?
    /// Called with each reason why pictures are descriptions on the card.
    var report: @Sendable (PictureError) -> Void = { _ in }

    /// The most pictures on a card.
    private static let maximumPictures = 16

    /// Draws a card. Only the layout runs on the main actor.
    ///
    /// - Parameters:
    ///   - theme: The theme's name, or `nil` for the one of the settings.
    ///   - width: The width in columns, of ``TicketCard/widths``.
    @concurrent
    func bytes(
        of contents: [TicketContent], as form: CardForm, theme: String? = nil, width: Int = 76
    ) async throws(CommandFailure) -> [UInt8] {
        let theme = try self.theme(named: theme)
        var contents = contents
        let loaded = await load(&contents)
        var (card, base) = await card(of: contents, theme, width: width)
        if form == .ansi {
            put(loaded, on: &card, paper: theme.palette?.background ?? 0)
            return Array(card.buffer.ansi(base: base).utf8)
        }
        let export = SVGExport(
            card.buffer, base: base,
            pictures: card.pictures.compactMap { place in
                loaded[place.address].flatMap(\.png)
                    .map { file in
                        let address = "data:image/png;base64,\(Data(file).base64EncodedString())"
                        return SVGExport.Picture(area: place.area, address: address)
                    }
            })
        return form == .svg ? Array(export.svg.utf8) : try export.png()
    }

    /// Loads the pictures, and removes the places of those that cannot be loaded.
    private func load(_ contents: inout [TicketContent]) async -> [String: Pixels] {
        var loaded: [String: Pixels] = [:]
        var reasons: Set<Message> = []
        for index in contents.indices {
            var shown: [TicketPicture] = []
            for var picture in contents[index].pictures {
                guard let pixels = await load(picture.address, &loaded, &reasons) else { continue }
                (picture.width, picture.height) = (pixels.sourceWidth, pixels.sourceHeight)
                shown.append(picture)
            }
            contents[index].draw(shown)
            if let avatar = contents[index].avatar, await load(avatar, &loaded, &reasons) == nil {
                contents[index].avatar = nil
            }
        }
        return loaded
    }

    /// Loads a picture, or returns `nil` if it cannot be loaded or there are too many. Reports a reason that is not among
    /// those of before.
    private func load(
        _ address: String, _ loaded: inout [String: Pixels], _ reasons: inout Set<Message>
    ) async -> Pixels? {
        if let pixels = loaded[address] { return pixels }
        guard let pictures, loaded.count < Self.maximumPictures else { return nil }
        do throws(PictureError) {
            let pixels = try await pictures.pixels(at: address, priority: .visible)
            loaded[address] = pixels
            return pixels
        } catch {
            if reasons.insert(error.message).inserted { report(error) }
            return nil
        }
    }

    /// Draws the pictures in characters.
    private func put(_ loaded: [String: Pixels], on card: inout TicketCard.Drawing, paper: UInt32) {
        let renderer = PictureRenderer(depth: .truecolor, usesASCII: false, paper: paper, drawing: .characters)
        for place in card.pictures {
            guard let pixels = loaded[place.address] else { continue }
            let area = place.area
            card.buffer.put(
                renderer.render(pixels, fitting: Size(width: area.width, height: area.height), enlarges: false),
                at: Point(x: area.x, y: area.y), in: card.buffer.bounds)
        }
    }

    @MainActor
    private func card(of contents: [TicketContent], _ theme: Theme, width: Int) -> (TicketCard.Drawing, Style) {
        let card = TicketCard(appearance: Appearance(theme: theme, localizer: localizer, kinds: .known), width: width)
        return (card.draw(contents), card.base)
    }

    private func theme(named name: String?) throws(CommandFailure) -> Theme {
        let themes = AvailableThemes(beside: configuration).themes
        if let found = themes.first(where: { $0.name == name ?? settings.choice("appearance.theme") }) { return found }
        guard let name else { return .dark }
        let known = themes.map { Message.Argument.text($0.name) }
        throw CommandFailure(.usage, Message("cardThemeUnknown", ["name": .text(name), "known": .list(known)]))
    }
}

extension SVGExport {
    /// The pixels of a PNG for each unit of the drawing, for sharp text on today's screens.
    private static let scale = 2.0

    /// Draws the picture as PNG.
    fileprivate func png() throws(CommandFailure) -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let outcome = rsvg_draw_png(
            svg, svg.utf8.count, Int32(width * Self.scale), Int32(clamping: Int(height * Self.scale)), &bytes, &count)
        switch outcome {
        case RSVG_DRAWN:
            defer { free(bytes) }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        case RSVG_NO_LIBRARY: throw CommandFailure(Message("cardNeedsLibrary"))
        default: throw CommandFailure(Message("cardTooTall"))
        }
    }
}
