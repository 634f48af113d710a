package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.PayloadSchema.Kind;
import java.util.List;

/** Event type of the entries of the audit log. */
final class AuditEventTypes {

  private static final PayloadSchema ENTRY =
      PayloadSchema.of(
              "AuditEntry",
              "An entry of the audit log. Its actor is that of the event, its request the causation id.")
          .with("id", Kind.TEXT, "Id of the subject of the action.")
          .with("action", Kind.TEXT, "Action, such as role_change.")
          .with("address", Kind.NULLABLE_TEXT, "Network address of the client.")
          .with("before", Kind.NULLABLE_OBJECT, "Sensitive fields before the change.")
          .with(
              "after", Kind.NULLABLE_OBJECT, "Sensitive fields after the change, or other facts.");

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.AUDIT, "audit.recorded", "An entry of the audit log was recorded.", ENTRY));

  private AuditEventTypes() {}
}
