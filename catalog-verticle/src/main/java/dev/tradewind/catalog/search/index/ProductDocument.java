package dev.tradewind.catalog.search.index;

import dev.tradewind.catalog.search.index.CatalogNames.Category;
import dev.tradewind.catalog.search.index.TermFields.Placed;
import dev.tradewind.catalog.search.text.Stems;
import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.TextFolding;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Document of a product, made of its row in the form of {@link ProductRowStore}. */
final class ProductDocument {

  /** Words of an attribute. */
  private static final int MAX_WORDS = 5_000;

  /** Places between two values, so that no phrase reaches from one to the next. */
  private static final int GAP = 100;

  private final IndexLayout layout;
  private final Stems stems;
  private final CatalogNames names;
  private final JsonObject row;
  private final Document document = new Document();
  private final Map<String, Integer> weights = new HashMap<>();
  private final List<Placed> places = new ArrayList<>();
  private final Map<String, Set<String>> values = new LinkedHashMap<>();
  private final Set<String> indexed = new HashSet<>();

  private ProductDocument(IndexLayout layout, Stems stems, CatalogNames names, JsonObject row) {
    this.layout = layout;
    this.stems = stems;
    this.names = names;
    this.row = row;
  }

  static Document of(IndexLayout layout, Stems stems, CatalogNames names, JsonObject row) {
    return new ProductDocument(layout, stems, names, row).made();
  }

  private Document made() {
    String id = row.getString("id");
    document.add(new StringField(Fields.ID, id, Field.Store.NO));
    document.add(new BinaryDocValuesField(Fields.ID, new BytesRef(id)));
    document.add(new LongField(Fields.CREATED_AT, row.getLong("created"), Field.Store.NO));
    JsonArrays.strings(row.getJsonArray("channels"))
        .forEach(channel -> document.add(new StringField(Fields.CHANNEL, channel, Field.Store.NO)));
    String title = row.getString("title", "");
    document.add(new SortedDocValuesField(Fields.TITLE, new BytesRef(Fields.folded(title))));
    document.add(new BinaryDocValuesField(Fields.OFFERS, Offers.encode(row)));
    document.add(
        new BinaryDocValuesField(Fields.SHOWN, new BytesRef(shown().toBuffer().getBytes())));
    collectValues(id, title);
    indexText(title);
    values.forEach(this::indexValues);
    return document;
  }

  /** The attributes that the list shows, with the flat ones of hits. */
  private JsonObject shown() {
    JsonObject shown = new JsonObject();
    Attributes.OWN.forEach(name -> shown.put(name, row.getValue(name)));
    CatalogNames.Collection collection = of(names.collections(), row.getString("collection_id"));
    return shown
        .put("collection_title", collection == null ? null : collection.title())
        .put("collection_handle", collection == null ? null : collection.handle())
        .put("type_value", of(names.types(), row.getString("type_id")))
        .put("tags_value", new JsonArray(names.tagsOf(row.getJsonArray("tags"))))
        .put("variant_sku", ofVariants("sku"))
        .put("variant_title", ofVariants("title"));
  }

  private JsonArray ofVariants(String name) {
    return JsonArrays.of(
        JsonArrays.objects(row.getJsonArray("variants")).stream()
            .map(variant -> variant.getString(name))
            .filter(Objects::nonNull)
            .toList());
  }

  private void collectValues(String id, String title) {
    add(Attributes.ID, id);
    add(Attributes.TITLE, title);
    for (String name : List.of("subtitle", "description", "handle", "material")) {
      add(name, row.getString(name));
    }
    add("origin_country", row.getString("origin_country"));
    add("is_giftcard", String.valueOf(row.getBoolean("is_giftcard")));
    CatalogNames.Collection collection = of(names.collections(), row.getString("collection_id"));
    if (collection != null) {
      add("collection_id", row.getString("collection_id"));
      add("collection_title", collection.title());
      add("collection_handle", collection.handle());
    }
    String type = of(names.types(), row.getString("type_id"));
    if (type != null) {
      add("type_id", row.getString("type_id"));
      add("type_value", type);
    }
    names.tagsOf(row.getJsonArray("tags")).forEach(tag -> add("tags_value", tag));
    names.categoriesOf(row.getJsonArray("categories")).forEach(this::addCategory);
    addVariants();
    addOptions();
    addMetadata();
  }

  private static <V> @Nullable V of(Map<String, V> known, @Nullable String id) {
    return id == null ? null : known.get(id);
  }

  private void addCategory(Category category) {
    category.ids().forEach(id -> add("category_id", id));
    category.path().forEach(name -> add("categories", name));
    List<String> path = category.path();
    for (int level = 0; level < Math.min(path.size(), Attributes.MAX_LEVELS); level++) {
      add(Attributes.level(level), String.join(" > ", path.subList(0, level + 1)));
    }
  }

  private void addVariants() {
    for (JsonObject variant : JsonArrays.objects(row.getJsonArray("variants"))) {
      add("variant_id", variant.getString("id"));
      add("variant_title", variant.getString("title"));
      add("variant_sku", variant.getString("sku"));
      add("variant_code", variant.getString("ean"));
      add("variant_code", variant.getString("upc"));
      add("variant_code", variant.getString("barcode"));
    }
  }

  private void addOptions() {
    Map<String, String> titles = new HashMap<>();
    for (Object option : row.getJsonArray("options", new JsonArray())) {
      JsonArray pair = (JsonArray) option;
      titles.put(pair.getString(0), pair.getString(1));
    }
    for (Object value : row.getJsonArray("values", new JsonArray())) {
      JsonArray pair = (JsonArray) value;
      add("variant_options_value", pair.getString(1));
      String title = titles.get(pair.getString(0));
      if (title != null) {
        add(Attributes.OPTION + title, pair.getString(1));
      }
    }
  }

  /** Members that shoppers see, such as declared fields: texts, numbers, booleans and lists. */
  private void addMetadata() {
    row.getJsonArray("metadata", new JsonArray()).stream()
        .map(JsonArray.class::cast)
        .forEach(
            member -> addMember(Attributes.METADATA + member.getString(0), member.getValue(1)));
  }

  private void addMember(String attribute, @Nullable Object value) {
    switch (value) {
      case null -> {}
      case JsonArray list -> list.forEach(element -> addMember(attribute, element));
      case JsonObject object -> {}
      case Number number -> {
        add(attribute, number.toString());
        document.add(new DoublePoint(Fields.NUMBERS, Fields.name(attribute), number.doubleValue()));
      }
      default -> add(attribute, value.toString());
    }
  }

  private void add(String attribute, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      values.computeIfAbsent(attribute, name -> new LinkedHashSet<>()).add(value);
    }
  }

  private void indexText(String title) {
    for (String attribute : layout.searchable()) {
      Map<String, Integer> own = new HashMap<>();
      int weight = layout.weight(attribute);
      for (String value : values.getOrDefault(attribute, Set.of())) {
        indexWords(value, weight, own);
        if (attribute.equals("variant_sku") || attribute.equals("variant_code")) {
          // Also as one word, however a shopper separates its parts.
          addTerms(TextFolding.fold(value).replaceAll("[^\\p{L}\\p{N}]", ""), weight, own);
        }
      }
      if (!own.isEmpty()) {
        document.add(TermFields.weighted(Fields.terms(attribute), own));
        own.forEach((term, best) -> weights.merge(term, best, Math::max));
      }
    }
    weights.put(Fields.WHOLE + whole(title), IndexLayout.STEP);
    document.add(TermFields.weighted(Fields.TERMS, weights));
    document.add(TermFields.placed(Fields.PLACES, places));
  }

  /** The words of a title, to find the product of exactly that title. */
  static String whole(String title) {
    return Fields.cut(String.join(" ", Words.split(title).stream().map(Word::text).toList()));
  }

  private void indexWords(String value, int weight, Map<String, Integer> own) {
    List<Word> words = Words.split(value);
    int distance = GAP;
    for (Word word : words.subList(0, Math.min(MAX_WORDS, words.size()))) {
      addTerms(word.text(), weight, own);
      stems.of(word.raw()).forEach(stem -> own.put(stem, weight));
      places.add(new Placed(word.text(), distance));
      distance = 1;
    }
  }

  private static void addTerms(String word, int weight, Map<String, Integer> own) {
    if (word.isEmpty()) {
      return;
    }
    String term = word.length() > Words.MAX_LENGTH ? word.substring(0, Words.MAX_LENGTH) : word;
    own.put(term, weight);
    int letters = term.codePointCount(0, term.length());
    for (int length = 1; length <= Math.min(Fields.MAX_BEGINNING, letters); length++) {
      own.put(Fields.BEGINNING + term.substring(0, term.offsetByCodePoints(0, length)), weight);
    }
  }

  private void indexValues(String attribute, Set<String> all) {
    document.add(new StringField(Fields.PRESENT, TextFolding.fold(attribute), Field.Store.NO));
    boolean isCounted = Attributes.countable(attribute) != null;
    if (!isCounted && Attributes.filterable(attribute) == null) {
      return;
    }
    String beginning = Fields.beginning(attribute);
    for (String value : all) {
      String term = beginning + Fields.folded(value);
      // Values that differ by case or accents alone are one, and so are titles of options.
      if (indexed.add(Fields.values(attribute) + Fields.SEPARATOR + term)) {
        document.add(new StringField(Fields.values(attribute), term, Field.Store.NO));
        if (isCounted) {
          document.add(
              new SortedSetDocValuesField(
                  Fields.facet(attribute), new BytesRef(Fields.counted(attribute, value))));
        }
      }
    }
  }
}
