package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.launcher.cli.MoveInCommand;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Moves of shops with values that the API of Medusa never makes. */
class DirtyShopIT {

  private static final int SHOPS = Lane.count("tradewind.dirty.shops", 100, 10_000);

  /** Databases of which one is also read through the API. */
  private static final int READ = 10;

  @Test
  void aMoveTakesWhatTheCheckPassesAndEveryReadShowsIt() throws Exception {
    List<Long> seeds = DirtyShopTrial.firstSeeds(Long.getLong("tradewind.dirty.seed", 1), SHOPS);
    List<String> failures = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<List<String>>> trials = new ArrayList<>();
      for (long seed : seeds) {
        boolean isRead = trials.size() % READ == 0;
        trials.add(threads.submit(() -> DirtyShopTrial.failures(seed, isRead)));
      }
      for (Future<List<String>> trial : trials) {
        failures.addAll(trial.get());
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void everyKindOfValueInEveryColumnIsShown() {
    TestDatabase source = DirtyShops.clean();
    for (String table : List.of("jsonb", "timestamp with time zone")) {
      execute(
          source,
          """
          DO $$
          DECLARE c record;
          BEGIN
            FOR c IN SELECT table_name, column_name FROM information_schema.columns
              WHERE table_schema = 'public' AND data_type = '%s'
                AND column_name NOT IN ('tracking_numbers', 'deleted_at', 'canceled_at', 'completed_at', 'confirmed_at',
                  'declined_at', 'failed_at', 'revoked_at')
            LOOP
              EXECUTE format('UPDATE %%I SET %%I = %s WHERE ctid IN (SELECT ctid FROM %%I LIMIT 2)', c.table_name,
                c.column_name, c.table_name);
            END LOOP;
          END $$;
          """
              .formatted(table, table.equals("jsonb") ? "''[\"a\", 1]''" : "''infinity''"));
    }
    execute(
        source,
        """
        UPDATE product_category SET parent_category_id = 'pcat_3' WHERE id = 'pcat_1';
        UPDATE return_reason SET parent_return_reason_id = 'rr_2' WHERE id = 'rr_1';
        UPDATE discount SET parent_discount_id = 'disc_2' WHERE id = 'disc_1';
        UPDATE line_item_tax_line SET rate = 'NaN' WHERE item_id = 'item_1_1';
        UPDATE line_item_adjustment SET amount = 'NaN';
        UPDATE gift_card SET tax_rate = 'Infinity';
        UPDATE "order" SET created_at = '-infinity', updated_at = '0044-03-15 BC' WHERE id = 'order_1';
        UPDATE discount SET starts_at = '-infinity';
        UPDATE price_list SET starts_at = '-infinity';
        """);
    SourceCheck.Result check = SourceCheck.run(config(source));
    assertThat(check.severity()).as(check.toText()).isEqualTo(Severity.WARNING);
    assertThat(check.findings())
        .extracting(SourceCheck.Finding::subject)
        .contains(
            "metadata of order that is no object",
            "data of payment that is no object",
            "shipping_data of return that is no object",
            "context of cart that is no object",
            "times of customer before the year 1 or after the year 9999",
            "rates and amounts of line_item_tax_line that are no numbers",
            "product_category below itself",
            "return_reason below itself",
            "discount below itself");
    TestDatabase target = Shop.migratedDatabase();

    MoveReport report = DirtyShopTrial.move(source, target);

    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(DirtyShopTrial.reads("all kinds", target)).isEmpty();
    assertThat(
            value(
                target,
                "SELECT string_agg(metadata ->> 'value', '') FROM orders.\"order\""
                    + " WHERE metadata ? 'value'"))
        .isEqualTo("[\"a\", 1][\"a\", 1]");
    assertThat(
            value(
                target,
                "SELECT string_agg(id, ' ' ORDER BY id) FROM catalog.product_category"
                    + " WHERE parent_category_id IS NULL"))
        .isEqualTo("pcat_1");
    assertThat(value(target, "SELECT max(ends_at)::text FROM catalog.price_list"))
        .startsWith("9999-12-31");
  }

  /** Each is refused by the check and by the move, or by neither. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE line_item SET quantity = -1 WHERE id = 'item_1_2'                  | item_1_2 has a quantity of -1",
        "UPDATE line_item SET quantity = 0 WHERE id = 'item_1_2'                   | item_1_2 has a quantity of 0",
        "UPDATE line_item SET quantity = -2147483648 WHERE id = 'item_claim_1'     | item_claim_1 has a quantity of -2",
        "UPDATE line_item SET quantity = -1 WHERE id = 'item_swap_1'               | item_swap_1 has a quantity of -1",
        "UPDATE line_item SET quantity = -1 WHERE id = 'item_open'                 | item_open has a quantity of -1",
        "UPDATE line_item SET quantity = 0 WHERE id = 'item_draft'                 | item_draft has a quantity of 0",
        "UPDATE line_item SET quantity = -1 WHERE id = 'item_eitem_2_1'            | item_eitem_2_1 has a quantity of -1",
        "UPDATE line_item SET quantity = -1 WHERE id = 'item_open'; UPDATE cart SET deleted_at = now()"
            + " WHERE id = 'cart_open'                                             | ''",
        "UPDATE product_category SET parent_category_id = 'pcat_3' WHERE id = 'pcat_1';"
            + " UPDATE product_category SET rank = 2147483647 WHERE id = 'pcat_2'  | ''",
        "UPDATE product_category SET parent_category_id = 'pcat_3', rank = -1"
            + " WHERE id = 'pcat_1'                                                | rank",
      })
  void theCheckAndTheMoveRefuseTheSameRows(String dirt, String reason) {
    TestDatabase source = DirtyShops.clean();
    execute(source, dirt);

    SourceCheck.Result check = SourceCheck.run(config(source));
    String refusal = DirtyShopTrial.refusal(source, Shop.migratedDatabase());

    assertThat(check.severity() == Severity.ERROR).as(check.toText()).isEqualTo(!reason.isEmpty());
    assertThat(check.toText()).contains(reason);
    assertThat(refusal.isEmpty()).as(refusal).isEqualTo(reason.isEmpty());
    assertThat(refusal).contains(reason);
  }

  @Test
  void rowsThatNameWhatIsLeftOutAreMoved() {
    TestDatabase source = DirtyShops.clean();
    execute(
        source,
        """
        UPDATE payment_collection SET amount = 0;
        UPDATE claim_item SET quantity = 0;
        UPDATE discount SET rule_id = NULL WHERE id = 'disc_1';
        UPDATE payment SET amount = 0, amount_refunded = 0 WHERE order_id = 'order_1';
        UPDATE refund SET payment_id = 'pay_1';
        UPDATE swap SET deleted_at = now();
        UPDATE payment SET swap_id = 'swap_1' WHERE order_id = 'order_2';
        """);
    assertThat(SourceCheck.run(config(source)).severity()).isEqualTo(Severity.WARNING);

    MoveReport report = DirtyShopTrial.move(source, Shop.migratedDatabase());

    assertThat(report.isVerified()).as(report.toText()).isTrue();
  }

  /** Rows that the API of Medusa makes: nothing of it needs statements by hand. */
  private static final String OF_THE_API =
      """
      INSERT INTO claim_tag (id, value, created_at, updated_at)
      VALUES ('ctag_2', 'torn', now() + interval '1 hour', now()), ('ctag_3', 'blue', now(), now());
      INSERT INTO claim_item_tags VALUES ('ci_1', 'ctag_2'), ('ci_1', 'ctag_3');
      UPDATE discount SET ends_at = starts_at WHERE id = 'disc_1';
      UPDATE price_list SET ends_at = starts_at - interval '1 day';
      UPDATE discount_rule SET value = -500 WHERE id = 'dru_2';
      UPDATE money_amount SET amount = -1 WHERE id = 'ma_pl';
      UPDATE shipping_option SET amount = -1;
      UPDATE shipping_option_requirement SET amount = -1;
      """;

  @Test
  void whatTheApiOfMedusaMakesIsCorrectedInTheCopy() {
    TestDatabase source = DirtyShops.clean();
    execute(source, OF_THE_API);
    SourceCheck.Result check = SourceCheck.run(config(source));
    assertThat(check.severity()).as(check.toText()).isEqualTo(Severity.ERROR);
    assertThat(check.corrected().severity()).as(check.toText()).isEqualTo(Severity.WARNING);
    assertThat(status(source, "--check")).isEqualTo(4);
    assertThat(status(source, "--check", "--correct")).isEqualTo(3);
    TestDatabase target = Shop.migratedDatabase();

    MoveReport report = DirtyShopTrial.move(source, target);

    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(report.corrections()).hasSize(7);
    assertThat(report.toText())
        .contains("Corrected in the copy: money_amount with an amount below 0");
    assertThat(
            value(
                target,
                "SELECT string_agg(claim_tag_id, ' ' ORDER BY claim_tag_id) FROM orders.claim_item_tag"))
        .isEqualTo("ctag_1 ctag_3");
    assertThat(value(target, "SELECT is_disabled FROM discount.discount WHERE id = 'disc_1'"))
        .isEqualTo("t");
    assertThat(value(target, "SELECT status FROM catalog.price_list")).isEqualTo("draft");
    assertThat(value(target, "SELECT value FROM discount.discount_rule WHERE id = 'dru_2'"))
        .isEqualTo("0");
    assertThat(value(target, "SELECT min(amount) FROM catalog.money_amount")).isEqualTo("0");
    assertThat(value(source, "SELECT min(amount) FROM money_amount")).isEqualTo("-1");
    assertThat(DirtyShopTrial.reads("corrected", target)).isEmpty();

    check.findings().stream()
        .map(SourceCheck.Finding::correction)
        .filter(Objects::nonNull)
        .forEach(statement -> execute(source, statement));
    assertThat(SourceCheck.run(config(source)).severity()).isLessThanOrEqualTo(Severity.WARNING);
  }

  private static int status(TestDatabase source, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addFirst(source.url());
    return new CommandLine(MoveInCommand.class).execute(arguments.toArray(String[]::new));
  }
}
