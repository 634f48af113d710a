package dev.tradewind.medusa.target;

import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.document.SourceForms;
import dev.tradewind.medusa.source.CopyColumns;
import dev.tradewind.medusa.source.MedusaShop;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a copy that are written by one statement each time the batch is full, so that memory does
 * not grow with the shop. Rows of documents are converted first.
 */
public final class RowBatch {

  /** Characters of a batch, which bound the memory together with its rows. */
  private static final int BATCH_LENGTH = 2_000_000;

  private static final int BATCH_ROWS = 1_000;

  private final CopyColumns columns;
  private final NewShop target;
  private final Writer writer;
  private final List<String> rows = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private final List<AmountDifference> differences = new ArrayList<>();
  private int length;
  private @Nullable List<String> last;
  private @Nullable Set<String> names;

  /**
   * Rows that are written together.
   *
   * @param names columns of the rows
   * @param rows JSON objects
   * @param last position of the last row
   * @param ids of the rows of documents; empty for others
   * @param differences of the amounts of these documents
   */
  public record Batch(
      Set<String> names,
      List<String> rows,
      @Nullable List<String> last,
      List<String> ids,
      List<AmountDifference> differences) {}

  /** Writer of full batches. */
  public interface Writer {

    void write(Batch batch) throws SQLException;
  }

  public RowBatch(CopyColumns columns, NewShop target, Writer writer) {
    this.columns = columns;
    this.target = target;
    this.writer = writer;
  }

  public void add(MedusaShop.SourceRow row) throws SQLException {
    TableCopy copy = columns.copy();
    String json = row.json();
    if (copy.document() != null) {
      JsonObject converted = convert(copy, row);
      ids.add(converted.getString("id"));
      differences.addAll(AmountDifference.takenOut(copy.source(), converted));
      if (names == null) {
        names = Set.copyOf(target.rows().writable(copy, converted.fieldNames()));
      }
      json = converted.encode();
    }
    rows.add(json);
    length += json.length();
    last = row.position();
    if (rows.size() >= BATCH_ROWS || length >= BATCH_LENGTH) {
      flush();
    }
  }

  public static JsonObject convert(TableCopy copy, MedusaShop.SourceRow row) {
    try {
      return Objects.requireNonNull(copy.document())
          .apply(SourceForms.of(new JsonObject(row.json())));
    } catch (RuntimeException failure) {
      Object reason = failure instanceof MoveInException ? failure.getMessage() : failure;
      throw new MoveInException(
          "Row %s of %s cannot be converted: %s".formatted(row.position(), copy.source(), reason),
          failure);
    }
  }

  public void flush() throws SQLException {
    if (!rows.isEmpty()) {
      writer.write(
          new Batch(
              names == null ? columns.names() : names,
              List.copyOf(rows),
              last,
              List.copyOf(ids),
              List.copyOf(differences)));
      rows.clear();
      ids.clear();
      differences.clear();
      length = 0;
    }
  }
}
