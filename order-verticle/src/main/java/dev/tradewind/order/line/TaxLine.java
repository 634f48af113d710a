package dev.tradewind.order.line;

import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.totals.TaxRate;
import java.time.Instant;
import java.util.List;

/**
 * Tax rate of a line item or shipping method when the order was placed. Tax lines of a cart are
 * computed on every read; tax lines of an order are stored, with ids.
 */
public record TaxLine(String id, Instant createdAt, Instant updatedAt, @JsonInline TaxRate rate) {

  static List<TaxLine> copied(List<TaxLine> lines, Ids ids) {
    return lines.stream()
        .map(line -> new TaxLine(ids.next(), line.createdAt, line.updatedAt, line.rate))
        .toList();
  }

  static List<TaxLine> created(List<TaxRate> rates, Ids ids, Instant now) {
    return rates.stream().map(rate -> new TaxLine(ids.next(), now, now, rate)).toList();
  }
}
