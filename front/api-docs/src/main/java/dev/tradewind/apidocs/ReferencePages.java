package dev.tradewind.apidocs;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.apidocs.ApiReference.Operation;
import dev.tradewind.apidocs.ApiReference.Parameter;
import dev.tradewind.gateway.contract.Contract;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Pages about the API, rendered from the documents that the contract serves; blocking. */
final class ReferencePages {

  private static final int MAX_BODY_LINES = 16;

  private static final String QUICK_READS =
      """
      curl 'https://shop.example/store/regions'
      curl 'https://shop.example/store/products?limit=3'\
      """;

  private static final String QUICK_CART =
      """
      import { createClient } from "@tradewind/client";

      const shop = createClient({ baseUrl: "https://shop.example" });
      const { regions } = await shop.get("/store/regions");
      const { products } = await shop.get("/store/products", { query: { region_id: regions[0]!.id } });
      const { cart } = await shop.post("/store/carts", {
        body: {
          region_id: regions[0]!.id,
          items: [{ variant_id: products[0]!.variants![0]!.id, quantity: 1 }],
        },
      });
      console.log(cart.total, "in the smallest unit of", cart.region?.currency_code);\
      """;

  private static final Map<String, String> EVENT_SUMMARIES =
      EventTypes.ALL.stream()
          .collect(Collectors.toMap(EventType::key, EventType::summary, (one, other) -> one));

  private final PageRenderer renderer = new PageRenderer();
  private final ApiReference reference;
  private final List<Operation> inOrder;

  /** Code of a sample, in a tab. */
  record Sample(String id, String name, String code) {}

  /** Reads the documents. */
  ReferencePages(Contract contract) {
    Map<String, JsonObject> documents = new LinkedHashMap<>();
    for (String surface : contract.surfaces()) {
      documents.put(surface, contract.document(surface).toJsonObject());
    }
    this.reference = ReferenceReader.read(documents);
    this.inOrder = List.copyOf(reference.operations().values());
  }

  /**
   * @param files path of the files of the pages
   */
  String overview(String files) {
    Map<String, Object> values =
        values("/docs", files, "Tradewind API", "All operations of the API, by task.");
    values.put("quickReads", QUICK_READS);
    values.put("quickCart", QUICK_CART);
    values.put("surfaces", reference.surfaces());
    values.put("first", reference.surfaces().getFirst());
    values.put("conventions", reference.conventions());
    values.put("errors", reference.errors());
    return renderer.render("overview", values);
  }

  /**
   * @param baseUrl of this shop, for the samples
   */
  Optional<String> operation(String surface, String id, String files, String baseUrl) {
    return reference.find(surface, id).map(operation -> operation(operation, files, baseUrl));
  }

  private String operation(Operation operation, String files, String baseUrl) {
    Map<String, Object> values =
        values(operation.url(), files, operation.summary(), operation.description());
    int position = inOrder.indexOf(operation);
    values.put("surfaces", reference.surfaces());
    values.put("surface", reference.surface(operation.surface()));
    values.put("operation", operation);
    values.put("places", List.of("path", "query", "header"));
    values.put("samples", samples(operation, baseUrl));
    values.put("bodyLines", lines(operation.request()));
    values.put("eventSummaries", EVENT_SUMMARIES);
    values.put("previous", position == 0 ? null : inOrder.get(position - 1));
    values.put("next", position == inOrder.size() - 1 ? null : inOrder.get(position + 1));
    return renderer.render("operation", values);
  }

  private static int lines(@Nullable String text) {
    return text == null ? 2 : Math.min((int) text.lines().count() + 1, MAX_BODY_LINES);
  }

  static List<Sample> samples(Operation operation, String baseUrl) {
    String path = operation.path();
    List<String> query = new ArrayList<>();
    Map<String, String> pathValues = new LinkedHashMap<>();
    Map<String, String> queryValues = new LinkedHashMap<>();
    for (Parameter parameter : operation.parameters()) {
      String value = encoded(parameter.example());
      if (parameter.place().equals("path")) {
        path = path.replace("{" + parameter.row().name() + "}", value);
        pathValues.put(parameter.row().name(), parameter.example());
      } else if (parameter.place().equals("query") && !value.isEmpty()) {
        query.add(encoded(parameter.row().name()) + "=" + value);
        queryValues.put(parameter.row().name(), parameter.example());
      }
    }
    CodeSamples.Request request =
        new CodeSamples.Request(
            operation.method(),
            baseUrl + path + (query.isEmpty() ? "" : "?" + String.join("&", query)),
            operation.headers(),
            operation.request(),
            operation.file());
    List<Sample> samples = new ArrayList<>();
    samples.add(new Sample("curl", "curl", CodeSamples.curl(request)));
    if (operation.file() == null) {
      CodeSamples.TypedRequest typed =
          new CodeSamples.TypedRequest(
              operation.method(),
              baseUrl,
              operation.path(),
              pathValues,
              queryValues,
              operation.headers(),
              operation.request());
      samples.add(new Sample("typescript", "TypeScript", CodeSamples.typeScript(typed)));
    }
    samples.add(new Sample("javascript", "JavaScript", CodeSamples.javaScript(request)));
    samples.add(new Sample("python", "Python", CodeSamples.python(request)));
    samples.add(new Sample("php", "PHP", CodeSamples.php(request)));
    samples.add(new Sample("java", "Java", CodeSamples.java(request)));
    return List.copyOf(samples);
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Index of the search: path of the page, method, path, summary, id and further words of each
   * operation, and the same of each type of event.
   */
  String searchIndex() {
    JsonArray index = new JsonArray();
    inOrder.forEach(operation ->
        index.add(
            new JsonArray()
                .add(operation.url())
                .add(operation.method())
                .add(operation.path())
                .add(operation.summary())
                .add(operation.id())
                .add(SearchWords.of(operation))));
    new TreeMap<>(EVENT_SUMMARIES)
        .forEach((type, summary) ->
            index.add(
                new JsonArray()
                    .add("/docs/events#" + type)
                    .add("EVENT")
                    .add(type)
                    .add(summary)
                    .add(type)
                    .add(SearchWords.ofEvent(summary))));
    return index.encode();
  }

  String events(String files, JsonObject document) {
    EventPage page = new EventPage(document, reference);
    JsonObject info = document.getJsonObject("info");
    Map<String, Object> values =
        values("/docs/events", files, info.getString("title"), info.getString("description"));
    values.put("headers", page.headers());
    values.put("channels", page.channels());
    return renderer.render("events", values);
  }

  private static Map<String, Object> values(
      String path, String files, String title, String description) {
    Map<String, Object> values = new HashMap<>();
    values.put("path", path);
    values.put("files", files);
    values.put("title", title);
    values.put("description", description);
    return values;
  }
}
