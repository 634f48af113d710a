package dev.tradewind.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedDocumentTest {

  private static final Contract CONTRACT = Contract.load();

  /** Schemas that a page or a generator visits for one response. */
  private static final int MAX_NODES = 2_000;

  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void everySchemaEnds(String surface) {
    JsonObject schemas = schemas(surface);
    Map<String, Integer> sizes = new TreeMap<>();
    for (String name : schemas.fieldNames()) {
      sizes.put(name, new Expansion(schemas).of(schemas.getJsonObject(name)));
    }

    assertThat(sizes)
        .hasSizeGreaterThan(60)
        .allSatisfy((name, size) -> assertThat(size).as(name).isLessThan(MAX_NODES));
  }

  /** A generated client sends a list of one as its element; only with brackets it is a list. */
  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void aListOfAQueryHasBracketsUnlessASingleValueIsTaken(String surface) {
    JsonObject document = CONTRACT.document(surface).toJsonObject();
    Map<String, Operation> operations = new HashMap<>();
    CONTRACT.operations().forEach(operation -> operations.put(operation.id(), operation));
    List<String> lists = new ArrayList<>();
    operations(document)
        .forEach(described -> {
          Operation operation = operations.get(described.getString("operationId"));
          for (Object each : described.getJsonArray("parameters", new JsonArray())) {
            JsonObject parameter = Schemas.followed((JsonObject) each, document);
            String name = parameter.getString("name");
            JsonObject taken =
                operation.query() == null
                    ? null
                    : operation.query().getJsonObject("properties").getJsonObject(name);
            if (taken != null && !taken.containsKey("anyOf") && taken.containsKey("items")) {
              lists.add(operation.id() + " " + name);
            }
          }
        });

    assertThat(lists).isEmpty();
  }

  /** A client that knows the document alone has all forms of the contract. */
  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void allFormsOfTheValuesOfRequestsAreShown(String surface) {
    List<String> contract = forms(CONTRACT.json(surface));

    assertThat(forms(CONTRACT.document(surface).toJsonObject())).isEqualTo(contract);
    assertThat(forms(CONTRACT.documentOfOneForm(surface).toJsonObject())).isEmpty();
    assertThat(contract)
        .contains(
            surface.equals("store") ? "storeUpdateCart billing_address" : "adminListBatchJobs id");
  }

  /** Operations and their parameters and properties of bodies that have several forms. */
  private static List<String> forms(JsonObject document) {
    List<String> forms = new ArrayList<>();
    for (JsonObject operation : operations(document)) {
      String id = operation.getString("operationId");
      for (Object each : operation.getJsonArray("parameters", new JsonArray())) {
        JsonObject parameter = Schemas.followed((JsonObject) each, document);
        if (parameter.getJsonObject("schema").containsKey("anyOf")) {
          forms.add(id + " " + parameter.getString("name"));
        }
      }
      addForms(id, "", operation.getJsonObject("requestBody"), forms);
    }
    return forms;
  }

  private static void addForms(String id, String name, Object value, List<String> forms) {
    if (value instanceof JsonArray array) {
      array.forEach(element -> addForms(id, name, element, forms));
    } else if (value instanceof JsonObject object) {
      if (object.containsKey("anyOf")) {
        forms.add(id + " " + name);
      }
      object.forEach(member -> {
        if (!member.getKey().startsWith("example")) {
          addForms(id, member.getKey(), member.getValue(), forms);
        }
      });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void everyTagIsInOneGroup(String surface) {
    JsonObject document = CONTRACT.document(surface).toJsonObject();
    List<String> grouped =
        document.getJsonArray("x-tagGroups").stream()
            .flatMap(group -> ((JsonObject) group).getJsonArray("tags").stream())
            .map(String.class::cast)
            .toList();

    assertThat(
            document.getJsonArray("tags").stream().map(tag -> ((JsonObject) tag).getString("name")))
        .containsExactlyElementsOf(grouped);
    assertThat(grouped)
        .doesNotHaveDuplicates()
        .containsAll(
            document.getJsonObject("paths").stream()
                .flatMap(path -> ((JsonObject) path.getValue()).stream())
                .flatMap(
                    operation -> ((JsonObject) operation.getValue()).getJsonArray("tags").stream())
                .map(String.class::cast)
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void everyRequestAndResponseHasAnExample(String surface) {
    JsonObject document = CONTRACT.document(surface).toJsonObject();
    List<String> without = new ArrayList<>();
    for (JsonObject operation : operations(document)) {
      String id = operation.getString("operationId");
      if (lacksExample(
          Schemas.followed(operation.getJsonObject("requestBody", new JsonObject()), document))) {
        without.add(id + " request");
      }
      for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
        if (lacksExample(Schemas.followed((JsonObject) response.getValue(), document))) {
          without.add(id + " " + response.getKey());
        }
      }
    }

    assertThat(without).isEmpty();
  }

  @Test
  void recordedEventsAreThoseOfWritesAndHaveTypes() {
    Map<String, List<String>> events = new TreeMap<>();
    for (String surface : CONTRACT.surfaces()) {
      operations(CONTRACT.document(surface).toJsonObject())
          .forEach(operation ->
              events.put(
                  operation.getString("operationId"),
                  operation.getJsonArray("x-events", new JsonArray()).stream()
                      .map(String.class::cast)
                      .toList()));
    }

    assertThat(events.get("storeCompleteCart")).contains("cart.completed", "order.placed");
    assertThat(EventTypes.ALL.stream().map(EventType::key).toList())
        .containsAll(events.values().stream().flatMap(List::stream).toList());
    assertThat(
            CONTRACT.operations().stream()
                .filter(operation -> !operation.isWrite())
                .flatMap(operation -> events.get(operation.id()).stream()))
        .isEmpty();
    assertThat(events.keySet()).containsAll(Examples.events().fieldNames());
    assertThat(CONTRACT.operations())
        .filteredOn(operation -> operation.aliasOf() != null)
        .isNotEmpty()
        .allSatisfy(alias ->
            assertThat(events.get(alias.id())).isNotEmpty().isEqualTo(events.get(alias.aliasOf())))
        .extracting(Operation::id)
        .doesNotContainAnyElementsOf(Examples.events().fieldNames());
  }

  @Test
  void everyProblemIsAnErrorOfTheContract() {
    Set<String> errors = new TreeSet<>();
    Set<String> codes = new TreeSet<>();
    for (String surface : CONTRACT.surfaces()) {
      for (Object each : CONTRACT.document(surface).toJsonObject().getJsonArray("x-errors")) {
        JsonObject error = (JsonObject) each;
        errors.add(name(error.getInteger("status"), error));
        if (error.containsKey("code")) {
          codes.add(error.getString("code"));
        }
      }
    }

    assertThat(
            Stream.of(
                Problem.invalidData("-"),
                Problem.notAllowed("-"),
                Problem.unauthorized(),
                Problem.forbidden("-"),
                Problem.notFound("-"),
                Problem.conflict(),
                Problem.tooLarge("-"),
                Problem.unsupported("-"),
                Problem.duplicate("-"),
                Problem.tooManyRequests("-"),
                Problem.internalError(),
                Problem.unavailable("-"),
                Problem.timedOut("-"),
                ShopProblems.outOfStock("-", List.of()),
                ShopProblems.insufficientInventory("-"),
                ShopProblems.totalChanged(1, 2),
                ShopProblems.paymentRefused("-")))
        .allSatisfy(problem -> assertThat(errors).contains(name(problem.status(), problem.body())));
    assertThat(schemas("store").getJsonObject("ErrorCode").getJsonArray("enum"))
        .containsExactlyElementsOf(codes);
  }

  private static String name(int status, JsonObject error) {
    return status + " " + error.getString("type") + " " + error.getString("code");
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void everyPropertyIsDescribed(String surface) {
    List<String> undescribed = new ArrayList<>();

    addUndescribedProperties("", CONTRACT.document(surface).toJsonObject(), undescribed);

    assertThat(undescribed).isEmpty();
  }

  private static void addUndescribedProperties(
      String place, Object value, List<String> undescribed) {
    if (value instanceof JsonArray array) {
      array.forEach(element -> addUndescribedProperties(place, element, undescribed));
    } else if (value instanceof JsonObject object) {
      object.forEach(member -> {
        if (member.getKey().equals("properties")) {
          addUndescribed(place, (JsonObject) member.getValue(), undescribed);
        }
        if (!member.getKey().startsWith("example")) {
          addUndescribedProperties(place + "/" + member.getKey(), member.getValue(), undescribed);
        }
      });
    }
  }

  @Test
  void anIntegerIsNamedAndAnAnswerHasAName() {
    assertThat(CONTRACT.document("admin").toString()).doesNotContain("multipleOf");
    JsonObject document = CONTRACT.document("store").toJsonObject();
    assertThat(
            operations(document).stream()
                .filter(operation -> operation.getString("operationId").equals("storeListProducts"))
                .map(operation ->
                    operation
                        .getJsonObject("responses")
                        .getJsonObject("200")
                        .getJsonObject("content")
                        .getJsonObject("application/json")
                        .getJsonObject("schema")
                        .getString("title")))
        .containsExactly("StoreListProductsResponse");
  }

  /** An error of named operations has the status of a response that each of them describes. */
  @Test
  void anErrorOfAnOperationIsOneOfItsResponses() {
    for (String surface : CONTRACT.surfaces()) {
      JsonObject document = CONTRACT.document(surface).toJsonObject();
      Map<String, JsonObject> responses = new HashMap<>();
      operations(document)
          .forEach(operation ->
              responses.put(
                  operation.getString("operationId"), operation.getJsonObject("responses")));
      for (Object each : document.getJsonArray("x-errors")) {
        JsonObject error = (JsonObject) each;
        error
            .getJsonArray("operations", new JsonArray())
            .forEach(id ->
                assertThat(responses.get(id).fieldNames())
                    .as("%s", id)
                    .contains(error.getValue("status").toString()));
      }
    }
  }

  private static boolean lacksExample(JsonObject described) {
    return described.getJsonObject("content", new JsonObject()).stream()
        .anyMatch(type -> !((JsonObject) type.getValue()).containsKey("example"));
  }

  @Test
  void everyExampleIsValid() {
    ResponseValidator responses = new ResponseValidator(CONTRACT);
    List<String> problems = new ArrayList<>();
    for (Operation operation : CONTRACT.operations()) {
      JsonObject example = Examples.of(operation.id());
      JsonObject request = example.getJsonObject("request");
      if (request != null && operation.body() != null) {
        OutputUnit result =
            Validator.create(
                    // The validator annotates its schema, which other tests read meanwhile.
                    JsonSchema.of(operation.body().copy()),
                    new JsonSchemaOptions()
                        .setBaseUri("contract://tradewind")
                        .setDraft(Draft.DRAFT202012)
                        .setOutputFormat(OutputFormat.Basic))
                .validate(request);
        if (!result.getValid()) {
          problems.add(operation.id() + " request: " + result.getErrors());
        }
      }
      JsonObject response = example.getJsonObject("response");
      if (response != null) {
        responses.validate(operation.id(), example.getInteger("status"), response).stream()
            .map(problem -> operation.id() + " response: " + problem)
            .forEach(problems::add);
      }
    }

    assertThat(problems).isEmpty();
  }

  private static List<JsonObject> operations(JsonObject document) {
    return document.getJsonObject("paths").stream()
        .flatMap(path -> ((JsonObject) path.getValue()).stream())
        .map(operation -> (JsonObject) operation.getValue())
        .toList();
  }

  @Test
  void aValueInARequestHasOneForm() {
    JsonObject cart =
        CONTRACT
            .documentOfOneForm("store")
            .toJsonObject()
            .getJsonObject("paths")
            .getJsonObject("/store/carts/{id}")
            .getJsonObject("post")
            .getJsonObject("requestBody")
            .getJsonObject("content")
            .getJsonObject("application/json")
            .getJsonObject("schema");

    assertThat(cart.getJsonObject("properties").getJsonObject("shipping_address").getMap())
        .containsEntry("$ref", "#/components/schemas/AddressPayload")
        .doesNotContainKey("anyOf");
  }

  @Test
  void aValueThatIsNullTodayMayBeATextTomorrow() {
    JsonObject schemas = schemas("store");

    assertThat(property(schemas, "Swap", "deleted_at").getJsonArray("type"))
        .containsExactly("string", "null");
    assertThat(property(schemas, "Order", "draft_order").getJsonArray("anyOf"))
        .contains(new JsonObject().put("type", "null"));
  }

  @Test
  void aResourceInAnotherShowsItsFieldsAndNamesItsFurtherRelations() {
    JsonObject schemas = schemas("store");

    assertThat(reference(property(schemas, "Order", "items").getJsonObject("items")))
        .isEqualTo("LineItemSummary");
    JsonObject line = schemas.getJsonObject("LineItemSummary");
    assertThat(line.getJsonObject("properties").fieldNames())
        .contains("id", "title", "unit_price", "variant", "adjustments")
        .doesNotContain("order", "cart", "swap");
    assertThat(line.getString("description")).contains("`expand`", "order", "swap");
    assertThat(
            reference(
                schemas
                    .getJsonObject("ProductVariantSummary")
                    .getJsonObject("properties")
                    .getJsonObject("product")))
        .isEqualTo("ProductSummary");
  }

  @Test
  void answersAdmitFurtherPropertiesAndRequestsDoNot() {
    JsonObject document = CONTRACT.document("store").toJsonObject();

    assertThat(schemas("store").getJsonObject("Cart").fieldNames())
        .contains("properties", "required")
        .doesNotContain("additionalProperties", "x-nested");
    assertThat(
            document
                .getJsonObject("paths")
                .getJsonObject("/store/carts")
                .getJsonObject("post")
                .getJsonObject("requestBody")
                .getJsonObject("content")
                .getJsonObject("application/json")
                .getJsonObject("schema")
                .getBoolean("additionalProperties"))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "admin"})
  void everyOperationAndParameterIsDescribed(String surface) {
    JsonObject document = CONTRACT.document(surface).toJsonObject();
    List<String> undescribed = new ArrayList<>();
    addUndescribed(
        "", document.getJsonObject("components").getJsonObject("parameters"), undescribed);
    document
        .getJsonObject("paths")
        .forEach(path -> {
          JsonObject operations = (JsonObject) path.getValue();
          addUndescribed(path.getKey(), operations, undescribed);
          operations.forEach(operation -> {
            for (Object parameter :
                ((JsonObject) operation.getValue()).getJsonArray("parameters", new JsonArray())) {
              JsonObject named = (JsonObject) parameter;
              if (!named.containsKey("$ref")) {
                addUndescribed(
                    path.getKey(),
                    new JsonObject().put(named.getString("name"), named),
                    undescribed);
              }
            }
          });
        });

    assertThat(undescribed).isEmpty();
  }

  private static void addUndescribed(String place, JsonObject described, List<String> undescribed) {
    described.forEach(member -> {
      if (((JsonObject) member.getValue()).getString("description", "").isBlank()) {
        undescribed.add(place + " " + member.getKey());
      }
    });
  }

  @Test
  void anOperationStatesItsPermissionLimitAndIdempotency() {
    JsonObject paths = CONTRACT.document("admin").toJsonObject().getJsonObject("paths");

    assertThat(description(paths, "/admin/orders/{id}/refund"))
        .contains("Needs the permission `orders:refund`.", "Idempotency-Key");
    assertThat(
            description(
                CONTRACT.document("store").toJsonObject().getJsonObject("paths"), "/store/carts"))
        .contains("Requests are limited.");
  }

  private static String description(JsonObject paths, String path) {
    return paths.getJsonObject(path).getJsonObject("post").getString("description");
  }

  @Test
  void aParameterHasOneForm() {
    for (String surface : CONTRACT.surfaces()) {
      JsonObject document = CONTRACT.documentOfOneForm(surface).toJsonObject();
      document
          .getJsonObject("components")
          .getJsonObject("parameters")
          .forEach(parameter -> assertOneForm((JsonObject) parameter.getValue()));
      document
          .getJsonObject("paths")
          .forEach(path ->
              ((JsonObject) path.getValue())
                  .forEach(method ->
                      ((JsonObject) method.getValue())
                          .getJsonArray("parameters", new JsonArray())
                          .forEach(parameter -> assertOneForm((JsonObject) parameter))));
    }
    JsonObject listed = parameter("admin", "/admin/inventory-items", "hs_code");
    assertThat(listed.getString("style")).isEqualTo("form");
    assertThat(listed.getJsonObject("schema").getString("type")).isEqualTo("array");
    assertThat(listed.getString("description")).contains("[gt]");
    JsonObject compared = parameter("admin", "/admin/inventory-items", "weight");
    assertThat(compared.getString("style")).isEqualTo("deepObject");
  }

  private static void assertOneForm(JsonObject parameter) {
    assertThat(parameter.getJsonObject("schema", new JsonObject()).fieldNames())
        .as(parameter.encode())
        .doesNotContain("anyOf", "oneOf");
  }

  private static JsonObject parameter(String surface, String path, String name) {
    return CONTRACT
        .documentOfOneForm(surface)
        .toJsonObject()
        .getJsonObject("paths")
        .getJsonObject(path)
        .getJsonObject("get")
        .getJsonArray("parameters")
        .stream()
        .map(JsonObject.class::cast)
        .filter(parameter -> name.equals(parameter.getString("name")))
        .findFirst()
        .orElseThrow();
  }

  private static JsonObject schemas(String surface) {
    return CONTRACT
        .document(surface)
        .toJsonObject()
        .getJsonObject("components")
        .getJsonObject("schemas");
  }

  private static JsonObject property(JsonObject schemas, String schema, String property) {
    return schemas.getJsonObject(schema).getJsonObject("properties").getJsonObject(property);
  }

  private static String reference(JsonObject schema) {
    JsonArray alternatives = schema.getJsonArray("anyOf");
    JsonObject referring = alternatives == null ? schema : alternatives.getJsonObject(0);
    return referring.getString("$ref").substring("#/components/schemas/".length());
  }

  /** Number of schemas in a schema with its references followed; fails for one that has no end. */
  private static final class Expansion {

    private final JsonObject schemas;
    private final Map<String, Integer> sizes = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    private Expansion(JsonObject schemas) {
      this.schemas = schemas;
    }

    private int of(JsonObject schema) {
      String reference = schema.getString("$ref");
      if (reference == null) {
        return 1
            + sum(
                schema.getJsonObject("properties", new JsonObject()).stream()
                    .map(Map.Entry::getValue))
            + sum(schema.getJsonArray("anyOf", new JsonArray()).stream())
            + (schema.getValue("items") instanceof JsonObject items ? of(items) : 0);
      }
      String name = reference(schema);
      assertThat(open).as("cycle").doesNotContain(name);
      open.push(name);
      Integer size = sizes.get(name);
      if (size == null) {
        size = of(schemas.getJsonObject(name));
        sizes.put(name, size);
      }
      open.pop();
      return size;
    }

    private int sum(Stream<Object> schemas) {
      return schemas.mapToInt(schema -> of((JsonObject) schema)).sum();
    }
  }
}
