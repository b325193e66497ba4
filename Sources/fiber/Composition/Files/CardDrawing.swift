import CRsvg
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import TerminalKit
import TerminalUI
import ViewModels

/// Draws tickets as cards in the themes of the reader.
struct CardDrawing: Sendable {
    let configuration: ConfigurationFile
    let localizer: Localizer

    /// Draws a card. Only the layout runs on the main actor.
    ///
    /// - Parameters:
    ///   - theme: The theme's name, or `nil` for the one of the settings.
    ///   - width: The width in columns, of ``TicketCard/widths``.
    @concurrent
    func bytes(
        of contents: [TicketContent], as form: CardForm, theme: String? = nil, width: Int = 76
    ) async throws(CommandFailure) -> [UInt8] {
        let (buffer, base) = await card(of: contents, try self.theme(named: theme), width: width)
        return switch form {
        case .ansi: Array(buffer.ansi(base: base).utf8)
        case .svg: Array(SVGExport(buffer, base: base).svg.utf8)
        case .png: try SVGExport(buffer, base: base).png()
        }
    }

    @MainActor
    private func card(of contents: [TicketContent], _ theme: Theme, width: Int) -> (CellBuffer, Style) {
        let card = TicketCard(
            appearance: RenderStyle(theme: theme, localizer: localizer, kinds: .known), width: width)
        return (card.draw(contents), card.base)
    }

    private func theme(named name: String?) throws(CommandFailure) -> Theme {
        let themes = ReaderThemes(beside: configuration).themes
        if let found = themes.first(where: { $0.name == name ?? configuration.choice("appearance.theme") }) {
            return found
        }
        guard let name else { return .dark }
        let known = themes.map(\.name).joined(separator: ", ")
        throw CommandFailure(.usage, Message("cardThemeUnknown", ["name": .text(name), "known": .text(known)]))
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
        case RSVG_NO_LIBRARY: throw CommandFailure(.failed, Message("cardNeedsLibrary"))
        default: throw CommandFailure(.failed, Message("cardTooTall"))
        }
    }
}
