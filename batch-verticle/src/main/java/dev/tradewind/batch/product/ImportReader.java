package dev.tradewind.batch.product;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a file product by product, and says what is wrong with its lines. */
final class ImportReader {

  /** As many as one chunk takes; always the same, so that a chunk repeated is the same chunk. */
  private static final int MOST_PRODUCTS = 50;

  private static final int MOST_LINES = 150;

  private final CsvFile file;
  private final ImportLine line;
  private final ImportErrors errors;
  private @Nullable CsvRecord ahead;

  /**
   * @param first the line behind the header
   */
  ImportReader(
      CsvFile file,
      ImportHeader header,
      PriceColumnResolver places,
      CsvRecord first,
      ImportErrors errors) {
    this.file = file;
    this.line = new ImportLine(header, places, errors);
    this.errors = errors;
    this.ahead = first;
  }

  /**
   * The products of the next chunk; none at the end of the file. Lines of one product that do not
   * follow each other are together where they are in one chunk.
   */
  List<ImportedProduct> nextChunk() {
    Map<String, ImportedProduct> products = new LinkedHashMap<>();
    int lines = 0;
    while (ahead != null && products.size() < MOST_PRODUCTS && lines < MOST_LINES) {
      ImportedProduct product = nextProduct(ahead);
      if (product != null) {
        ImportedProduct earlier = products.putIfAbsent(product.handle(), product);
        if (earlier != null) {
          earlier.variants().addAll(product.variants());
        }
        lines += product.variants().size();
      }
    }
    return List.copyOf(products.values());
  }

  /** Nothing where the line names no product. */
  private @Nullable ImportedProduct nextProduct(CsvRecord first) {
    long number = first.getStartingLineNumber();
    ahead = file.next();
    String handle = line.handle(first);
    if (handle.isEmpty()) {
      errors.add(number, ImportHeader.HANDLE, "must not be empty");
      return null;
    }
    JsonObject document = line.product(first);
    JsonArray variants = new JsonArray().add(line.variant(first));
    while (ahead != null && line.handle(ahead).equals(handle)) {
      variants.add(line.variant(ahead));
      ahead = file.next();
    }
    return new ImportedProduct(number, handle, document.put("variants", variants));
  }
}
