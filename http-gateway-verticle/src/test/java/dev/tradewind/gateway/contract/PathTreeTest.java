package dev.tradewind.gateway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathTreeTest {

  private static final Contract CONTRACT = Contract.load();
  private static final PathTree<Operation> READS =
      PathTree.of(CONTRACT.operations(), HttpMethod.GET);

  @Test
  void eachReadOfTheContractIsFoundByItsPath() {
    assertThat(CONTRACT.operations().stream().filter(each -> each.method().equals(HttpMethod.GET)))
        .isNotEmpty()
        .allSatisfy(read ->
            assertThat(operation(read.path().replaceAll("\\{(.*?)}", "x_$1"))).isEqualTo(read));
  }

  @Test
  void parametersAreDecoded() {
    PathTree.Match<Operation> match = READS.find("/store/products/a%20b+c/");
    assertThat(match).isNotNull();
    assertThat(match.value().id()).isEqualTo("storeGetProduct");
    assertThat(match.parameters()).isEqualTo(Map.of("id", "a b+c"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "",
        "/store",
        "/app/products",
        "/store/products/1/2/3",
        "/store/products/%zz"
      })
  void otherPathsAreNoReads(String path) {
    assertThat(READS.find(path)).isNull();
  }

  private static Operation operation(String path) {
    PathTree.Match<Operation> match = READS.find(path);
    return match == null ? null : match.value();
  }
}
