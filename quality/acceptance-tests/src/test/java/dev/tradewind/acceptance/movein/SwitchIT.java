package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Cluster;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.launcher.cli.MoveBackCommand;
import dev.tradewind.launcher.cli.ShadowCommand;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Switch from a server of the reference in steps, before two nodes, while shoppers with its
 * published client buy one thing after another: there, and all the way back.
 */
@Tag("alone")
@LongForm
class SwitchIT {

  private static final int SHOPPERS = 3;
  private static final int MAX_REQUESTS_TO_A_DIFFERENCE = 100;
  private static final String WRONG_RATE = "77";

  private static final String[] CATALOG_READS = {
    "storeListProducts", "storeGetProduct", "storeListCollections", "storeListRegions"
  };

  private static final long MAX_WAIT_NANOS = 300_000_000_000L;

  @TempDir private Path folder;
  private MedusaServer medusa;
  private TestDatabase target;
  private Path config;

  @Test
  void shoppersOfThePublishedClientDoNotNoticeTheSwitchThereAndBack() throws Exception {
    NodeJs server = MedusaServer.install(folder.resolve("server"));
    NodeJs client = NodeJs.install("storefront", folder.resolve("client"));
    try (MedusaServer started = MedusaServer.start(server, folder.resolve("server.txt"), true);
        Cluster cluster = new Cluster(2)) {
      medusa = started;
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
          """);
      Process following = follow();
      try {
        List<Cluster.Gateway> nodes = startNodes(cluster);
        aWrongTaxRateIsFound(cluster, client, ids, nodes);
        theShopSwitches(client, ids, nodes, following);
      } finally {
        following.destroyForcibly();
      }
    }
  }

  /** Copies the shop, and goes on following it. */
  private Process follow() throws Exception {
    Process following = MoveInCommandProcess.start(medusa.database(), target, folder, "--follow");
    await(
        () ->
            value(target, "SELECT to_regclass('medusa_import.digest') IS NOT NULL").equals("t")
                && !value(target, "SELECT count(*) FROM medusa_import.digest").equals("0"),
        following);
    return following;
  }

  private List<Cluster.Gateway> startNodes(Cluster cluster) {
    medusa.stripe().settings().forEach(cluster::with);
    cluster
        .with("TRADEWIND_SHADOW_OF", medusa.url())
        .with("TRADEWIND_CART_RETENTION_DAYS", "0")
        .withManagement();
    return List.of(cluster.full(), cluster.full());
  }

  /** Plants another tax rate in the copy, and mends it after it was found. */
  private void aWrongTaxRateIsFound(
      Cluster cluster, NodeJs client, JsonObject ids, List<Cluster.Gateway> nodes)
      throws Exception {
    String region = ids.getJsonArray("regions").getString(0);
    String change = "UPDATE catalog.region SET tax_rate = %s WHERE id = '%s'";
    execute(target, change.formatted(WRONG_RATE, region));

    List<JsonObject> lines = told(client.runScript("shoppers.mjs", arguments("once", ids, nodes)));

    assertThat(lines).as("failures").noneMatch(line -> line.containsKey("failure"));
    assertThat(lines.getLast().getInteger("requests")).isLessThan(MAX_REQUESTS_TO_A_DIFFERENCE);
    await(() -> cluster.managementPorts().stream().allMatch(SwitchIT::hasFoundTheRate), null);
    execute(target, change.formatted("19", region));
  }

  private static boolean hasFoundTheRate(int port) {
    return new Storefront("http://127.0.0.1:" + port)
            .follow("http://127.0.0.1:" + port + "/shadow.json")
            .body()
            .getJsonArray("differences")
            .stream()
            .map(JsonObject.class::cast)
            .filter(each -> each.getString("field").equals("regions[].tax_rate"))
            .flatMap(each -> each.getJsonArray("examples").stream())
            .map(JsonObject.class::cast)
            .anyMatch(each -> each.getString("here").equals(WRONG_RATE));
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
      take("reads", CATALOG_READS);
      shopping.goesOn();
      String url = medusa.database().url();
      take("switch", url, "--limit", "600");
      assertThat(following.waitFor()).as(MoveInCommandProcess.output(folder)).isZero();
      long soldThere = orders(medusa.database(), "\"order\"");
      shopping.goesOn();
      assertThat(orders(medusa.database(), "\"order\"")).as("sold there").isEqualTo(soldThere);
      take("back", "--limit", "600");
      assertThat(run(MoveBackCommand.class, url)).isZero();
      take("back");
      assertThat(orders(medusa.database(), "\"order\"")).isGreaterThan(soldThere);
      long soldHere = orders(target, "orders.\"order\"");
      shopping.goesOn();
      assertThat(orders(target, "orders.\"order\"")).as("sold here").isEqualTo(soldHere);
      take("back");
      shopping.goesOn();
      shoppers.getOutputStream().close();
      shopping.awaitEnd();

      assertThat(shopping.failures()).isEmpty();
      noOrderIsLost(shopping.orders());
    } finally {
      shoppers.destroyForcibly();
    }
  }

  /** Each order that a shopper was told is in the old shop, once, under its number and paid. */
  private void noOrderIsLost(List<JsonObject> told) {
    String found =
        value(
            medusa.database(),
            """
            SELECT coalesce(json_agg(json_build_object('order', o.id, 'number', o.display_id,
              'total', p.amount, 'lines', (SELECT count(*) FROM line_item AS l WHERE l.order_id = o.id))), '[]')
            FROM "order" AS o
            JOIN payment AS p ON p.order_id = o.id
            WHERE o.email LIKE 'shopper%'
            """);
    assertThat(new JsonArray(found).stream().map(JsonObject.class::cast))
        .containsAll(
            told.stream()
                .map(each -> {
                  JsonObject order = each.copy();
                  order.remove("requests");
                  return order.put("lines", 1);
                })
                .toList());
    assertThat(told).extracting(each -> each.getInteger("number")).doesNotHaveDuplicates();
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

  private static String[] arguments(String span, JsonObject ids, List<Cluster.Gateway> nodes) {
    return new String[] {
      String.valueOf(SHOPPERS),
      span,
      ids.getJsonArray("regions").getString(0),
      ids.getString("variant"),
      nodes.stream().map(Cluster.Gateway::url).collect(joining(","))
    };
  }

  private void take(String step, String... operations) {
    assertThat(
            run(
                ShadowCommand.class,
                Stream.concat(Stream.of(step), Stream.of(operations)).toArray(String[]::new)))
        .as(step)
        .isZero();
  }

  private int run(Class<?> command, String... arguments) {
    return new CommandLine(command)
        .execute(
            Stream.concat(Stream.of(arguments), Stream.of("--config", config.toString()))
                .toArray(String[]::new));
  }

  /** Condition that a test waits for. */
  private interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * @param process that must go on meanwhile, if there is one
   */
  private void await(Condition condition, Process process) throws Exception {
    long deadline = System.nanoTime() + MAX_WAIT_NANOS;
    while (!condition.holds()) {
      boolean goesOn = process == null || process.isAlive();
      assertThat(goesOn && System.nanoTime() < deadline)
          .as(() -> {
            try {
              return MoveInCommandProcess.output(folder);
            } catch (IOException failure) {
              return failure.toString();
            }
          })
          .isTrue();
      NodeProcess.pause();
    }
  }

  /** Output of the shoppers so far: orders and failures. */
  private final class Shopping {

    private final Process process;
    private final Path output;

    Shopping(Process process, Path output) {
      this.process = process;
      this.output = output;
    }

    private List<JsonObject> lines() throws IOException {
      return told(Files.readString(output));
    }

    List<JsonObject> orders() throws IOException {
      return lines().stream().filter(line -> line.containsKey("order")).toList();
    }

    List<JsonObject> failures() throws IOException {
      return lines().stream().filter(line -> line.containsKey("failure")).toList();
    }

    /** Waits until each shopper has bought twice on average, or one has failed. */
    void goesOn() throws Exception {
      int target = orders().size() + 2 * SHOPPERS;
      await(() -> orders().size() >= target || !failures().isEmpty(), process);
      assertThat(failures()).isEmpty();
    }

    void awaitEnd() throws Exception {
      await(() -> !process.isAlive(), null);
      assertThat(process.exitValue()).isZero();
    }
  }
}
