package dev.tradewind.batch.product;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.CsvImport;
import dev.tradewind.batch.csv.ImportErrors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reader of an import file, product by product, with validation of its lines. */
final class ImportReader implements CsvImport.Reader<ImportedProduct> {

  /** Size of a chunk; constant, so that a repeated chunk has the same content. */
  private static final int CHUNK_PRODUCTS = 50;

  private static final int CHUNK_LINES = 150;

  private final CsvFile file;
  private final ImportLine line;
  private final ImportErrors errors;
  private @Nullable CsvRecord ahead;

  /**
   * @param first line after the header
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
   * Products of the next chunk; empty at the end of the file. Scattered lines of one product are
   * merged within a chunk.
   */
  @Override
  public List<ImportedProduct> nextChunk() {
    Map<String, ImportedProduct> products = new LinkedHashMap<>();
    int lines = 0;
    while (ahead != null && products.size() < CHUNK_PRODUCTS && lines < CHUNK_LINES) {
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

  /** Next product; null if the line has no product key. */
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
