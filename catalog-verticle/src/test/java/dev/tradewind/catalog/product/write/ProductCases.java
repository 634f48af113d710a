package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.catalog.product.write.ProductBatch.Part;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Fixture of rules of products: a stored product, known references, and texts of results. */
final class ProductCases {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** A product with size and color, two variants, two images and three prices. */
  static final ExistingProduct SHIRT =
      ExistingProduct.of(
          json(
              """
              {'id':'prod_1',
               'options':[{'id':'opt_size','title':'Size'},{'id':'opt_color','title':'Color'}],
               'images':[{'id':'img_a','url':'a'},{'id':'img_b','url':'b'}],
               'variants':[
                {'id':'v_s','metadata':{'k':'v'},
                 'values':[{'id':'val_1','option_id':'opt_size','value':'S'},
                           {'id':'val_2','option_id':'opt_color','value':'Red'}],
                 'prices':[
                  {'id':'ma_eur','currency_code':'eur','amount':100},
                  {'id':'ma_us','currency_code':'usd','region_id':'reg_us','amount':200},
                  {'id':'ma_ten','currency_code':'eur','amount':80,'min_quantity':10}]},
                {'id':'v_m','values':[{'id':'val_3','option_id':'opt_size','value':'M'},
                                      {'id':'val_4','option_id':'opt_color','value':'Red'}],
                 'prices':[]}]}
              """));

  private ProductCases() {}

  static ProductChangeSet writing() {
    return writing("sc_default");
  }

  static ProductChangeSet writing(String defaultChannel) {
    CallContext context =
        CallContext.system(Clock.fixed(NOW, ZoneOffset.UTC), Duration.ofSeconds(1));
    return new ProductChangeSet(
        context,
        NOW,
        new ResolvedReferences(
            Map.of("Cups", "ptyp_cups"),
            Map.of("new", "ptag_new", "old", "ptag_old"),
            Set.of("pcol_1"),
            Map.of("reg_us", "usd", "reg_fr", "eur"),
            Map.of("default", "sp_default", "gift_card", "sp_gift"),
            defaultChannel,
            false,
            false));
  }

  static JsonObject json(String text) {
    return new JsonObject(text.replace('\'', '"'));
  }

  /** The rows of a table, without generated ids and times. */
  static List<JsonObject> rows(ProductChangeSet writing, Part part) {
    return JsonArrays.objects(writing.rows().writes().getJsonArray(part.key())).stream()
        .map(JsonObject::copy)
        .peek(row -> {
          if (row.containsKey("created_at")) {
            Stream.of("id", "created_at", "updated_at").forEach(row::remove);
          }
        })
        .toList();
  }

  /** Values of one column of a table, separated by commas. */
  static String column(ProductChangeSet writing, Part part, String column) {
    return String.join(
        ",",
        rows(writing, part).stream().map(row -> String.valueOf(row.getValue(column))).toList());
  }

  /** Types and data of the events, without ids. */
  static List<String> events(ProductChangeSet writing) {
    return JsonArrays.objects(writing.rows().writes().getJsonArray("events")).stream()
        .map(event -> event.getString("type") + " " + event.getValue("data"))
        .toList();
  }
}
