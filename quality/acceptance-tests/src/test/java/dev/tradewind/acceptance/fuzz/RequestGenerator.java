package dev.tradewind.acceptance.fuzz;

import dev.tradewind.gateway.contract.Operation;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Generator of requests from the contract: more than half are valid, the others have one mutation.
 */
final class RequestGenerator {

  private static final Pattern PARAMETER = Pattern.compile("([^/]+)/\\{([^}]+)}");
  private static final String BOUNDARY = "fuzz";
  private static final Pattern SURROGATE = Pattern.compile("%ED%[AB]");
  private static final List<String> OTHER_METHODS = List.of("PUT", "PATCH", "TRACE", "PROPFIND");

  private final FuzzPlan plan;
  private final List<Operation> operations;
  private final List<String> names;
  private final KnownValues known;
  private final TestCallers callers;

  RequestGenerator(
      FuzzPlan plan,
      List<Operation> operations,
      List<String> names,
      KnownValues known,
      TestCallers callers) {
    this.plan = plan;
    this.operations = operations;
    this.names = names;
    this.known = known;
    this.callers = callers;
  }

  FuzzRequest request(int number) {
    return new Draft(number, false).request();
  }

  /**
   * Additional valid request of the operation, number {@code attempt}, generated to be accepted.
   */
  FuzzRequest carefulRequest(Operation operation, int attempt) {
    int rounds = plan.requests() / operations.size() + 1 + attempt;
    return new Draft(rounds * operations.size() + operations.indexOf(operation), true).request();
  }

  /** Request under construction. */
  private final class Draft {

    private final int number;
    private final boolean careful;
    private final RandomSource chance;
    private final Operation operation;
    private final ValueGenerator values;
    private final RequestConstraints coherence;
    private final @Nullable PreparedRequest prepared;
    private final Map<String, String> pathIds = new HashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final List<String> flaws = new ArrayList<>();
    private String method;
    private String path;
    private String query = "";
    private @Nullable Buffer body;
    private boolean mustFail;
    private boolean isOfOperation = true;

    private Draft(int number, boolean careful) {
      this.number = number;
      this.careful = careful;
      chance = new RandomSource(plan.chanceOf(number));
      operation = operations.get(number % operations.size());
      values = new ValueGenerator(known, names, chance, careful);
      coherence = new RequestConstraints(known, chance);
      method = operation.method().name();
      prepared =
          chance.in100(careful ? 90 : 30) ? known.prepared(operation.id(), chance, careful) : null;
      path = path();
    }

    private FuzzRequest request() {
      OptionalInt owner = owner();
      TestCaller caller = caller(owner);
      headers.put("x-request-id", "fuzz-" + number);
      headers.putAll(callers.headers(caller, owner.orElse(number)));
      boolean broken = !careful && chance.in100(45);
      int percent = chance.below(100);
      writeQuery(broken && (operation.body() == null ? percent < 60 : percent < 20));
      writeBody(broken && operation.body() != null && percent >= 20 && percent < 80);
      if (broken && (operation.body() == null ? percent >= 60 : percent >= 80)) {
        breakEnvelope();
      }
      String target = query.isEmpty() ? path : path + "?" + query;
      return new FuzzRequest(
          number, operation, method, target, headers, body, caller, flaws, mustFail, isOfOperation);
    }

    private TestCaller caller(OptionalInt owner) {
      if (!careful && chance.in100(15)) {
        return chance.oneOf(List.of(TestCaller.values()));
      }
      return owner.isPresent() && TestCaller.CUSTOMER.mayCall(operation.access())
          ? TestCaller.CUSTOMER
          : TestCaller.expectedAt(operation.access(), chance);
    }

    /** Owner of the cart or address in the path. */
    private OptionalInt owner() {
      return pathIds.values().stream()
          .map(id -> callers.customer(known.fact(id, "customer_id")))
          .filter(OptionalInt::isPresent)
          .findFirst()
          .orElse(OptionalInt.empty());
    }

    /** Fills the path from its end, because an owned resource determines its owner. */
    private String path() {
      List<MatchResult> parameters = PARAMETER.matcher(operation.path()).results().toList();
      StringBuilder written = new StringBuilder(operation.path());
      String owned = "";
      for (MatchResult parameter : parameters.reversed()) {
        String given = prepared == null ? null : prepared.path().get(parameter.group(2));
        owned = given == null ? id(parameter.group(1), parameter.group(2), owned) : given;
        pathIds.put(parameter.group(2), owned);
        written.replace(parameter.start(2) - 1, parameter.end(2) + 1, QueryText.encoded(owned));
      }
      return written.toString();
    }

    private String id(String noun, String name, String owned) {
      List<String> meanings =
          switch (name) {
            case "id" -> List.of(KnownValues.idName(noun));
            case "code" -> List.of(codeOf(), KnownValues.codeName(noun));
            default -> List.of(name, KnownValues.idName(noun));
          };
      String subject = name.equals("id") ? coherence.subject(operation) : null;
      String owner = subject == null ? known.fact(owned, meanings.getLast()) : subject;
      String id = owner != null && chance.in100(90) ? owner : values.id(meanings);
      boolean spared = endsThings() && (known.isPrecious(id) || (!careful && chance.in100(40)));
      // An empty segment, or one of dots, is another path.
      return spared || id.isEmpty() || id.startsWith(".")
          ? "none"
          : id.substring(0, Math.min(900, id.length()));
    }

    private boolean endsThings() {
      return operation.method().equals(HttpMethod.DELETE)
          || operation.path().endsWith("/cancel") && !operation.path().contains("/fulfillments/");
    }

    /** Code of the resource at the beginning of the path, after the surface. */
    private String codeOf() {
      return KnownValues.codeName(operation.path().split("/")[2]);
    }

    private void writeQuery(boolean broken) {
      if (operation.query() == null) {
        return;
      }
      Map<String, @Nullable Object> parameters = values.object(operation.query(), "");
      if (operation.body() == null && (careful || chance.in100(80))) {
        coherence.give(operation, pathIds, parameters);
      }
      if (broken) {
        Mutation mutation =
            chance.oneOf(
                List.of(
                    Mutation.EXTRA,
                    Mutation.ODD_TEXT,
                    Mutation.ODD_TEXT,
                    Mutation.REFUSED_TEXT,
                    Mutation.ODD_NUMBER,
                    Mutation.ODD_NUMBER,
                    Mutation.OTHER_TYPE,
                    Mutation.MANY));
        mustFail |= mutation.apply(parameters, operation.query(), chance);
        flaws.add("query " + mutation);
      }
      query = QueryText.of(parameters, chance);
      if (query.length() > 6_000) {
        query = query.substring(0, query.lastIndexOf('&', 6_000));
        mustFail = false;
      }
      if (SURROGATE.matcher(query).find()) {
        // Invalid UTF-8, refused before the operation.
        isOfOperation = false;
      }
    }

    private void writeBody(boolean broken) {
      if (operation.upload().isExpected()) {
        headers.put("content-type", "multipart/form-data; boundary=" + BOUNDARY);
        body = Buffer.buffer(files());
        return;
      }
      if (operation.body() == null) {
        return;
      }
      Map<String, @Nullable Object> object = values.object(operation.body(), "");
      if (careful || chance.in100(80)) {
        coherence.give(operation, pathIds, object);
        givePrepared(operation.body(), object);
      }
      headers.put(
          "content-type",
          chance.in100(90) ? "application/json" : "application/json; charset=UTF-8");
      if (broken) {
        Mutation mutation = chance.oneOf(List.of(Mutation.values()));
        mustFail |= mutation.apply(object, operation.body(), chance);
        flaws.add("body " + mutation);
      } else if (object.isEmpty() && chance.in100(50)) {
        headers.remove("content-type");
        return;
      }
      body = Buffer.buffer(JsonText.of(object));
    }

    /** Prepared values stand for several operations; a body has those that it knows. */
    private void givePrepared(JsonObject schema, Map<String, @Nullable Object> object) {
      if (prepared != null) {
        JsonObject properties = schema.getJsonObject("properties");
        prepared
            .input()
            .forEach((name, value) -> {
              if (properties.containsKey(name)) {
                // A mutation may change the value.
                object.put(name, value instanceof List<?> list ? new ArrayList<>(list) : value);
              }
            });
      }
    }

    private String files() {
      StringBuilder parts = new StringBuilder();
      for (int i = chance.below(3); i >= 0; i--) {
        parts.append(
            "--%s\r\ncontent-disposition: form-data; name=\"files\"; filename=\"%d.%s\"\r\n"
                .formatted(BOUNDARY, number, chance.oneOf(List.of("csv", "png", "exe"))));
        parts.append("content-type: text/csv\r\n\r\n");
        parts.append(chance.oneOf(AdversarialValues.TEXTS)).append("\r\n");
      }
      return parts.append("--").append(BOUNDARY).append("--\r\n").toString();
    }

    /** Mutates the parts of the request outside its input. */
    private void breakEnvelope() {
      switch (chance.below(9)) {
        case 0 -> {
          flaws.add("method");
          method = chance.oneOf(OTHER_METHODS);
          isOfOperation = false;
          mustFail = true;
        }
        case 1 -> {
          flaws.add("path encoding");
          path += chance.oneOf(AdversarialValues.BAD_ENCODINGS);
          isOfOperation = false;
          mustFail = true;
        }
        case 2 -> {
          flaws.add("query encoding");
          query +=
              (query.isEmpty() ? "" : "&") + "q=" + chance.oneOf(AdversarialValues.BAD_ENCODINGS);
          isOfOperation = false;
          mustFail = true;
        }
        case 3 -> {
          flaws.add("query brackets");
          query +=
              (query.isEmpty() ? "" : "&")
                  + chance.oneOf(
                      List.of(
                          "a[=1",
                          "a]=1",
                          "[]=1",
                          "a[b][c][d][e][f][g]=1",
                          "created_at[lt[=1",
                          "a[1][]=1&a=2&a[b]=3",
                          "a[99999999999]=1",
                          "=",
                          "&&&",
                          "limit[]=1&limit[]=2",
                          "limit=1&limit=2",
                          "offset=1e3",
                          "limit=%201%20",
                          "limit=",
                          "limit=+1"));
        }
        case 4 -> {
          flaws.add("odd headers");
          headers.put(
              "x-publishable-api-key", QueryText.encoded(chance.oneOf(AdversarialValues.TEXTS)));
          headers.put(
              "idempotency-key",
              chance.oneOf(
                  List.of("", " ", "k".repeat(255), "k".repeat(256), "\u00e4\u00ff", "a,b")));
          headers.put("traceparent", "00-nonsense");
          headers.put("x-forwarded-for", "not an address, 1.2.3.4");
          headers.put("origin", chance.oneOf(List.of("null", "http://evil.example", "::", "")));
        }
        case 5 -> {
          flaws.add("trailing slash");
          path += chance.in100(50) ? "/" : "//";
        }
        default -> breakBytes();
      }
    }

    private void breakBytes() {
      if (operation.body() == null) {
        flaws.add("unexpected body");
        headers.put("content-type", chance.oneOf(AdversarialValues.CONTENT_TYPES));
        body = Buffer.buffer(chance.oneOf(AdversarialValues.BAD_BODIES));
        return;
      }
      mustFail = true;
      if (chance.in100(40)) {
        flaws.add("content type");
        headers.put("content-type", chance.oneOf(AdversarialValues.CONTENT_TYPES));
        body = body == null ? Buffer.buffer("{}") : body;
        return;
      }
      headers.put("content-type", "application/json");
      if (chance.in100(60) || body == null) {
        flaws.add("not JSON");
        body = Buffer.buffer(chance.oneOf(AdversarialValues.BAD_BODIES));
      } else {
        flaws.add("bytes that are not UTF-8");
        byte[] bytes = {
          '{', '"', 'a', '"', ':', '"', (byte) 0xc3, (byte) 0x28, (byte) 0xff, '"', '}'
        };
        body = Buffer.buffer(bytes);
      }
    }
  }
}
