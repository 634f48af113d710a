package dev.tradewind.acceptance.movein;

import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.config;
import static dev.tradewind.acceptance.movein.GeneratedMedusaShop.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.api.catalog.CategoryTree;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.check.SourceCheck.Severity;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves of trees of categories, return reasons and discounts with many levels. */
class DeepTreesIT {

  /** A chain whose ids go from the bottom to the top. */
  private static void addChain(TestDatabase source, int levels) {
    execute(
        source,
        """
        INSERT INTO product_category (id, name, handle, parent_category_id, mpath, created_at, updated_at, rank,
          description, is_active, is_internal, metadata)
        SELECT 'chain_' || lpad((%1$s - n)::text, 5, '0'), 'Level ' || n, 'level-' || n,
          CASE WHEN n > 1 THEN 'chain_' || lpad((%1$s - n + 1)::text, 5, '0') END, '', now(), now(),
          CASE WHEN n > 1 THEN 0 ELSE 1 END, '', true, false,
          (repeat('{"a":', 398) || '1' || repeat('}', 398))::jsonb
        FROM generate_series(1, %1$s) AS n;
        ANALYZE product_category
        """
            .formatted(levels));
  }

  @Test
  void aTreeOfTheMostLevelsIsMovedAndShownWithMetadataOfTheMostLevels() {
    TestDatabase source = DirtyShops.clean();
    addChain(source, CategoryTree.MAX_LEVELS);
    SourceCheck.Result check = SourceCheck.run(config(source));
    assertThat(check.severity()).as(check.toText()).isLessThanOrEqualTo(Severity.WARNING);
    TestDatabase target = Shop.migratedDatabase();

    MoveReport report = DirtyShopTrial.move(source, target);

    assertThat(report.isVerified()).as(report.toText()).isTrue();
    assertThat(DirtyShopTrial.reads("chain", target)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {CategoryTree.MAX_LEVELS + 1, 2_000})
  void theCheckNamesCategoriesBelowTheLastLevelWhichTheMoveRefuses(int levels) {
    TestDatabase source = DirtyShops.clean();
    addChain(source, levels);

    assertThat(SourceCheck.run(config(source)).findings())
        .filteredOn(each -> each.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(each -> {
          assertThat(each.subject()).isEqualTo("product_category below the level 50");
          assertThat(each.count()).isEqualTo(levels - CategoryTree.MAX_LEVELS);
        });
    assertThatThrownBy(() -> DirtyShopTrial.move(source, Shop.migratedDatabase()))
        .isInstanceOf(MoveInException.class)
        .hasMessageContaining("comes below the level 50");
  }

  /** A loop of fifty rows is broken, as shorter ones are; what it becomes has fifty levels. */
  @ParameterizedTest
  @CsvSource({
    "50, WARNING",
    "51, ERROR",
    "52, ERROR",
    "60, ERROR",
    "101, ERROR",
    "102, ERROR",
    "150, ERROR"
  })
  void theCheckNamesLoopsThatTheMoveDoesNotBreak(int rows, Severity severity) {
    TestDatabase source = DirtyShops.clean();
    execute(
        source,
        """
        INSERT INTO product_category (id, name, handle, parent_category_id, mpath, created_at, updated_at, rank,
          description)
        SELECT 'loop_' || n, '', 'loop_' || n, 'loop_' || n %% %1$s + 1, '', now(), now(), 0, ''
        FROM generate_series(1, %1$s) AS n
        """
            .formatted(rows));

    assertThat(SourceCheck.run(config(source)).severity()).isEqualTo(severity);
  }

  /** More rows than a statement writes, whose ids go from the bottom to the top. */
  @Test
  void parentsAreMovedBeforeTheirChildrenOnEveryLevel() {
    TestDatabase source = DirtyShops.clean();
    execute(
        source,
        """
        INSERT INTO discount (id, code, is_dynamic, rule_id, is_disabled, starts_at, created_at, updated_at,
          usage_count, parent_discount_id)
        SELECT level || '_' || n, level || '_' || n, true, 'dru_1', false, now(), now(), now(), 0,
          CASE WHEN level < 4 THEN (level + 1) || '_' || n END
        FROM generate_series(1, 4) AS level, generate_series(1, 600) AS n;
        INSERT INTO return_reason (id, value, label, created_at, updated_at, parent_return_reason_id)
        SELECT level || '_' || n, level || '_' || n, '', now(), now(),
          CASE WHEN level < 4 THEN (level + 1) || '_' || n END
        FROM generate_series(1, 4) AS level, generate_series(1, 600) AS n;
        INSERT INTO product_category (id, name, handle, parent_category_id, mpath, created_at, updated_at, rank,
          description)
        SELECT level || '_' || n, '', level || '_' || n, CASE WHEN level < 4 THEN (level + 1) || '_' || n END,
          '', now(), now(), CASE WHEN level < 4 THEN 0 ELSE n END, ''
        FROM generate_series(1, 4) AS level, generate_series(1, 600) AS n;
        """);
    assertThat(SourceCheck.run(config(source)).severity()).isEqualTo(Severity.WARNING);

    MoveReport report = DirtyShopTrial.move(source, Shop.migratedDatabase());

    assertThat(report.isVerified()).as(report.toText()).isTrue();
  }

  @Test
  void theDatabaseRefusesCategoriesBelowThemselves() {
    TestDatabase target = Shop.migratedDatabase();

    assertThatThrownBy(() ->
            execute(
                target,
                """
                SET search_path = catalog;
                    INSERT INTO product_category (id, name, handle, parent_category_id, rank)
                VALUES ('pcat_a', 'A', 'a', 'pcat_b', 0), ('pcat_b', 'B', 'b', 'pcat_a', 0)
                """))
        .hasMessageContaining("comes below itself");
  }
}
