package dev.tradewind.batch.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * CSV writer: semicolons between cells, CRLF after each line. Cells are quoted if reading them
 * would otherwise change them.
 */
public final class CsvLines {

  private static final String QUOTED = ";,\"\n\r";

  private final StringBuilder text = new StringBuilder();
  private boolean isBegun;

  public CsvLines cell(String value) {
    if (isBegun) {
      text.append(';');
    }
    isBegun = true;
    String cell = CsvInjectionGuard.escape(value);
    if (isPlain(cell)) {
      text.append(cell);
    } else {
      text.append('"').append(cell.replace("\"", "\"\"")).append('"');
    }
    return this;
  }

  /** Cell of a text, a number, or a list of texts, which gets commas; empty without a value. */
  public CsvLines cellOf(@Nullable Object value) {
    return cell(
        switch (value) {
          case null -> "";
          case JsonArray texts ->
              texts.stream().map(String::valueOf).collect(Collectors.joining(","));
          default -> value.toString();
        });
  }

  private static boolean isPlain(String cell) {
    for (int i = 0; i < cell.length(); i++) {
      if (QUOTED.indexOf(cell.charAt(i)) >= 0) {
        return false;
      }
    }
    return true;
  }

  public void end() {
    text.append("\r\n");
    isBegun = false;
  }

  /** Returns and clears the lines written so far. */
  public Buffer take() {
    Buffer bytes = Buffer.buffer(text.toString().getBytes(UTF_8));
    text.setLength(0);
    return bytes;
  }
}
