package dev.tradewind.acceptance.movein;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.medusa.target.MoveState;
import dev.tradewind.testing.Modules;
import dev.tradewind.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of the statements of moves: each is executed as it stands, as psql does. */
class StatementFilesIT {

  private static final Path FOLDER =
      Modules.folder("medusa-import").resolve("src/main/resources/dev/tradewind/medusa");

  /** Tables of the modules of a latest shop, and columns of older ones that some files read. */
  private static final String OTHER_VERSIONS =
      """
      CREATE TABLE IF NOT EXISTS inventory_item (id text);
      CREATE TABLE IF NOT EXISTS inventory_level (id text, inventory_item_id text, location_id text);
      CREATE TABLE IF NOT EXISTS reservation_item (
        id text, inventory_item_id text, location_id text, line_item_id text
      );
      CREATE TABLE IF NOT EXISTS stock_location (
        id text, created_at timestamptz, deleted_at timestamptz
      );
      CREATE TABLE IF NOT EXISTS stock_location_address (id text);
      ALTER TABLE product ADD COLUMN profile_id text;
      ALTER TABLE money_amount ADD COLUMN variant_id text;
      """;

  @Test
  void eachFileOfAMoveRunsInAShop() throws IOException, SQLException {
    TestDatabase shop = DirtyShops.clean();
    GeneratedMedusaShop.execute(shop, OTHER_VERSIONS);

    assertThat(refused(shop, "", files("there"))).isEmpty();
  }

  @Test
  void eachFileOfAWayBackRunsInTradewind() throws IOException, SQLException {
    TestDatabase tradewind = Shop.migratedDatabase();
    GeneratedMedusaShop.execute(tradewind, MoveState.TABLES);

    Path changed = FOLDER.resolve("back/changed.sql");
    Path openCarts = FOLDER.resolve("back/clear_open_carts.sql");
    List<Path> copies =
        files("back").stream().filter(file -> !List.of(changed, openCarts).contains(file)).toList();
    assertThat(refused(tradewind, Files.readString(changed), copies)).isEmpty();
    assertThat(refused(DirtyShops.clean(), "", List.of(openCarts))).isEmpty();
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".sql")).sorted().toList();
    }
  }

  /**
   * @param before statements that each session begins with
   */
  private static List<String> refused(TestDatabase database, String before, List<Path> files)
      throws IOException, SQLException {
    assertThat(files).isNotEmpty();
    List<String> refused = new ArrayList<>();
    for (Path file : files) {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(before + Files.readString(file));
      } catch (SQLException refusal) {
        refused.add(file.getFileName() + ": " + refusal.getMessage());
      }
    }
    return refused;
  }
}
