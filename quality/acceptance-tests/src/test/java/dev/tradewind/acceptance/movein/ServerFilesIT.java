package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonObject;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Copying of the files of an old server by the command line. */
class ServerFilesIT {

  private static final String PRODUCT = "SELECT %s FROM catalog.product WHERE id = 'prod_1'";

  private static final Map<String, String> CHANGED =
      Map.of(
          "product.updated", "catalog.product",
          "product-collection.updated", "catalog.product_collection",
          "product-category.updated", "catalog.product_category",
          "region.updated", "catalog.region",
          "sales_channel.updated", "catalog.sales_channel",
          "customer.updated", "customer.customer",
          "customer_group.updated", "customer.customer_group",
          "discount.updated", "discount.discount",
          "order.updated", "orders.\"order\"");

  private final TestDatabase database = Shop.migratedDatabase();
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private final byte[] png = png();
  private HttpServer server;
  private HttpServer foreign;
  private String origin;

  private static byte[] png() {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ImageIO.write(new BufferedImage(700, 10, BufferedImage.TYPE_INT_RGB), "png", bytes);
      return bytes.toByteArray();
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = server();
    foreign = server();
    origin = "http://127.0.0.1:" + server.getAddress().getPort();
    String other = "http://127.0.0.1:" + foreign.getAddress().getPort();
    execute(
        database,
        """
        INSERT INTO catalog.product (
          id, title, handle, status, is_giftcard, discountable, thumbnail, description, metadata,
          created_at, updated_at
        )
        VALUES (
          'prod_1', 'Hat', 'hat', 'published', false, true, '%1$s/uploads/1 my hat.png',
          'See <img src="%1$s/uploads/2.png">.',
          '{"manual": "%1$s/uploads/m.pdf", "other": "%2$s/uploads/9.png", "n": 1.50,
            "moved": "%1$s/uploads/redirect.png", "_staff": {"list": "%1$s/uploads/list.csv"}}',
          now(), now()
        );
        INSERT INTO catalog.image (id, url, created_at, updated_at)
        VALUES ('img_1', '%1$s/uploads/2.png', now(), now()),
          ('img_2', '%1$s/uploads/gone.png', now(), now()),
          ('img_3', '%1$s/uploads/page.png', now(), now());
        INSERT INTO catalog.product_image (product_id, image_id, rank)
        VALUES ('prod_1', 'img_1', 0), ('prod_1', 'img_2', 1), ('prod_1', 'img_3', 2);
        """
            .formatted(origin, other));
  }

  private HttpServer server() throws IOException {
    HttpServer started =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    started.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().getPath();
          asked.add(started.getAddress().getPort() + path);
          boolean isThere = !path.contains("gone");
          byte[] content =
              path.endsWith(".pdf")
                  ? "%PDF-1.4 manual".getBytes(StandardCharsets.UTF_8)
                  : path.endsWith(".csv")
                      ? "a,b\n".getBytes(StandardCharsets.UTF_8)
                      : path.contains("page") ? "<html>".getBytes(StandardCharsets.UTF_8) : png;
          exchange
              .getResponseHeaders()
              .set(
                  "content-type",
                  path.endsWith(".pdf")
                      ? "application/pdf"
                      : path.endsWith(".csv") ? "text/csv" : "image/png");
          if (path.contains("redirect")) {
            exchange
                .getResponseHeaders()
                .set("location", "http://127.0.0.1:" + foreign.getAddress().getPort() + "/x.png");
            exchange.sendResponseHeaders(302, -1);
          } else {
            exchange.sendResponseHeaders(isThere ? 200 : 404, isThere ? content.length : -1);
            if (isThere) {
              exchange.getResponseBody().write(content);
            }
          }
          exchange.close();
        });
    started.start();
    return started;
  }

  @AfterEach
  void stop() {
    server.stop(0);
    foreign.stop(0);
  }

  private NodeProcess command(String... options) {
    return commandOn(database, options);
  }

  private NodeProcess commandOn(TestDatabase shop, String... options) {
    List<String> arguments = new ArrayList<>(List.of("files", "migrate", "--from", origin));
    arguments.addAll(List.of(options));
    return NodeProcess.command(
        List.of(),
        Map.of(
            "TRADEWIND_DATABASE_URL", shop.url(), "TRADEWIND_PUBLIC_URL", "https://shop.example"),
        arguments.toArray(String[]::new));
  }

  private String product(String column) {
    return value(database, PRODUCT.formatted(column));
  }

  @Test
  void filesOfTheNamedServerAreCopiedAndTheirUrlsReplaced() throws Exception {
    NodeProcess check = command("--check");
    assertThat(check.awaitEnd()).as(check.output()).isZero();
    assertThat(check.output())
        .contains("catalog.product.thumbnail: 1 rows", "catalog.image.url: 3 rows", "7 files of");
    assertThat(asked).isEmpty();
    assertThat(product("version")).isEqualTo("1");

    NodeProcess copied = command();
    assertThat(copied.awaitEnd()).as(copied.output()).isEqualTo(1);

    assertThat(copied.output())
        .contains("Copied 4 files")
        .contains("Not copied: " + origin + "/uploads/gone.png: the server answered 404")
        .contains("Not copied: " + origin + "/uploads/redirect.png: the server answered 302")
        .contains("Not copied: " + origin + "/uploads/page.png: The content of page.png");
    assertThat(asked).noneMatch(path -> path.startsWith(foreign.getAddress().getPort() + "/"));
    String link = "https://shop[.]example/files/[\\w-]+[.][\\w-]+";
    assertThat(product("thumbnail")).matches(link);
    assertThat(product("description")).matches("See <img src=\"" + link + "\">[.]");
    assertThat(product("metadata ->> 'manual'")).matches(link);
    assertThat(product("metadata ->> 'other'")).endsWith("/uploads/9.png");
    assertThat(product("metadata ->> 'n'")).isEqualTo("1.50");
    assertThat(product("metadata #>> '{_staff,list}'")).endsWith("-list.csv");
    assertThat(
            value(
                database, "SELECT string_agg(is_public::text, ' ' ORDER BY name) FROM batch.file"))
        .isEqualTo("true true false true");
    assertThat(
            value(
                database,
                "SELECT encode(bytes, 'hex') FROM batch.file_piece AS p JOIN batch.file AS f"
                    + " ON f.key = p.file_key WHERE f.name = '1 my hat.png'"))
        .isEqualTo(HexFormat.of().formatHex(png));
    assertThat(value(database, "SELECT url FROM catalog.image WHERE id = 'img_1'")).matches(link);
    assertThat(value(database, "SELECT url FROM catalog.image WHERE id = 'img_2'"))
        .isEqualTo(origin + "/uploads/gone.png");
    assertThat(
            value(
                database,
                "SELECT string_agg(aggregate_version::text, ' ' ORDER BY id) FROM catalog.outbox"
                    + " WHERE type = 'product.updated' AND subject = 'prod_1'"))
        .isEqualTo("2 3");

    int before = asked.size();
    NodeProcess again = command();
    assertThat(again.awaitEnd()).as(again.output()).isEqualTo(1);
    assertThat(asked).hasSize(before + 3);
    assertThat(product("version")).isEqualTo("3");
  }

  @Test
  void cartsThatNodesHaveInMemoryShowTheCopiesAndTellOfThem() throws Exception {
    Shop shop = Shop.separate();
    TestDatabase sales = new TestDatabase(shop.databaseUrl());
    try {
      JsonObject variant = shop.newVariant(1_000, 5);
      execute(
          sales,
          "UPDATE catalog.product SET thumbnail = '%s/uploads/kettle.png' WHERE id = '%s'"
              .formatted(origin, variant.getString("product_id")));
      String open = shop.readyCart(variant.getString("id"), 1);
      String sold = shop.readyCart(variant.getString("id"), 1);
      String orderId =
          shop.storefront()
              .post("/store/carts/" + sold + "/complete", new JsonObject())
              .body()
              .getJsonObject("data")
              .getString("id");
      assertThat(thumbnail(shop, open)).startsWith(origin);

      NodeProcess copied = commandOn(sales);
      assertThat(copied.awaitEnd()).as(copied.output()).isZero();

      assertThat(thumbnail(shop, open)).startsWith("https://shop.example/files/");
      assertThat(
              value(
                  sales,
                  "SELECT strpos(o::text, 'https://shop.example/files/') > 0 FROM orders.\"order\" AS o"
                      + " WHERE id = '%s'".formatted(orderId)))
          .isEqualTo("t");
      for (String cart : List.of(open, sold)) {
        assertThat(
                value(
                    sales,
                    ("SELECT max(e.aggregate_version) = max(c.version) FROM cart.cart AS c"
                            + " JOIN cart.outbox AS e ON e.subject = c.id"
                            + " WHERE c.id = '%s' AND e.type = 'cart.updated'")
                        .formatted(cart)))
            .isEqualTo("t");
      }
      assertThat(shop.events(Topics.CART, open, 20).getLast().header("ce_type"))
          .isEqualTo("cart.updated");
    } finally {
      shop.close();
    }
  }

  /** Reading an event holds it against its schema. */
  @Test
  void everyChangedResourceIsAnnouncedWithinTheSchemaOfItsEvent() throws Exception {
    Shop shop = Shop.separate();
    TestDatabase sales = new TestDatabase(shop.databaseUrl());
    try {
      String cart = shop.readyCart(shop.newVariant(1_000, 5).getString("id"), 1);
      shop.storefront().post("/store/carts/" + cart + "/complete", new JsonObject()).body();
      execute(
          sales,
          """
          INSERT INTO catalog.product_collection (id, title, handle, created_at, updated_at)
          VALUES ('pcol_1', 'Hats', 'hats-of-files', now(), now());
          INSERT INTO customer.customer_group (id, name, created_at, updated_at)
          VALUES ('cgrp_1', 'Files', now(), now());
          INSERT INTO catalog.product_category (id, name, handle, rank)
          VALUES ('pcat_1', 'Hats', 'hats-of-files', 1000);
          INSERT INTO discount.discount_rule (id, type, value, created_at, updated_at)
          VALUES ('dru_1', 'percentage', 10, now(), now());
          INSERT INTO discount.discount (id, code, rule_id, starts_at, created_at, updated_at)
          VALUES ('disc_1', 'FILES', 'dru_1', now(), now(), now());
          """);
      for (String table : CHANGED.values()) {
        execute(
            sales,
            "UPDATE %1$s SET metadata = '{\"manual\": \"%2$s/uploads/m.pdf\"}' WHERE id = (SELECT min(id) FROM %1$s)"
                .formatted(table, origin));
      }

      NodeProcess copied = commandOn(sales);
      assertThat(copied.awaitEnd()).as(copied.output()).isZero();

      for (Map.Entry<String, String> each : CHANGED.entrySet()) {
        String id = value(sales, "SELECT min(id) FROM " + each.getValue());
        assertThat(shop.events(topic(each.getKey()), id, 20))
            .extracting(event -> event.header("ce_type"))
            .contains(each.getKey());
      }
    } finally {
      shop.close();
    }
  }

  private static String topic(String type) {
    return EventTypes.ALL.stream()
        .filter(each -> each.name().equals(type))
        .findFirst()
        .orElseThrow()
        .topic();
  }

  private static String thumbnail(Shop shop, String cartId) {
    return shop.storefront()
        .get("/store/carts/" + cartId)
        .body()
        .getJsonObject("cart")
        .getJsonArray("items")
        .getJsonObject(0)
        .getString("thumbnail");
  }

  @Test
  void aCopyThatFollowsItsSourceIsLeftAlone() throws Exception {
    execute(
        database,
        "CREATE SCHEMA medusa_import; CREATE TABLE medusa_import.move"
            + " (followed_at timestamptz, finished_at timestamptz);"
            + " INSERT INTO medusa_import.move VALUES (now(), NULL)");

    NodeProcess refused = command();

    assertThat(refused.awaitEnd()).isEqualTo(1);
    assertThat(refused.output())
        .contains("The shop is a copy that follows its source: fetch files after the switch.");
  }
}
