package dev.tradewind.catalog.search.index;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Prices and stock of the variants of a product in a form that is read fast: they are evaluated for
 * each caller, because they depend on region, customer groups, price lists and sales channels.
 *
 * @param typeId empty without a type
 */
record Offers(String productId, String typeId, List<Variant> variants) {

  private static final int MANAGED = 1;
  private static final int BACKORDER = 2;
  private static final int LOCATED = 4;

  /**
   * @param required units of the item that one unit of the variant takes
   */
  record Variant(
      boolean isManaged,
      boolean mayBackorder,
      boolean isLocated,
      long quantity,
      int required,
      List<Level> levels,
      List<Price> prices) {}

  record Level(String location, long available) {}

  /**
   * @param region empty for the whole currency
   * @param list empty for a default price
   * @param minQuantity 0 without one
   * @param maxQuantity 0 without one
   */
  record Price(
      long amount, String currency, String region, String list, int minQuantity, int maxQuantity) {}

  static BytesRef encode(JsonObject row) {
    Map<String, List<JsonArray>> prices = byVariant(row.getJsonArray("prices"));
    Map<String, List<JsonArray>> levels = byVariant(row.getJsonArray("levels"));
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    Map<String, Integer> texts = new LinkedHashMap<>();
    prices.values().stream()
        .flatMap(List::stream)
        .forEach(price -> {
          note(texts, price.getString(2));
          note(texts, price.getString(3));
          note(texts, price.getString(4));
        });
    levels.values().stream()
        .flatMap(List::stream)
        .forEach(level -> note(texts, level.getString(1)));
    try {
      out.writeString(row.getString("id"));
      out.writeString(row.getString("type_id", ""));
      out.writeVInt(texts.size());
      for (String text : texts.keySet()) {
        out.writeString(text);
      }
      List<JsonObject> variants = JsonArrays.objects(row.getJsonArray("variants"));
      out.writeVInt(variants.size());
      for (JsonObject variant : variants) {
        String id = variant.getString("id");
        write(
            out,
            variant,
            prices.getOrDefault(id, List.of()),
            levels.getOrDefault(id, List.of()),
            texts);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return new BytesRef(out.toArrayCopy());
  }

  private static Map<String, List<JsonArray>> byVariant(@Nullable JsonArray rows) {
    Map<String, List<JsonArray>> found = new HashMap<>();
    if (rows != null) {
      rows.forEach(row ->
          found
              .computeIfAbsent(((JsonArray) row).getString(0), id -> new ArrayList<>())
              .add((JsonArray) row));
    }
    return found;
  }

  private static void note(Map<String, Integer> texts, @Nullable String text) {
    if (text != null) {
      texts.putIfAbsent(text, texts.size());
    }
  }

  private static void write(
      ByteBuffersDataOutput out,
      JsonObject variant,
      List<JsonArray> prices,
      List<JsonArray> levels,
      Map<String, Integer> texts)
      throws IOException {
    int flags =
        (variant.getBoolean("managed") ? MANAGED : 0)
            | (variant.getBoolean("backorder") ? BACKORDER : 0)
            | (variant.getInteger("required") == null ? 0 : LOCATED);
    out.writeVInt(flags);
    out.writeZLong(variant.getLong("quantity"));
    out.writeVInt(variant.getInteger("required", 1));
    out.writeVInt(levels.size());
    for (JsonArray level : levels) {
      out.writeVInt(number(texts, level.getString(1)));
      out.writeZLong(level.getLong(2));
    }
    out.writeVInt(prices.size());
    for (JsonArray price : prices) {
      out.writeVLong(price.getLong(1));
      out.writeVInt(number(texts, price.getString(2)));
      out.writeVInt(number(texts, price.getString(3)));
      out.writeVInt(number(texts, price.getString(4)));
      out.writeVInt(orZero(price.getInteger(5)));
      out.writeVInt(orZero(price.getInteger(6)));
    }
  }

  /** Number of the text from 1 on; 0 without one. */
  private static int number(Map<String, Integer> texts, @Nullable String text) {
    Integer number = text == null ? null : texts.get(text);
    return number == null ? 0 : number + 1;
  }

  private static int orZero(@Nullable Integer quantity) {
    return quantity == null ? 0 : Math.max(0, quantity);
  }

  static Offers decode(BytesRef bytes) throws IOException {
    ByteArrayDataInput in = new ByteArrayDataInput(bytes.bytes, bytes.offset, bytes.length);
    String id = in.readString();
    String type = in.readString();
    String[] texts = new String[in.readVInt() + 1];
    texts[0] = "";
    for (int i = 1; i < texts.length; i++) {
      texts[i] = in.readString();
    }
    int number = in.readVInt();
    List<Variant> variants = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      variants.add(variant(in, texts));
    }
    return new Offers(id, type, variants);
  }

  private static Variant variant(ByteArrayDataInput in, String[] texts) throws IOException {
    int flags = in.readVInt();
    long quantity = in.readZLong();
    int required = in.readVInt();
    int levels = in.readVInt();
    List<Level> atLocations = new ArrayList<>(levels);
    for (int i = 0; i < levels; i++) {
      atLocations.add(new Level(texts[in.readVInt()], in.readZLong()));
    }
    int prices = in.readVInt();
    List<Price> all = new ArrayList<>(prices);
    for (int i = 0; i < prices; i++) {
      all.add(
          new Price(
              in.readVLong(),
              texts[in.readVInt()],
              texts[in.readVInt()],
              texts[in.readVInt()],
              in.readVInt(),
              in.readVInt()));
    }
    return new Variant(
        (flags & MANAGED) != 0,
        (flags & BACKORDER) != 0,
        (flags & LOCATED) != 0,
        quantity,
        required,
        atLocations,
        all);
  }
}
