package dev.tradewind.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Message between verticles in the form that every version sends, from {@code messages/}. During a
 * rolling upgrade both versions read it.
 */
public final class RecordedMessage {

  private final JsonObject recorded;

  private RecordedMessage(JsonObject recorded) {
    this.recorded = recorded;
  }

  public static RecordedMessage of(String name) {
    try (InputStream file =
        Objects.requireNonNull(
            RecordedMessage.class.getResourceAsStream("/messages/" + name + ".json"), name)) {
      return new RecordedMessage(
          new JsonObject(new String(file.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Requires that the message is written in this form. */
  public <T> RecordedMessage isWrittenFrom(T message, Function<T, JsonObject> writer) {
    assertThat(new JsonObject(writer.apply(message).toBuffer())).isEqualTo(recorded);
    return this;
  }

  /**
   * Requires that this form is read as the message, whatever members a newer version adds, and is
   * rejected without one of its members.
   *
   * @param optional members that may be absent
   */
  public <T> void isReadAs(T message, Function<JsonObject, T> reader, String... optional) {
    assertThat(reader.apply(recorded.copy())).isEqualTo(message);
    assertThat(reader.apply(recorded.copy().put("member_of_tomorrow", 1))).isEqualTo(message);
    Set<String> mayBeAbsent = Set.of(optional);
    for (String member : recorded.fieldNames()) {
      JsonObject without = recorded.copy();
      without.remove(member);
      if (mayBeAbsent.contains(member)) {
        assertThatNoException().as(member).isThrownBy(() -> reader.apply(without));
      } else {
        assertThatThrownBy(() -> reader.apply(without), member).hasMessageContaining(member);
      }
    }
  }
}
