package dev.tradewind.apidocs;

import dev.tradewind.apidocs.ApiReference.Group;
import dev.tradewind.apidocs.ApiReference.Operation;
import dev.tradewind.apidocs.ApiReference.Parameter;
import dev.tradewind.apidocs.ApiReference.Refusal;
import dev.tradewind.apidocs.ApiReference.Resource;
import dev.tradewind.apidocs.ApiReference.Response;
import dev.tradewind.apidocs.ApiReference.Surface;
import dev.tradewind.apidocs.ApiReference.Term;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reader of a served OpenAPI document as the surface that pages show. */
final class ReferenceReader {

  private static final JsonObject NONE = new JsonObject();
  private static final JsonArray NO_ELEMENTS = new JsonArray();
  private static final String DESCRIPTION = "description";
  private static final String CONTENT = "content";
  private static final String SCHEMA = "schema";
  private static final String EXAMPLE = "example";
  private static final String OPERATIONS = "operations";
  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  private static final String TOO_MANY_REQUESTS = "429";
  private static final String BEARER = "Bearer TOKEN";

  /** Parameters by which an overview explains repetitions, pages and relations, in this order. */
  private static final List<String> COMMON =
      List.of(
          "x-publishable-api-key", IDEMPOTENCY_KEY, "limit", "offset", "order", "fields", "expand");

  /** A colon after a name, which the encoder sets off with a space. */
  private static final Pattern SPACED_COLON =
      Pattern.compile("^( *\"(?:[^\"\\\\]|\\\\.)*\") : ", Pattern.MULTILINE);

  private final String surface;
  private final JsonObject document;
  private final SchemaRows schemas;

  private ReferenceReader(String surface, JsonObject document) {
    this.surface = surface;
    this.document = document;
    this.schemas = new SchemaRows(document);
  }

  static ApiReference read(Map<String, JsonObject> documents) {
    List<Surface> surfaces = new ArrayList<>();
    documents.forEach(
        (name, document) -> surfaces.add(new ReferenceReader(name, document).surface()));
    Map<String, Operation> operations = new LinkedHashMap<>();
    surfaces.stream()
        .flatMap(ApiReference::operations)
        .forEach(operation -> operations.put(operation.url(), operation));
    return new ApiReference(List.copyOf(surfaces), operations);
  }

  private Surface surface() {
    JsonObject info = document.getJsonObject("info");
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
      for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
        operations.add(operation(path.getKey(), method.getKey(), (JsonObject) method.getValue()));
      }
    }
    List<Group> groups =
        document.getJsonArray("x-tagGroups").stream()
            .map(JsonObject.class::cast)
            .map(group ->
                new Group(
                    group.getString("name"),
                    texts(group.getJsonArray("tags")).stream()
                        .map(tag -> resource(tag, operations))
                        .filter(resource -> !resource.operations().isEmpty())
                        .toList()))
            .filter(group -> !group.resources().isEmpty())
            .toList();
    return new Surface(
        surface,
        info.getString("title"),
        info.getString(DESCRIPTION),
        conventions(),
        errors(),
        schemas.of(component("schemas").getJsonObject("Problem")),
        operations.stream().filter(this::isLogin).flatMap(login -> login.body().stream()).toList(),
        groups);
  }

  private boolean isLogin(Operation operation) {
    return operation.method().equals("POST") && operation.path().equals("/" + surface + "/auth");
  }

  private Resource resource(String tag, List<Operation> operations) {
    JsonObject described =
        document.getJsonArray("tags").stream()
            .map(JsonObject.class::cast)
            .filter(each -> tag.equals(each.getString("name")))
            .findFirst()
            .orElseThrow();
    return new Resource(
        tag,
        described.getString(DESCRIPTION),
        operations.stream().filter(operation -> operation.resource().equals(tag)).toList());
  }

  /** Credentials, and the parameters of pages and repetitions, as the contract describes them. */
  private List<Term> conventions() {
    List<Term> terms = new ArrayList<>();
    component("securitySchemes")
        .forEach(scheme -> {
          JsonObject described = (JsonObject) scheme.getValue();
          terms.add(new Term(credential(described), described.getString(DESCRIPTION)));
        });
    component("parameters").stream()
        .map(entry -> (JsonObject) entry.getValue())
        .filter(parameter -> COMMON.contains(parameter.getString("name")))
        .map(parameter -> new Term(parameter.getString("name"), parameter.getString(DESCRIPTION)))
        .distinct()
        .sorted(Comparator.comparing(term -> COMMON.indexOf(term.name())))
        .forEach(terms::add);
    return List.copyOf(terms);
  }

  private static String credential(JsonObject scheme) {
    if (scheme.getString("type").equals("http")) {
      return "Authorization: Bearer";
    }
    return scheme.getString("in") + " " + scheme.getString("name");
  }

  /** The errors that operations share, by status. */
  private List<Term> errors() {
    return document.getJsonObject("paths").stream()
        .flatMap(path -> ((JsonObject) path.getValue()).stream())
        .flatMap(method -> ((JsonObject) method.getValue()).getJsonObject("responses").stream())
        .filter(response ->
            response.getKey().charAt(0) >= '3'
                && ((JsonObject) response.getValue()).containsKey("$ref"))
        .map(response ->
            new Term(
                response.getKey(),
                schemas.followed((JsonObject) response.getValue()).getString(DESCRIPTION)))
        .distinct()
        .sorted(Comparator.comparing(Term::name))
        .toList();
  }

  private JsonObject component(String name) {
    return document.getJsonObject("components").getJsonObject(name, NONE);
  }

  private Operation operation(String path, String method, JsonObject described) {
    List<Response> responses =
        described.getJsonObject("responses").stream()
            .map(response ->
                response(
                    described.getString("operationId"),
                    response.getKey(),
                    (JsonObject) response.getValue()))
            .sorted(Comparator.comparing(Response::status))
            .toList();
    List<JsonObject> parameters =
        described.getJsonArray("parameters", NO_ELEMENTS).stream()
            .map(parameter -> schemas.followed((JsonObject) parameter))
            .toList();
    JsonObject content =
        schemas.followed(described.getJsonObject("requestBody", NONE)).getJsonObject(CONTENT, NONE);
    JsonObject json = content.getJsonObject("application/json", NONE);
    JsonObject form = content.getJsonObject("multipart/form-data", NONE);
    JsonObject answer = recordedAnswer(described);
    return ApiReferenceOperationBuilder.builder()
        .surface(surface)
        .id(described.getString("operationId"))
        .method(method.toUpperCase(Locale.ROOT))
        .path(path)
        .summary(described.getString("summary"))
        .description(described.getString(DESCRIPTION))
        .resource(described.getJsonArray("tags").getString(0))
        .isDeprecated(described.getBoolean("deprecated", false))
        .conditions(conditions(described, parameters))
        .parameters(
            parameters.stream().map(parameter -> parameter(path, parameter, answer)).toList())
        .headers(headers(described, parameters))
        .body(schemas.of(json.getJsonObject(SCHEMA, form.getJsonObject(SCHEMA, NONE))))
        .file(
            form.isEmpty()
                ? null
                : form.getJsonObject(SCHEMA)
                    .getJsonObject("properties")
                    .fieldNames()
                    .iterator()
                    .next())
        .request(pretty(json.getJsonObject(EXAMPLE)))
        .responses(responses)
        .events(texts(described.getJsonArray("x-events", NO_ELEMENTS)))
        .build();
  }

  private List<Term> conditions(JsonObject described, List<JsonObject> parameters) {
    List<Term> conditions = new ArrayList<>();
    conditions.add(new Term("Sign-in", credentials(described.getJsonArray("security"))));
    String permission = described.getString("x-permission");
    if (permission != null) {
      String readPermission = described.getString("x-shown-permission");
      List<String> some = texts(described.getJsonArray("x-value-permissions", NO_ELEMENTS));
      conditions.add(
          new Term(
              "Permission",
              "`%s`%s%s"
                  .formatted(
                      permission,
                      readPermission == null ? "" : " and `" + readPermission + "`",
                      some.isEmpty()
                          ? ""
                          : "; for some values `" + String.join("`, `", some) + "`")));
    }
    JsonObject limit = described.getJsonObject("responses").getJsonObject(TOO_MANY_REQUESTS);
    if (limit != null) {
      conditions.add(new Term("Limit", schemas.followed(limit).getString(DESCRIPTION)));
    }
    parameters.stream()
        .filter(parameter -> parameter.getString("name").equals(IDEMPOTENCY_KEY))
        .forEach(
            parameter -> conditions.add(new Term("Idempotency", parameter.getString(DESCRIPTION))));
    return List.copyOf(conditions);
  }

  private String credentials(JsonArray ways) {
    String names =
        ways.stream()
            .flatMap(way -> ((JsonObject) way).fieldNames().stream())
            .map(name -> "`" + credential(component("securitySchemes").getJsonObject(name)) + "`")
            .distinct()
            .collect(Collectors.joining(" or "));
    if (names.isEmpty()) {
      return "None";
    }
    return ways.contains(NONE) ? "Optional: " + names : names;
  }

  private Parameter parameter(String path, JsonObject described, JsonObject answer) {
    String name = described.getString("name");
    boolean isRequired = described.getBoolean("required", false);
    SchemaRow row = schemas.row(name, described.getJsonObject(SCHEMA), isRequired);
    return new Parameter(
        described.getString("in"),
        new SchemaRow(
            name,
            row.type(),
            isRequired,
            row.isNullable(),
            row.limits(),
            row.values(),
            described.getString(DESCRIPTION, row.description()),
            row.children()),
        isRequired ? sample(path, name, answer) : "");
  }

  /** Value of a parameter, which the recorded answer shows where it is about the same resource. */
  private static String sample(String path, String name, JsonObject answer) {
    String resource = name.equals("id") ? resourceBefore(path) : name.replaceFirst("_id$", "");
    String found =
        answer.getValue(resource) instanceof JsonObject object && name.endsWith("id")
            ? object.getString("id")
            : found(name.equals("id") ? resource + "_id" : name, answer);
    if (found == null && path.endsWith("/{" + name + "}") && answer.containsKey("deleted")) {
      found = answer.getString("id");
    }
    if (found != null) {
      return found;
    }
    return (name.equals("id") ? resource + "_id" : name).toUpperCase(Locale.ROOT);
  }

  /** Name of the resource whose id is in a path. */
  private static String resourceBefore(String path) {
    String before = path.substring(0, path.indexOf("/{id}"));
    return before
        .substring(before.lastIndexOf('/') + 1)
        .replace('-', '_')
        .replaceFirst("ies$", "y")
        .replaceFirst("s$", "");
  }

  /** The nearest text of that name in the recorded answer. */
  private static @Nullable String found(String name, JsonObject answer) {
    if (answer.getValue(name) instanceof String text) {
      return text;
    }
    return answer.stream()
        .map(Map.Entry::getValue)
        .map(value -> value instanceof JsonObject object ? found(name, object) : null)
        .filter(text -> text != null)
        .findFirst()
        .orElse(null);
  }

  private JsonObject recordedAnswer(JsonObject described) {
    return described.getJsonObject("responses").stream()
        .filter(response -> response.getKey().startsWith("2"))
        .map(response -> schemas.followed((JsonObject) response.getValue()))
        .map(response ->
            response
                .getJsonObject(CONTENT, NONE)
                .getJsonObject("application/json", NONE)
                .getJsonObject(EXAMPLE, NONE))
        .findFirst()
        .orElse(NONE);
  }

  /** Headers that a sample shows: the credential, and those that the operation declares. */
  private Map<String, String> headers(JsonObject described, List<JsonObject> parameters) {
    Map<String, String> headers = new LinkedHashMap<>();
    JsonArray ways = described.getJsonArray("security");
    if (!ways.isEmpty() && !ways.contains(NONE)) {
      headers.put("authorization", BEARER);
    }
    parameters.stream()
        .filter(parameter -> parameter.getString("in").equals("header"))
        .map(parameter -> parameter.getString("name"))
        .forEach(
            name -> headers.put(name, name.equals(IDEMPOTENCY_KEY) ? CodeSamples.NEW_KEY : "KEY"));
    return headers;
  }

  private Response response(String operation, String status, JsonObject referenced) {
    JsonObject described = schemas.followed(referenced);
    JsonObject content = described.getJsonObject(CONTENT, NONE);
    if (content.isEmpty()) {
      return new Response(status, described.getString(DESCRIPTION), "", List.of(), null, List.of());
    }
    String type = content.fieldNames().iterator().next();
    JsonObject media = content.getJsonObject(type);
    JsonObject schema = media.getJsonObject(SCHEMA);
    Object example = media.getValue(EXAMPLE, schema.getValue("const"));
    return new Response(
        status,
        described.getString(DESCRIPTION),
        type,
        schemas.of(schema),
        example instanceof JsonObject object ? pretty(object) : (String) example,
        refusals(operation, status));
  }

  /** Errors that an operation has with a status, those of it alone first. */
  private List<Refusal> refusals(String operation, String status) {
    return document.getJsonArray("x-errors", NO_ELEMENTS).stream()
        .map(JsonObject.class::cast)
        .filter(error -> status.equals(String.valueOf(error.getValue("status"))))
        .filter(error ->
            !error.containsKey(OPERATIONS) || error.getJsonArray(OPERATIONS).contains(operation))
        .sorted(Comparator.comparing(error -> !error.containsKey(OPERATIONS)))
        .map(error ->
            new Refusal(
                error.getString("type"),
                error.getString("code", ""),
                error.getString("message"),
                error.getString("remedy")))
        .toList();
  }

  static @Nullable String pretty(@Nullable JsonObject json) {
    return json == null ? null : SPACED_COLON.matcher(json.encodePrettily()).replaceAll("$1: ");
  }

  private static List<String> texts(JsonArray array) {
    return array.stream().map(String.class::cast).toList();
  }
}
