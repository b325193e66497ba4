import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a reader was, as it is remembered over restarts.
nonisolated struct ReadingPosition: Codable, Equatable {
    /// The place under the cursor.
    var place: TrackPlace
    /// The row there.
    var row: TrackRow.ID
    /// The screen line on which it began.
    var line: Int

    init(place: TrackPlace, row: TrackRow.ID, line: Int) {
        self.place = place
        self.row = row
        self.line = line
    }

    /// Reads what ``text()`` wrote.
    init(text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    func text() throws -> String {
        String(decoding: try JSONEncoder().encode(self), as: UTF8.self)
    }
}
