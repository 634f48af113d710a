package dev.tradewind.acceptance.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeJvm;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV export and import from the command line. */
class ProductFilesCommandIT {

  private static Shop shop;
  private static String token;

  @TempDir private Path folder;

  private final String handle = "command-" + Ids.ulid().toLowerCase(Locale.ROOT);

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    token = new TestIdentities(shop).asUser()[1];
  }

  private record Ended(int exit, String output) {}

  private Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addAll(List.of("--url", shop.storefront().url(), "--token", token));
    Process process = NodeJvm.with(List.of(), Map.of(), command).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private int found() {
    return new CsvAdminClient(shop.storefront(), "x-medusa-access-token", token)
        .send("GET", "/admin/products?handle=" + handle, null)
        .body()
        .getInteger("count");
  }

  @Test
  void productsAreExportedAndImported() throws Exception {
    Path file = folder.resolve("products.csv");
    Files.writeString(
        file, "Product Handle;Product Title;Variant Title\n%s;Cup;White\n".formatted(handle));

    Ended dry = run("import", file.toString(), "--dry-run");
    assertThat(dry.exit()).as(dry.output()).isZero();
    assertThat(dry.output()).contains("There will be 1 products created", "nothing was changed");
    assertThat(found()).isZero();

    Ended imported = run("import", file.toString());
    assertThat(imported.exit()).as(imported.output()).isZero();
    assertThat(found()).isEqualTo(1);

    Path out = folder.resolve("out.csv");
    Ended exported = run("export", out.toString(), "--filter", "handle=" + handle);
    assertThat(exported.exit()).as(exported.output()).isZero();
    assertThat(exported.output()).contains("has 1 products");
    assertThat(Files.readString(out)).contains(";" + handle + ";Cup;").hasLineCount(2);
  }

  @Test
  void anInvalidFileFailsWithItsErrors() throws Exception {
    Path file = folder.resolve("products.csv");
    Files.writeString(
        file, "Product Handle;Product Title;Product Weight\n%s;Cup;heavy\n".formatted(handle));

    Ended failed = run("import", file.toString());

    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.output())
        .contains(
            "Line 2, column Product Weight: must be a whole number", " failed; 0 of 0 are done.");
    assertThat(found()).isZero();
  }
}
