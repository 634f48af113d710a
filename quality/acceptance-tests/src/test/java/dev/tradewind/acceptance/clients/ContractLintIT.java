package dev.tradewind.acceptance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.testing.NodeJs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published linters find neither errors nor warnings in the OpenAPI documents. */
class ContractLintIT {

  /** Neither reports to its maker nor looks for a newer version. */
  private static final Map<String, String> OFFLINE =
      Map.of("REDOCLY_TELEMETRY", "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE", "true");

  @TempDir private static Path folder;
  private static NodeJs node;

  @BeforeAll
  static void install() throws Exception {
    node = NodeJs.install("openapi", folder);
    Contract contract = Contract.load();
    for (String surface : contract.surfaces()) {
      Files.writeString(folder.resolve(surface + ".json"), contract.document(surface).toString());
    }
  }

  @Test
  void redoclyFindsNothingInTheDocuments() throws Exception {
    String printed = node.run(OFFLINE, "npx", "redocly", "lint", "store.json", "admin.json");

    assertThat(printed)
        .contains("store.json: validated", "admin.json: validated")
        .doesNotContain("You have ");
  }

  @Test
  void spectralFindsNothingInTheDocuments() throws Exception {
    String printed =
        node.run(
            "npx",
            "spectral",
            "lint",
            "--ruleset",
            "spectral.yaml",
            "--fail-severity",
            "warn",
            "store.json",
            "admin.json");

    assertThat(printed).contains("No results");
  }
}
