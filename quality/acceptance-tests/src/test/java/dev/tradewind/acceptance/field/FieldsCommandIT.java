package dev.tradewind.acceptance.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.launcher.field.FieldsCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Declared fields on the command line. */
class FieldsCommandIT {

  private static Shop shop;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    shop = Shop.separate();
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  /** Exit code and output. */
  private static String fields(String command, String... arguments) {
    StringWriter output = new StringWriter();
    int code =
        new CommandLine(new FieldsCommand())
            .setOut(new PrintWriter(output, true))
            .setErr(new PrintWriter(output, true))
            .setExecutionExceptionHandler((failure, line, parsed) -> {
              line.getErr().println(failure.getMessage());
              return CommandLine.ExitCode.SOFTWARE;
            })
            .execute(
                Stream.of(
                        Stream.of(command),
                        Stream.of("--url", shop.storefront().url()),
                        Stream.of("--token", staff.credentials()[1]),
                        Stream.of(arguments))
                    .flatMap(part -> part)
                    .toArray(String[]::new));
    return code + " " + output;
  }

  @Test
  void aFieldIsDeclaredChangedCheckedListedAndRemoved() {
    assertThat(fields("declare", "product", "weight_kg", "number", "--searchable"))
        .startsWith("0 Declared product.weight_kg, version 1, index ");
    assertThat(fields("declare", "product", "weight_kg", "number", "--default", "2"))
        .startsWith("0 Declared product.weight_kg, version 2, index ");
    assertThat(fields("check", "product.weight_kg"))
        .isEqualTo("0 product.weight_kg: 0 stored rows contradict\n");
    assertThat(fields("list")).startsWith("0 product.weight_kg  number  active  index none\n");
    assertThat(fields("remove", "product.weight_kg")).isEqualTo("0 Removed product.weight_kg\n");
    assertThat(fields("remove", "product.weight_kg"))
        .isEqualTo("1 The field product.weight_kg is not declared.\n");
  }

  @Test
  void contradictingRowsAreReported() {
    String id =
        staff
            .post("/admin/collections", "{'title': 'C', 'metadata': {'season': 5}}")
            .getJsonObject("collection")
            .getString("id");

    assertThat(fields("declare", "collection", "season", "enum", "--values", "winter,summer"))
        .isEqualTo(
            "3 collection.season: 1 stored rows contradict\n  "
                + id
                + ": metadata.season must be one of: winter, summer\n");
  }

  @Test
  void theShopExplainsARefusedDeclaration() {
    assertThat(fields("declare", "cart", "desk", "text", "--required"))
        .startsWith("1 default is missing: shoppers create a cart without the required field");
  }
}
