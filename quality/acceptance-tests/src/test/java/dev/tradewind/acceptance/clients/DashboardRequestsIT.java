package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.Eventually;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests of the reference's admin dashboard, as {@code dashboard/requests.txt} lists them, one
 * test each. The requests carry the session cookie and the origin of the dashboard.
 */
class DashboardRequestsIT {

  private static final Pattern REQUEST =
      Pattern.compile(
          "(?:(?<name>\\w+): )?(?<method>[A-Z]+) (?<path>/.*?)"
              + "(?: (?<body>\\{.*}|[a-z_]+))? -> ?(?<members>[a-z_ ]*)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+(?:\\.\\w+)*)}");

  /** Greenland, a country without a region in the demo shop. */
  private static final String COUNTRY = "gl";

  private static final String CSV =
      """
      Product Handle,Product Title,Product Status,Variant Title,Variant SKU,\
      Variant Inventory Quantity,Price EUR,Option 1 Name,Option 1 Value
      from-file-%1$s,From file %1$s,published,One,FILE-%1$s,5,1200,Size,One
      """;

  private final Shop shop = Shop.separate();
  private final Storefront http = shop.storefront();
  private final Map<String, Object> known = new HashMap<>();
  private String cookie = "";

  @TestFactory
  List<DynamicTest> everyRequestIsAnswered() throws IOException {
    String run = Ids.ulid().toLowerCase(Locale.ROOT);
    String email = "staff-" + run + "@example.com";
    shop.newUser(email, "open sesame", "token-" + run);
    known.putAll(Map.of("run", run, "email", email, "password", "open sesame", "country", COUNTRY));
    List<DynamicTest> tests = new ArrayList<>();
    String page = "";
    for (String line : lines()) {
      if (line.startsWith("## ")) {
        page = line.substring(3);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        tests.add(DynamicTest.dynamicTest(page + ": " + line, () -> check(line)));
      }
    }
    assertThat(tests).hasSizeGreaterThan(150);
    return tests;
  }

  private static List<String> lines() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            DashboardRequestsIT.class.getResourceAsStream("/dashboard/requests.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private void check(String line) {
    Matcher request = REQUEST.matcher(line);
    assertThat(request.matches()).as(line).isTrue();
    String path =
        filled(request.group("path")).replace("[", "%5B").replace("]", "%5D").replace(" ", "%20");
    String body = request.group("body") == null ? null : filled(request.group("body"));

    Answer answer = send(request.group("method"), path, body);

    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
    if (!answer.header("set-cookie").isEmpty()) {
      cookie = answer.header("set-cookie").replaceFirst(";.*", "");
    }
    String members = request.group("members").strip();
    if (!members.isEmpty()) {
      assertThat(answer.body().fieldNames())
          .containsExactlyInAnyOrderElementsOf(Arrays.asList(members.split(" ")));
    }
    if (request.group("name") != null) {
      known.put(request.group("name"), answer.body());
    }
  }

  private Answer send(String method, String path, String body) {
    String[] headers = {"cookie", cookie, "origin", http.url()};
    return switch (method) {
      case "UPLOAD" -> http.upload(path, CSV.formatted(known.get("run")), headers);
      case "AWAIT" -> awaitStatus(path, body, headers);
      default -> http.send(method, path, body, headers);
    };
  }

  /** Polls a batch job, as its page does, until it has the status. */
  private Answer awaitStatus(String path, String status, String... headers) {
    Answer ended =
        Eventually.value(
            () -> http.send("GET", path, null, headers),
            answer -> Set.of(status, "failed").contains(statusOfJob(answer)));
    assertThat(statusOfJob(ended)).as(ended.text()).isEqualTo(status);
    return ended;
  }

  private static String statusOfJob(Answer answer) {
    return answer.body().getJsonObject("batch_job").getString("status");
  }

  private String filled(String text) {
    return PLACEHOLDER.matcher(text).replaceAll(this::value);
  }

  private String value(MatchResult placeholder) {
    String[] steps = placeholder.group(1).split("\\.", -1);
    if (!known.containsKey(steps[0])) {
      assertThat(steps).as("An earlier response %s", placeholder.group()).hasSize(1);
      return Matcher.quoteReplacement(placeholder.group()); // The dashboard sends it as it is.
    }
    Object value = known.get(steps[0]);
    for (int i = 1; i < steps.length; i++) {
      value =
          value instanceof JsonArray array
              ? array.getValue(Integer.parseInt(steps[i]))
              : ((JsonObject) value).getValue(steps[i]);
    }
    return Matcher.quoteReplacement(String.valueOf(value));
  }
}
