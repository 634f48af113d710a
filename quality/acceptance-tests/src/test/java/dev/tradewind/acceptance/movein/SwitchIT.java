package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static dev.tradewind.testing.Eventually.until;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.embedded.Home;
import dev.tradewind.launcher.cli.MoveBackCommand;
import dev.tradewind.launcher.cli.ShadowCommand;
import dev.tradewind.testing.Eventually;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Switch from a server of the reference in steps, before two nodes, while shoppers with its
 * published client buy one thing after another and pay by card, and staff captures and refunds:
 * there, and all the way back. With {@code -Dtradewind.switch.write=true} the test writes its
 * figures to {@code docs/moving-in.md}.
 */
@Tag("alone")
@LongForm
class SwitchIT {

  private static final int SHOPPERS = 3;
  private static final int MAX_REQUESTS_TO_A_DIFFERENCE = 100;
  private static final String WRONG_RATE = "77";

  /** Token of a user, which goes on after the switch. */
  private static final String API_TOKEN = "api_token_of_staff";

  private static final Path PAGE = Home.folder().resolve("docs/moving-in.md");
  private static final String BEGIN = "<!-- switch: written by SwitchIT -->\n\n";
  private static final String END = "\n<!-- end of switch -->";

  private static final String[] CATALOG_READS = {
    "storeListProducts", "storeGetProduct", "storeListCollections", "storeListRegions"
  };

  /** Orders with the payments at Stripe of the old shop. */
  private static final String CHARGES_THERE =
      """
      SELECT coalesce(json_agg(json_build_object('order', p.order_id, 'intent', p.data ->> 'id',
        'money', p.amount - p.amount_refunded, 'number', o.display_id, 'lines',
        (SELECT count(*) FROM line_item AS l WHERE l.order_id = o.id))), '[]')
      FROM payment AS p
      JOIN "order" AS o ON o.id = p.order_id
      WHERE p.provider_id = 'stripe'
      """;

  private static final String CHARGES_HERE =
      """
      SELECT coalesce(json_agg(json_build_object('order', order_id, 'intent', data ->> 'id')), '[]')
      FROM orders.payment
      WHERE provider_id = 'stripe'
      """;

  @TempDir private Path folder;
  private final Map<String, String> figures = new LinkedHashMap<>();
  private NodeJs server;
  private MedusaServer medusa;
  private TestDatabase target;
  private Path config;
  private Cluster cluster;

  @Test
  void shoppersOfThePublishedClientDoNotNoticeTheSwitchThereAndBack() throws Exception {
    server = MedusaServer.install(folder.resolve("server"));
    NodeJs client = NodeJs.install("storefront", folder.resolve("client"));
    try (MedusaServer started = MedusaServer.start(server, folder.resolve("server.txt"), true);
        Cluster nodes = new Cluster(2)) {
      medusa = started;
      cluster = nodes;
      target = cluster.database();
      config =
          Files.writeString(
              folder.resolve("tradewind.properties"), "TRADEWIND_DATABASE_URL=" + target.url());
      JsonObject ids = medusa.fill();
      execute(
          medusa.database(),
          """
          UPDATE product_variant SET inventory_quantity = 1000000;
          UPDATE inventory_level SET stocked_quantity = 1000000;
          UPDATE "user" SET api_token = '%s' WHERE email = '%s';
          """
              .formatted(API_TOKEN, MedusaServer.EMAIL));
      Process following = follow();
      try {
        theShopSwitches(client, ids, startNodes(), following);
      } finally {
        following.destroyForcibly();
      }
    }
    write();
  }

  /** Copies the shop, and goes on following it. */
  private Process follow() throws Exception {
    Process following = MoveInCommandProcess.start(medusa.database(), target, folder, "--follow");
    untilWhile(
        following,
        () ->
            value(target, "SELECT to_regclass('medusa_import.digest') IS NOT NULL").equals("t")
                && !value(target, "SELECT count(*) FROM medusa_import.digest").equals("0"));
    return following;
  }

  private List<Cluster.Gateway> startNodes() {
    medusa.stripe().settings().forEach(cluster::with);
    cluster
        .with("TRADEWIND_SHADOW_OF", medusa.url())
        .with("TRADEWIND_CART_RETENTION_DAYS", "0")
        // Medusa is slow on a busy machine.
        .with("TRADEWIND_REQUEST_TIMEOUT_SECONDS", "300")
        .withManagement();
    return List.of(cluster.full(), cluster.full());
  }

  private void theShopSwitches(
      NodeJs client, JsonObject ids, List<Cluster.Gateway> nodes, Process following)
      throws Exception {
    Path output = folder.resolve("shoppers.txt");
    Process shoppers =
        client.startScript(Map.of(), output, "shoppers.mjs", arguments("until-told", ids, nodes));
    try {
      Shopping shopping = new Shopping(shoppers, output);
      shopping.goesOn();
      nothingIsUnexplained();
      aWrongTaxRateIsFound(client, ids, nodes);
      take("reads", CATALOG_READS);
      shopping.goesOn();
      String here = nodes.getFirst().url();
      Set<String> settled = shopping.refunded();
      String printed = take("switch", medusa.database().url(), "--limit", "600");
      assertThat(following.waitFor()).as(MoveInCommandProcess.output(folder)).isZero();
      figure("writes held for the switch", "%.1f s", held(printed));
      List<JsonObject> soldThere = shopping.orders();
      figure("orders of shoppers at Medusa, then", "%d", soldThere.size());
      long rows = orders(medusa.database(), "\"order\"");
      JsonObject there = amounts(medusa.url());
      compare("orders of Medusa", there, amounts(here), shopping.beyond(settled));
      paidCartBecomesAnOrder(nodes, ids.getJsonObject("halfway").getString("paid"));
      shopping.goesOn();
      assertThat(orders(medusa.database(), "\"order\"")).as("sold there").isEqualTo(rows);

      settled = shopping.refunded();
      JsonObject before = amounts(here);
      long begun = System.nanoTime();
      take("back", "--limit", "600");
      long moving = System.nanoTime();
      assertThat(run(MoveBackCommand.class, medusa.database().url()).status()).isZero();
      figure("`move-back`", "%.1f s", seconds(moving));
      take("back");
      figure("writes held for the way back", "%.1f s", seconds(begun));
      List<JsonObject> soldHere = shopping.orders();
      figure("in Tradewind, then", "%d", soldHere.size() - soldThere.size());
      there = amounts(medusa.url());
      compare("orders of Tradewind", before, there, shopping.beyond(settled));
      long kept = orders(target, "orders.\"order\"");
      shopping.goesOn();
      assertThat(orders(target, "orders.\"order\"")).as("sold here").isEqualTo(kept);
      take("back");
      shopping.goesOn();
      shoppers.getOutputStream().close();
      shopping.awaitEnd();
      figure("at Medusa again", "%d", shopping.orders().size() - soldHere.size());

      shopping.count();
      eachChargeHasOneOrder(shopping.orders());
    } finally {
      shoppers.destroyForcibly();
    }
  }

  /** Compared while the shop is equal: without differences but those that are decided. */
  private void nothingIsUnexplained() {
    Map<String, Long> outcomes = new TreeMap<>();
    for (JsonObject report : reports()) {
      assertThat(report.getJsonArray("differences")).as("differences").isEmpty();
      report.getJsonObject("compared").stream()
          .flatMap(operation -> ((JsonObject) operation.getValue()).stream())
          .forEach(each ->
              outcomes.merge(each.getKey(), ((Number) each.getValue()).longValue(), Long::sum));
      report.getJsonArray("decided_differences").stream()
          .map(JsonObject.class::cast)
          .forEach(each -> outcomes.merge("decided", each.getLong("count"), Long::sum));
    }
    assertThat(outcomes.keySet()).isSubsetOf("equal", "lag", "decided");
    figure(
        "reads of the equal shop that shadow mode compared: equal, of these with decided"
            + " differences, lag, unexplained",
        "%d, %d, %d, 0",
        outcomes.getOrDefault("equal", 0L),
        outcomes.getOrDefault("decided", 0L),
        outcomes.getOrDefault("lag", 0L));
  }

  private List<JsonObject> reports() {
    return cluster.managementPorts().stream()
        .map(port -> "http://127.0.0.1:" + port)
        .map(url -> new Storefront(url).follow(url + "/shadow.json").body())
        .toList();
  }

  /** Plants another tax rate in the copy, and mends it after it was found. */
  private void aWrongTaxRateIsFound(NodeJs client, JsonObject ids, List<Cluster.Gateway> nodes)
      throws Exception {
    String region = ids.getJsonArray("regions").getString(0);
    String change = "UPDATE catalog.region SET tax_rate = %s WHERE id = '%s'";
    execute(target, change.formatted(WRONG_RATE, region));

    List<JsonObject> lines = told(client.runScript("shoppers.mjs", arguments("once", ids, nodes)));

    assertThat(lines).as("failures").noneMatch(line -> line.containsKey("failure"));
    assertThat(lines.getLast().getInteger("requests")).isLessThan(MAX_REQUESTS_TO_A_DIFFERENCE);
    until(() -> reports().stream().allMatch(SwitchIT::hasFoundTheRate));
    execute(target, change.formatted("19", region));
  }

  private static boolean hasFoundTheRate(JsonObject report) {
    return report.getJsonArray("differences").stream()
        .map(JsonObject.class::cast)
        .filter(each -> each.getString("field").equals("regions[].tax_rate"))
        .flatMap(each -> each.getJsonArray("examples").stream())
        .map(JsonObject.class::cast)
        .anyMatch(each -> each.getString("here").equals(WRONG_RATE));
  }

  /** The shopper has paid at the old shop, and comes back after the switch. */
  private static void paidCartBecomesAnOrder(List<Cluster.Gateway> nodes, String cart) {
    AdminApi.ok(
        nodes.getFirst().storefront().post("/store/carts/%s/complete".formatted(cart), null));
  }

  private JsonObject amounts(String url) throws Exception {
    return new JsonObject(server.runScript("amounts.mjs", url, API_TOKEN));
  }

  /**
   * Compares the amounts of each order with those of another shop.
   *
   * @param unsettled orders that staff may have changed meanwhile
   */
  private void compare(String what, JsonObject from, JsonObject to, Set<String> unsettled) {
    int orders = 0;
    int compared = 0;
    List<String> differing = new ArrayList<>();
    for (String order : from.fieldNames()) {
      if (unsettled.contains(order)) {
        continue;
      }
      orders++;
      JsonObject there = to.getJsonObject(order, new JsonObject());
      for (Map.Entry<String, Object> amount : from.getJsonObject(order)) {
        compared++;
        Object other = there.getValue(amount.getKey());
        if (!Objects.equals(amount.getValue(), other)) {
          differing.add(
              "%s.%s: %s, %s".formatted(order, amount.getKey(), amount.getValue(), other));
        }
      }
    }
    assertThat(differing).as(what).isEmpty();
    figure(
        "%s compared, amounts of them, different".formatted(what), "%d, %d, 0", orders, compared);
  }

  /** One charge, one order, in one shop: each order that a shopper was told, and all others. */
  private void eachChargeHasOneOrder(List<JsonObject> told) {
    List<JsonObject> there = charges(medusa.database(), CHARGES_THERE);
    Map<String, Long> money = medusa.stripe().money();
    Map<String, String> ordersThere = new HashMap<>();
    for (JsonObject each : there) {
      String intent = each.getString("intent");
      assertThat(ordersThere.put(intent, each.getString("order"))).as(intent).isNull();
      assertThat(money.getOrDefault(intent, 0L))
          .as("money of %s", each)
          .isEqualTo(each.getLong("money"));
    }
    assertThat(money.keySet()).as("charges with an order").isEqualTo(ordersThere.keySet());
    assertThat(new HashSet<>(ordersThere.values())).hasSameSizeAs(there);
    List<JsonObject> here = charges(target, CHARGES_HERE);
    for (JsonObject each : here) {
      assertThat(ordersThere.get(each.getString("intent")))
          .as("order of %s", each)
          .isEqualTo(each.getString("order"));
    }
    Map<String, JsonObject> byOrder =
        there.stream().collect(Collectors.toMap(each -> each.getString("order"), each -> each));
    for (JsonObject order : told) {
      JsonObject found = byOrder.get(order.getString("order"));
      assertThat(found).as("%s", order).isNotNull();
      assertThat(found.getString("intent")).isEqualTo(order.getString("intent"));
      assertThat(found.getInteger("number")).isEqualTo(order.getInteger("number"));
      assertThat(found.getInteger("lines")).as("lines of %s", found).isOne();
    }
    assertThat(told).extracting(each -> each.getInteger("number")).doesNotHaveDuplicates();
    figure(
        "charges at Stripe, orders with one in Medusa, of these also in Tradewind",
        "%d, %d, %d",
        money.size(),
        there.size(),
        here.size());
  }

  private static List<JsonObject> charges(TestDatabase database, String sql) {
    return new JsonArray(value(database, sql)).stream().map(JsonObject.class::cast).toList();
  }

  /** Whole lines of the shoppers, without warnings of Node.js. */
  private static List<JsonObject> told(String output) {
    return output
        .substring(0, output.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(JsonObject::new)
        .toList();
  }

  private static long orders(TestDatabase database, String table) {
    return Long.parseLong(value(database, "SELECT count(*) FROM " + table));
  }

  private String[] arguments(String span, JsonObject ids, List<Cluster.Gateway> nodes) {
    return new String[] {
      String.valueOf(SHOPPERS),
      span,
      // Its shoppers pay by card.
      ids.getJsonArray("regions").getString(2),
      ids.getString("variant"),
      nodes.stream().map(Cluster.Gateway::url).collect(joining(",")),
      medusa.stripe().url(),
      API_TOKEN
    };
  }

  private String take(String step, String... operations) {
    Result result =
        run(
            ShadowCommand.class,
            Stream.concat(Stream.of(step), Stream.of(operations)).toArray(String[]::new));
    assertThat(result.status()).as("%s: %s", step, result.output()).isZero();
    return result.output();
  }

  /** Result of a command. */
  private record Result(int status, String output) {}

  private Result run(Class<?> command, String... arguments) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(written, true, StandardCharsets.UTF_8);
    System.setOut(print);
    System.setErr(print);
    try {
      int status =
          new CommandLine(command)
              .execute(
                  Stream.concat(Stream.of(arguments), Stream.of("--config", config.toString()))
                      .toArray(String[]::new));
      return new Result(status, written.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
      System.out.print(written.toString(StandardCharsets.UTF_8));
    }
  }

  /** Seconds between two steps that the command prints with their times. */
  private static double held(String printed) {
    List<Double> times =
        Pattern.compile("([0-9.]+) s  (Writes are held|Tradewind answers)")
            .matcher(printed)
            .results()
            .map(MatchResult::group)
            .map(line -> Double.parseDouble(line.substring(0, line.indexOf(' '))))
            .toList();
    return times.getLast() - times.getFirst();
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000.0;
  }

  private void figure(String name, String format, Object... values) {
    figures.put(name, String.format(Locale.ROOT, format, values));
  }

  private void write() throws IOException {
    String table =
        figures.entrySet().stream()
            .map(each -> "| %s | %s |%n".formatted(each.getKey(), each.getValue()))
            .collect(joining("", "| | |%n|---|---:|%n".formatted(), ""));
    System.out.print(table);
    if (Boolean.getBoolean("tradewind.switch.write")) {
      String page = Files.readString(PAGE);
      Files.writeString(
          PAGE,
          page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
              + table
              + page.substring(page.indexOf(END)));
    }
  }

  /** Waits for the condition while the process goes on. */
  private void untilWhile(Process process, Eventually.Condition condition) {
    until(() -> {
      boolean holds = condition.holds();
      assertThat(holds || process.isAlive()).as(MoveInCommandProcess.output(folder)).isTrue();
      return holds;
    });
  }

  /** Output of the shoppers and of staff so far. */
  private final class Shopping {

    private final Process process;
    private final Path output;

    Shopping(Process process, Path output) {
      this.process = process;
      this.output = output;
    }

    private List<JsonObject> lines(String member) throws IOException {
      return told(Files.readString(output)).stream()
          .filter(line -> line.containsKey(member))
          .toList();
    }

    List<JsonObject> orders() throws IOException {
      return lines("order");
    }

    private List<JsonObject> failures() throws IOException {
      return lines("failure");
    }

    /** Orders that staff does not change any more. */
    Set<String> refunded() throws IOException {
      return lines("refunded").stream()
          .map(line -> line.getString("refunded"))
          .collect(Collectors.toSet());
    }

    /** Orders so far, but for these. */
    Set<String> beyond(Set<String> settled) throws IOException {
      return orders().stream()
          .map(line -> line.getString("order"))
          .filter(order -> !settled.contains(order))
          .collect(Collectors.toSet());
    }

    /** Waits until each shopper has bought twice on average, or one has failed. */
    void goesOn() throws Exception {
      int target = orders().size() + 2 * SHOPPERS;
      untilWhile(process, () -> orders().size() >= target || !failures().isEmpty());
      assertThat(failures()).isEmpty();
    }

    void awaitEnd() throws Exception {
      until(() -> !process.isAlive());
      assertThat(process.exitValue()).isZero();
    }

    /** Counts requests, failures by their causes, refunds and writes that waited. */
    void count() throws IOException {
      Map<String, List<JsonObject>> causes =
          failures().stream().collect(groupingBy(line -> line.getString("failure")));
      assertThat(causes).as("failed requests by their causes").isEmpty();
      figure(
          "requests of shoppers and staff, failed",
          "%d, 0",
          lines("requests").getLast().getLong("requests"));
      figure("refunds of staff at Stripe", "%d", lines("refunded").size());
      figure(
          "writes of a second or more, the longest",
          "%d, %.1f s",
          lines("waited").size(),
          lines("waited").stream().mapToLong(line -> line.getLong("waited")).max().orElse(0)
              / 1_000.0);
    }
  }
}
