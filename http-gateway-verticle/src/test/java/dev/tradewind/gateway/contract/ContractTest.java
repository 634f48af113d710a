package dev.tradewind.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.audit.AuditAction;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContractTest {

  private static final List<String> VERTICLES =
      List.of("catalog", "customer", "discount", "cart", "order", "batch", "webhook");

  private final Contract contract = Contract.load();

  @Test
  void everyOperationIsAtTheMethodAndPathThatClientsKnow() throws IOException {
    Map<String, String> known = knownOperations();

    assertThat(contract.operations())
        .allSatisfy(operation ->
            assertThat(known)
                .containsEntry(operation.id(), operation.method() + " " + operation.path()));
  }

  @Test
  void everyOperationHasAnIdOfItsOwnAndAnOwner() {
    assertThat(contract.operations()).extracting(Operation::id).doesNotHaveDuplicates();
    assertThat(contract.operations())
        .allSatisfy(operation -> assertThat(operation.verticle()).isIn(VERTICLES));
  }

  @Test
  void everyPathParameterIsDeclared() {
    assertThat(contract.operations())
        .allSatisfy(operation -> {
          JsonObject declared = operation.pathParameters().getJsonObject("properties");
          String path = operation.path();
          for (String name : declared.fieldNames()) {
            path = path.replace("{" + name + "}", "");
          }
          assertThat(path).doesNotContain("{");
        });
  }

  /** A URL stays in histories and logs; an address of the audit log is that of an attacker. */
  @Test
  void urlsOfOwnOperationsHoldIdsAndNoPersonalData() {
    Set<String> allowed =
        Set.of(
            "id",
            "limit",
            "offset",
            "cursor",
            "actor_id",
            "action",
            "subject",
            "address",
            "created_at",
            "after",
            "type",
            "status");
    List<Operation> own =
        contract.operations().stream()
            .filter(operation -> operation.path().matches("/(admin|store)/tradewind/.*"))
            .toList();

    assertThat(own)
        .hasSizeGreaterThan(15)
        .allSatisfy(operation -> {
          assertThat(allowed)
              .as(operation.id())
              .containsAll(operation.pathParameters().getJsonObject("properties").fieldNames());
          JsonObject query = operation.query();
          if (query != null) {
            assertThat(allowed)
                .as(operation.id())
                .containsAll(query.getJsonObject("properties", new JsonObject()).fieldNames());
          }
        });
  }

  @Test
  void theAuditLogIsFilteredByEachActionThatItRecords() {
    JsonObject query =
        contract.operations().stream()
            .filter(operation -> operation.id().equals("adminListAuditLog"))
            .map(Operation::query)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();

    assertThat(
            query.getJsonObject("properties").getJsonObject("action").getJsonArray("enum").stream())
        .filteredOn(Objects::nonNull)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(AuditAction.values()).map(AuditAction::label).toList());
  }

  @Test
  void everyBodyRefusesUnknownPropertiesAtEveryLevel() {
    assertThat(contract.operations())
        .filteredOn(operation -> operation.body() != null)
        // The search checks its properties itself, and a completion ignores all.
        .filteredOn(operation ->
            !Set.of(
                    "storeSearchProduct",
                    "storeSearchIndex",
                    "storeSearchIndexes",
                    "storeSearchFacetValues",
                    "storeCompleteCart",
                    "storeCompleteCartCart")
                .contains(operation.id()))
        .allSatisfy(operation -> assertClosed(Objects.requireNonNull(operation.body())));
  }

  private static void assertClosed(JsonObject schema) {
    if (schema.containsKey("properties")) {
      assertThat(schema.getBoolean("additionalProperties")).isFalse();
      schema
          .getJsonObject("properties")
          .forEach(property -> assertClosed((JsonObject) property.getValue()));
    }
    if (schema.containsKey("items")) {
      assertClosed(schema.getJsonObject("items"));
    }
    if (schema.containsKey("anyOf")) {
      schema.getJsonArray("anyOf").forEach(each -> assertClosed((JsonObject) each));
    }
  }

  @Test
  void everyTextOfARequestHasAMaximumLength() {
    List<Integer> lengths = new ArrayList<>();
    for (Operation operation : contract.operations()) {
      addLengths(operation.pathParameters(), operation.id(), lengths);
      if (operation.query() != null) {
        addLengths(operation.query(), operation.id(), lengths);
      }
      if (operation.body() != null) {
        addLengths(operation.body(), operation.id(), lengths);
      }
    }

    assertThat(lengths)
        .hasSizeGreaterThan(1_000)
        .contains(255, 500, 2_000, 10_000)
        .allMatch(length -> length <= 40_000);
  }

  private static void addLengths(JsonObject schema, String place, List<Integer> lengths) {
    Object type = schema.getValue("type");
    boolean isText =
        "string".equals(type) || (type instanceof JsonArray types && types.contains("string"));
    if (isText && !schema.containsKey("enum") && !"date-time".equals(schema.getValue("format"))) {
      assertThat(schema.getInteger("maxLength")).as(place).isNotNull();
      lengths.add(schema.getInteger("maxLength"));
    }
    if (schema.containsKey("properties")) {
      schema
          .getJsonObject("properties")
          .forEach(property ->
              addLengths(
                  (JsonObject) property.getValue(), place + " " + property.getKey(), lengths));
    }
    if (schema.getValue("items") instanceof JsonObject items) {
      addLengths(items, place + " items", lengths);
    }
    if (schema.containsKey("anyOf")) {
      schema.getJsonArray("anyOf").forEach(each -> addLengths((JsonObject) each, place, lengths));
    }
  }

  @Test
  void noIdOfARequestIsAnEmptyText() {
    List<String> ids = new ArrayList<>();
    for (Operation operation : contract.operations()) {
      addIds(operation.pathParameters(), operation.id(), false, ids);
      if (operation.query() != null) {
        addIds(operation.query(), operation.id(), true, ids);
      }
      if (operation.body() != null) {
        addIds(operation.body(), operation.id(), false, ids);
      }
    }

    assertThat(ids)
        .hasSizeGreaterThan(400)
        .contains(
            "storeGetCart id",
            "storeCreateCart region_id",
            "storeCreateCart items variant_id",
            "adminCreateProduct collection_id",
            "storeListProducts cart_id");
  }

  /** Decided: an empty parent is no parent. */
  private static final Set<String> EMPTY_IS_NONE =
      Set.of("adminCreateReturnReason parent_return_reason_id");

  /** Ids of a schema; an empty element of a query's list is a filter that selects nothing. */
  private static void addIds(JsonObject schema, String place, boolean isQuery, List<String> ids) {
    schema
        .getJsonObject("properties", new JsonObject())
        .forEach(property -> {
          JsonObject value = (JsonObject) property.getValue();
          String name = property.getKey();
          if (name.equals("id") || name.endsWith("_id") || name.endsWith("_ids")) {
            if (!isQuery || !value.encode().contains("\"items\"")) {
              if (!EMPTY_IS_NONE.contains(place + " " + name)) {
                assertNotEmpty(value, place + " " + name);
              }
              ids.add(place + " " + name);
            }
          }
          addIds(value, place + " " + name, isQuery, ids);
        });
    if (schema.getValue("items") instanceof JsonObject items) {
      addIds(items, place, isQuery, ids);
    }
    schema
        .getJsonArray("anyOf", new JsonArray())
        .forEach(each -> addIds((JsonObject) each, place, isQuery, ids));
  }

  private static void assertNotEmpty(JsonObject schema, String place) {
    Object type = schema.getValue("type");
    if ("string".equals(type) || (type instanceof JsonArray types && types.contains("string"))) {
      assertThat(schema.getInteger("minLength", 0)).as(place).isPositive();
    }
    if (schema.getValue("items") instanceof JsonObject items) {
      assertNotEmpty(items, place);
    }
    schema
        .getJsonArray("anyOf", new JsonArray())
        .forEach(each -> assertNotEmpty((JsonObject) each, place));
  }

  @Test
  void everyOperationDescribesItsSuccess() {
    for (String surface : contract.surfaces()) {
      for (Map.Entry<String, Object> path : contract.json(surface).getJsonObject("paths")) {
        for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
          assertThat(responses((JsonObject) method.getValue())).containsAnyOf("200", "201", "204");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          store, /store/regions,             get,    200 304 400 401 403 500 503 504
          store, /store/products,            get,    200 304 400 401 403 404 429 500 503 504
          store, /store/regions/{id},        get,    200 304 400 401 403 404 500 503 504
          store, /store/carts/{id},          post,   200 400 401 403 404 409 413 415 422 429 500 503 504
          admin, /admin/regions,             post,   200 400 401 403 404 409 413 415 422 500 503 504
          admin, /admin/regions/{id},        delete, 200 400 401 403 404 409 422 500 503 504
          admin, /admin/orders,              get,    200 304 400 401 403 500 503 504
          """)
  void operationsDescribeTheProblemsThatTheyHave(
      String surface, String path, String method, String statuses) {
    assertThat(
            responses(
                contract
                    .json(surface)
                    .getJsonObject("paths")
                    .getJsonObject(path)
                    .getJsonObject(method)))
        .containsExactlyInAnyOrder(statuses.split(" "));
  }

  private static Set<String> responses(JsonObject operation) {
    return operation.getJsonObject("responses").fieldNames();
  }

  @Test
  void documentsDescribeTheAccessPolicyThatTheGatewayEnforces() {
    for (String surface : contract.surfaces()) {
      JsonObject document = contract.json(surface);
      JsonObject schemes = document.getJsonObject("components").getJsonObject("securitySchemes");
      for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
        for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
          JsonObject operation = (JsonObject) method.getValue();
          assertThat(operation.getJsonArray("security"))
              .isEqualTo(AccessPolicy.of(operation).security())
              .allSatisfy(way ->
                  assertThat(schemes.fieldNames()).containsAll(((JsonObject) way).fieldNames()));
        }
      }
    }
  }

  @Test
  void theDefaultPolicyIsOpenToShoppersAndRestrictedToStaff() {
    assertThat(access("storeGetCart")).isEqualTo(AccessPolicy.OPTIONAL);
    assertThat(access("storeGetCurrentCustomer")).isEqualTo(AccessPolicy.CUSTOMER);
    assertThat(access("adminGetCurrentUser")).isEqualTo(AccessPolicy.ADMIN);
    assertThat(access("adminLogIn")).isEqualTo(AccessPolicy.NONE);
  }

  private AccessPolicy access(String operationId) {
    return contract.operations().stream()
        .filter(operation -> operation.id().equals(operationId))
        .map(Operation::access)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyReferenceOfTheServedDocumentsHasATarget() {
    for (String surface : contract.surfaces()) {
      JsonObject document = contract.json(surface);
      Matcher references = Pattern.compile("\"\\$ref\":\"([^\"]+)\"").matcher(document.encode());
      while (references.find()) {
        assertThat(Schemas.resolved(references.group(1), document)).isNotNull();
      }
    }
  }

  @Test
  void aVerticleFindsItsOperations() {
    assertThat(contract.operationIds("order")).contains("storeGetOrder", "adminListOrders");
    assertThat(contract.operationIds("cart")).contains("storeCreateCart", "storeCompleteCart");
    assertThat(contract.operationIds("unknown")).isEmpty();
  }

  private static Map<String, String> knownOperations() throws IOException {
    try (InputStream in = ContractTest.class.getResourceAsStream("/operations.tsv")) {
      Map<String, String> known = new HashMap<>();
      new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split("\t"))
          .forEach(columns -> known.put(columns[0], columns[1] + " " + columns[2]));
      return known;
    }
  }
}
