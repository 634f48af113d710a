package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import java.util.List;

/** Event types of notes of staff. */
final class NoteEventTypes {

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.NOTE,
              "note.created",
              "Staff wrote a note about an order or another resource.",
              PayloadSchema.ID),
          EventType.of(
              Topics.NOTE, "note.updated", "The text of a note changed.", PayloadSchema.ID),
          EventType.of(Topics.NOTE, "note.deleted", "A note was deleted.", PayloadSchema.ID));

  private NoteEventTypes() {}
}
