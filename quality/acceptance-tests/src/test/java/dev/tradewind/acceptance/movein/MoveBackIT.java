package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.medusa.back.MoveBack;
import dev.tradewind.medusa.follow.Follow;
import dev.tradewind.medusa.there.FollowRound;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** Way back into the database of a shop whose server does not run. */
class MoveBackIT {

  private final TestDatabase source = DirtyShops.clean();
  private final TestDatabase target = Shop.migratedDatabase();

  private MoveReport move() {
    return Follow.run(
        config(source),
        config(target),
        true,
        new Follow.Listener() {
          @Override
          public void copied(String copy, long rows, long expected) {}

          @Override
          public boolean followed(FollowRound round) {
            return !round.isCaughtUp();
          }
        });
  }

  @Test
  void whatHasChangedSinceTheSwitchIsWrittenBack() {
    assertThat(move().isVerified()).isTrue();
    execute(
        target,
        """
        UPDATE customer.customer SET first_name = 'Renamed' WHERE id = 'cus_1';
        UPDATE orders."order" SET metadata = '{"gift": true, "_staff": {"cost": 1}}';
        UPDATE orders.claim_item SET note = 'torn at the seam';
        UPDATE cart.cart SET email = 'renamed@example.com' WHERE completed_at IS NULL;
        """);

    MoveBack.Report check = MoveBack.run(config(target), config(source), true);
    assertThat(value(source, "SELECT count(*) FROM customer WHERE first_name = 'Renamed'"))
        .isEqualTo("0");
    MoveBack.Report written = MoveBack.run(config(target), config(source), false);

    assertThat(written.rows()).isEqualTo(check.rows());
    assertThat(written.rows()).containsEntry("customer", 1L).containsEntry("claim_item", 1L);
    assertThat(value(source, "SELECT first_name FROM customer WHERE id = 'cus_1'"))
        .isEqualTo("Renamed");
    assertThat(value(source, "SELECT string_agg(DISTINCT metadata::text, '') FROM \"order\""))
        .isEqualTo("{\"gift\": true}");
    assertThat(
            value(
                source,
                "SELECT count(*) FROM cart WHERE completed_at IS NULL"
                    + " AND email = 'renamed@example.com'"))
        .isNotEqualTo("0");
    assertThat(move().isVerified()).isTrue();
  }

  /** The statements of the way back have columns of that name for themselves. */
  @Test
  void aColumnOfTheShopsOwnStaysAsItIs() {
    execute(
        source,
        "ALTER TABLE line_item ADD COLUMN original text; UPDATE line_item SET original = 'own'");
    assertThat(move().isVerified()).isTrue();
    execute(target, "UPDATE orders.\"order\" SET metadata = '{\"gift\": true}'");

    MoveBack.Report written = MoveBack.run(config(target), config(source), false);

    assertThat(written.rows()).hasEntrySatisfying("order", rows -> assertThat(rows).isPositive());
    assertThat(value(source, "SELECT string_agg(DISTINCT original, '') FROM line_item"))
        .isEqualTo("own");
  }
}
