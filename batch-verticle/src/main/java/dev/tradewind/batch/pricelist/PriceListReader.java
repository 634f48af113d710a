package dev.tradewind.batch.pricelist;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.CsvImport;
import dev.tradewind.batch.csv.CsvInjectionGuard;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.product.ImportColumn;
import dev.tradewind.batch.product.PriceColumnResolver;
import io.vertx.core.json.JsonArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reader of an import file of prices, chunk by chunk, with validation of its lines. */
final class PriceListReader implements CsvImport.Reader<PriceListLine> {

  static final String VARIANT_ID = "Product Variant ID";
  static final String SKU = "SKU";

  /** Lines of a chunk; constant, so that a repeated chunk has the same content. */
  private static final int CHUNK_LINES = 500;

  private final CsvFile file;
  private final ImportErrors errors;
  private final List<String> headers;
  private final List<Optional<ImportColumn.Price>> prices;
  private final PriceColumnResolver places;

  /**
   * Reads the header.
   *
   * @param resolve finds the regions and currencies of the price columns
   * @throws dev.tradewind.batch.job.JobFailedException if a column is unknown, repeated or missing
   */
  PriceListReader(
      CsvFile file,
      ImportErrors errors,
      Function<List<ImportColumn.Price>, PriceColumnResolver> resolve) {
    this.file = file;
    this.errors = errors;
    List<String> header = file.header();
    // An upload that was interrupted leaves an empty file: it deletes no prices.
    if (header == null) {
      throw ImportErrors.unreadable("The file is empty");
    }
    this.headers = List.copyOf(header);
    this.prices = headers.stream().map(PriceListReader::price).toList();
    requireColumns();
    this.places = resolve.apply(prices.stream().flatMap(Optional::stream).toList());
  }

  private static Optional<ImportColumn.Price> price(String header) {
    return ImportColumn.of(header)
        .filter(ImportColumn.Price.class::isInstance)
        .map(ImportColumn.Price.class::cast);
  }

  private void requireColumns() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < headers.size(); i++) {
      String header = headers.get(i);
      boolean isKey = header.equals(VARIANT_ID) || header.equals(SKU);
      if (!isKey && prices.get(i).isEmpty()) {
        throw ImportErrors.unknownColumn(header, i + 1);
      }
      if (!seen.add(header)) {
        throw ImportErrors.repeatedColumn(header, i + 1);
      }
    }
    if (prices.stream().allMatch(Optional::isEmpty)) {
      throw ImportErrors.unreadable("A column of prices, such as Price EUR, is missing");
    }
    if (!seen.contains(VARIANT_ID) && !seen.contains(SKU)) {
      throw ImportErrors.unreadable(
          "The columns " + VARIANT_ID + " and " + SKU + " are both missing");
    }
  }

  @Override
  public List<PriceListLine> nextChunk() {
    List<PriceListLine> lines = new ArrayList<>();
    while (lines.size() < CHUNK_LINES) {
      @Nullable CsvRecord record = file.next();
      if (record == null) {
        return lines;
      }
      lines.add(line(record));
    }
    return lines;
  }

  private PriceListLine line(CsvRecord record) {
    long number = record.getStartingLineNumber();
    String variantId = "";
    String sku = "";
    JsonArray found = new JsonArray();
    for (int i = 0; i < headers.size() && i < record.getFieldCount(); i++) {
      String cell = CsvInjectionGuard.unescape(record.getField(i)).strip();
      Optional<ImportColumn.Price> price = prices.get(i);
      if (price.isPresent()) {
        if (!cell.isEmpty()) {
          places.addPrice(found, price.get(), cell, number, errors);
        }
      } else if (headers.get(i).equals(VARIANT_ID)) {
        variantId = cell;
      } else {
        sku = cell;
      }
    }
    if (variantId.isEmpty() && sku.isEmpty()) {
      errors.add(number, SKU, "SKU or ID is required");
    }
    errors.addExtraCells(record, headers.size());
    return new PriceListLine(number, variantId, sku, found);
  }
}
