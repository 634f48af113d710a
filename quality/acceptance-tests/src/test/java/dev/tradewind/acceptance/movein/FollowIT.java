package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.acceptance.AdminApi;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.follow.Follow;
import dev.tradewind.medusa.there.FollowRound;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Following of a generated shop that goes on selling. */
@LongForm
class FollowIT {

  /** A guest buys one piece; the order has a number of the sequence. */
  private static final String SALE =
      """
      INSERT INTO cart SELECT n.* FROM cart AS c, jsonb_populate_record(c, jsonb_build_object(
        'id', 'cart_new', 'completed_at', now())) AS n WHERE c.id = 'cart_1';
      INSERT INTO "order" SELECT n.* FROM "order" AS o, jsonb_populate_record(o, jsonb_build_object(
        'id', 'order_new', 'cart_id', 'cart_new', 'display_id', nextval('order_display_id_seq')))
        AS n WHERE o.id = 'order_1';
      INSERT INTO line_item SELECT n.* FROM line_item AS l, jsonb_populate_record(l,
        jsonb_build_object('id', 'item_new', 'cart_id', 'cart_new', 'order_id', 'order_new')) AS n
        WHERE l.id = 'item_1_1';
      INSERT INTO payment SELECT n.* FROM payment AS p, jsonb_populate_record(p,
        jsonb_build_object('id', 'pay_new', 'cart_id', 'cart_new', 'order_id', 'order_new')) AS n
        WHERE p.id = 'pay_1';
      """;

  private final TestDatabase source = GeneratedMedusaShop.small();
  private final TestDatabase target = Shop.migratedDatabase();

  /** Follows; before each further round an action is executed. */
  private MoveReport follow(boolean finish, Runnable... actions) {
    Deque<Runnable> open = new ArrayDeque<>(List.of(actions));
    return Follow.run(
        config(source),
        config(target),
        finish,
        new Follow.Listener() {
          @Override
          public void copied(String copy, long rows, long expected) {}

          @Override
          public boolean followed(FollowRound round) {
            if (open.isEmpty()) {
              return !round.isCaughtUp();
            }
            open.pop().run();
            return true;
          }
        });
  }

  private Runnable inSource(String sql) {
    return () -> execute(source, sql);
  }

  @Test
  void whatChangesInTheSourceIsChangedHere() {
    execute(
        source,
        """
        INSERT INTO product_category (id, name, handle, mpath, created_at, updated_at, rank, description)
        SELECT 'pcat_' || n, 'Category ' || n, 'category-' || n, 'pcat_' || n || '.', now(), now(), n, ''
        FROM generate_series(0, 2) AS n;
        """);
    MoveReport report =
        follow(
            false,
            inSource(SALE),
            // Parts of documents without a change of the document itself.
            inSource("DELETE FROM line_item WHERE id = 'item_2_2'"),
            inSource("UPDATE line_item_tax_line SET rate = 7 WHERE item_id = 'item_3_1'"),
            // Rows without times, and deletions of both kinds.
            inSource("DELETE FROM product_sales_channel WHERE product_id = 'prod_5'"),
            inSource(
                """
                INSERT INTO customer_group (id, name, created_at, updated_at)
                VALUES ('cgrp_1', 'Wholesale', now(), now());
                INSERT INTO customer_group_customers (customer_group_id, customer_id)
                VALUES ('cgrp_1', 'cus_1')
                """),
            inSource("UPDATE customer SET billing_address_id = NULL WHERE id = 'cus_2'"),
            // Of metadata that shoppers could write only ids of customers at Stripe are taken over.
            inSource(
                """
                UPDATE customer SET metadata = '{"stripe_id": "cus_Own1"}' WHERE id = 'cus_7';
                UPDATE customer SET metadata = '{"stripe_id": "search?query=x#"}' WHERE id = 'cus_8';
                """),
            // Unique values that change their rows.
            inSource(
                """
                UPDATE product SET deleted_at = now(), updated_at = now() WHERE id = 'prod_9';
                UPDATE product SET handle = 'product-9' WHERE id = 'prod_10';
                UPDATE product_category SET rank = 2 - rank;
                """));

    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(value(target, "SELECT display_id FROM orders.\"order\" WHERE id = 'order_new'"))
        .isEqualTo(String.valueOf(GeneratedMedusaShop.FEW_ORDERS + 8));
    assertThat(value(target, "SELECT nextval('orders.order_display_id')"))
        .isEqualTo(String.valueOf(GeneratedMedusaShop.FEW_ORDERS + 9));
    assertThat(
            value(
                target,
                "SELECT json_array_length(snapshot -> 'items') FROM orders.\"order\""
                    + " WHERE id = 'order_2'"))
        .isEqualTo("1");
    assertThat(
            value(
                target,
                "SELECT jsonb_array_length(state -> 'items') FROM cart.cart WHERE id = 'cart_2'"))
        .isEqualTo("1");
    assertThat(
            value(
                target,
                "SELECT version || ' ' || (snapshot #>> '{items,0,tax_lines,0,rate}')"
                    + " FROM orders.\"order\" WHERE id = 'order_3'"))
        .isEqualTo("2 7");
    assertThat(
            value(
                target,
                "SELECT count(*) FROM catalog.product_sales_channel WHERE product_id = 'prod_5'"))
        .isEqualTo("0");
    assertThat(
            value(
                target,
                "SELECT string_agg(concat_ws(' ', customer_id, key, provider_customer,"
                    + " is_confirmed), ',') FROM customer.provider_customer"))
        .isEqualTo("cus_7 stripe_id cus_Own1 f");
    assertThat(value(target, "SELECT count(*) FROM customer.customer_group_customers"))
        .isEqualTo("1");
    assertThat(
            value(
                target,
                "SELECT count(billing_address_id) FROM customer.customer WHERE id = 'cus_2'"))
        .isEqualTo("0");
    assertThat(value(target, "SELECT handle FROM catalog.product WHERE id = 'prod_10'"))
        .isEqualTo("product-9");
    assertThat(
            value(target, "SELECT string_agg(id, ' ' ORDER BY rank) FROM catalog.product_category"))
        .isEqualTo("pcat_2 pcat_1 pcat_0");
  }

  @Test
  void aChangeThatIsCommittedLateIsNotLost() throws SQLException {
    try (Connection late = source.connect();
        Statement statement = late.createStatement()) {
      late.setAutoCommit(false);
      MoveReport report =
          follow(
              false,
              () -> executeOn(statement, "UPDATE product SET title = 'Late' WHERE id = 'prod_1'"),
              inSource(
                  "UPDATE product SET title = 'Early', updated_at = now() WHERE id = 'prod_2'"),
              () -> commit(late));

      assertThat(report.isVerified()).as(report.toText()).isTrue();
    }
    assertThat(
            value(
                target,
                "SELECT string_agg(title, ' ' ORDER BY id) FROM catalog.product"
                    + " WHERE id IN ('prod_1', 'prod_2')"))
        .isEqualTo("Late Early");
  }

  private static void executeOn(Statement statement, String sql) {
    try {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void commit(Connection connection) {
    try {
      connection.commit();
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  void aServingNodeShowsTheChange() {
    assertThat(follow(false).isVerified()).isTrue();
    Shop shop = Shop.on(target.url());
    try {
      assertThat(title(shop)).isEqualTo("Product 7");
      assertThat(title(shop)).isEqualTo("Product 7");

      MoveReport report =
          follow(false, inSource("UPDATE product SET title = 'Seven' WHERE id = 'prod_7'"));

      assertThat(report.isVerified()).as(report.toText()).isTrue();
      assertThat(title(shop)).isEqualTo("Seven");
      new AdminApi(shop).post("/admin/products/prod_7", "{'title': 'Own'}");
      assertThatThrownBy(() -> follow(false))
          .isInstanceOf(MoveInException.class)
          .hasMessageContaining("has been changed here (schema catalog)");
      assertThat(title(shop)).isEqualTo("Own");
    } finally {
      shop.close();
    }
  }

  private static String title(Shop shop) {
    return AdminApi.ok(shop.storefront().get("/store/products/prod_7"))
        .getJsonObject("product")
        .getString("title");
  }

  @Test
  void aKilledRoundHasNotHappenedAndTheSwitchEndsTheFollowing(@TempDir Path folder)
      throws Exception {
    follow(false);
    assertThat(value(target, "SELECT followed_at IS NOT NULL FROM medusa_import.move"))
        .as("nodes wait for the switch")
        .isEqualTo("t");
    execute(source, SALE);
    MoveInCommandProcess.killInPayments(source, target, folder, "--follow");
    assertThat(value(target, "SELECT count(*) FROM orders.\"order\" WHERE id = 'order_new'"))
        .isEqualTo("0");

    execute(target, "INSERT INTO medusa_import.switch_node VALUES ('node', 0, 0)");
    assertThatThrownBy(() -> follow(true)).hasMessageContaining("./tradewind shadow hold");
    execute(target, "UPDATE medusa_import.switch SET writes = 'held', revision = 1");
    assertThatThrownBy(() -> follow(true)).hasMessageContaining("./tradewind shadow hold");
    execute(target, "UPDATE medusa_import.switch_node SET revision = 1");
    assertThat(MoveInCommandProcess.status(source, target, folder, "--finish"))
        .as(MoveInCommandProcess.output(folder))
        .isZero();

    assertThat(MoveInCommandProcess.output(folder)).contains("Verified:", "lag");
    assertThat(value(target, "SELECT count(*) FROM orders.payment WHERE id = 'pay_new'"))
        .isEqualTo("1");
    assertThat(MoveInCommandProcess.status(source, target, folder, "--follow")).isEqualTo(1);
    assertThat(MoveInCommandProcess.output(folder)).contains("is finished");
  }
}
