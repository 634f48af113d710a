package dev.tradewind.conventions.wording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.conventions.SourceFiles;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals of the store API and what the storefront says to shoppers about each of them. */
class ShopperTextsTest {

  private static final Contract CONTRACT = Contract.load();

  private static final Pattern CALLED = Pattern.compile("\"(store[A-Z]\\w+)\"");
  private static final Pattern PROBLEM =
      Pattern.compile(
          "Problem\\s*\\.\\s*(?:invalidData|notAllowed|notFound|duplicate|unauthorized)\\(([^;]*?);",
          Pattern.DOTALL);
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern VALUE = Pattern.compile("\\{\\w+}|%s|\\d+");

  /** Messages of the cart's module that no form of the storefront can cause, with the reason. */
  private static final Set<String> NOT_OF_SHOPPERS =
      Set.of(
          // Draft orders, which are staff's.
          "country not in region",
          "must be an integer number",
          "must not be less than 0",
          "Unable to generate the line item because one or more required argument(s) are",
          "missing. Ensure quantity, regionId, and variantId are passed",
          // Values that the storefront's own pages do not send.
          "unit_price of a gift card cannot be chosen",
          "Cannot change the region of a completed cart",
          "Address with id",
          "Region with",
          "Customer with id:",
          // Answered with the page of a cart that is not there.
          "Cart with",
          "Shipping_option with shipping_option_id");

  private static Set<String> called() throws IOException {
    Set<String> operations = new TreeSet<>();
    for (Path file : sources("storefront")) {
      CALLED.matcher(SourceFiles.text(file)).results().forEach(one -> operations.add(one.group(1)));
    }
    return operations;
  }

  private static List<Path> sources(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Modules.folder(module).resolve("src/main/java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"en", "de"})
  void eachErrorOfAnOperationThatThePagesCallHasAText(String tag) throws IOException {
    Language language = ShopDesign.DEFAULT.languages().get(tag);
    JsonArray errors = CONTRACT.errors(ApiSurface.STORE);
    List<String> without = new ArrayList<>();
    Set<String> called = called();
    assertThat(called).hasSizeGreaterThan(25);
    for (String operation : called) {
      assertThat(CONTRACT.operations(ApiSurface.STORE))
          .extracting(Operation::id)
          .contains(operation);
      for (Object each : errors) {
        JsonObject error = (JsonObject) each;
        JsonArray only = error.getJsonArray("operations");
        if (only == null || only.contains(operation)) {
          String kind =
              Stream.of("reason", "code", "type")
                  .map(error::getString)
                  .filter(text -> text != null)
                  .findFirst()
                  .orElseThrow();
          // Pages without a text of the code say what the type is.
          Stream<String> kinds =
              error.containsKey("reason")
                  ? Stream.of(operation + "." + kind, kind)
                  : Stream.of(operation + "." + kind, kind, error.getString("type"));
          if (language.refusal(kinds).isEmpty()) {
            without.add(operation + " " + kind);
          }
        }
      }
    }

    assertThat(without).isEmpty();
  }

  @Test
  void bothLanguagesHaveTheSameTexts() {
    assertThat(keys("de")).isEqualTo(keys("en"));
  }

  /** Texts of refusals of the file itself: a language has those of English for its missing ones. */
  private static Set<String> keys(String tag) {
    return SourceFiles.text(
            Modules.folder("storefront")
                .resolve("src/main/resources/storefront/messages/" + tag + ".properties"))
        .lines()
        .filter(line -> line.startsWith("refusal."))
        .map(line -> line.substring(0, line.indexOf('=')))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Each message by which carts refuse something is in the contract. */
  @Test
  void eachRefusalOfCartsIsInTheContract() throws IOException {
    List<String> known =
        CONTRACT.errors(ApiSurface.STORE).stream()
            .map(error -> ((JsonObject) error).getString("message"))
            .toList();
    List<String> unknown = new ArrayList<>();
    List<Path> files = new ArrayList<>(sources("cart-verticle"));
    files.addAll(sources("commerce-api"));
    for (Path file : files) {
      PROBLEM
          .matcher(SourceFiles.text(file))
          .results()
          .flatMap(problem -> LITERAL.matcher(problem.group(1)).results())
          .map(literal -> literal.group(1).replace("\\\"", "\"").strip())
          .filter(text -> text.contains(" ") && text.length() > 12)
          .filter(text -> NOT_OF_SHOPPERS.stream().noneMatch(text::startsWith))
          .filter(text -> known.stream().noneMatch(message -> isPart(text, message)))
          .forEach(unknown::add);
    }

    assertThat(unknown).isEmpty();
  }

  /** Whether a literal of a message is in a message of the contract, but for its values. */
  private static boolean isPart(String literal, String message) {
    String form = VALUE.matcher(message).replaceAll("\0").replaceAll("\\s+", " ");
    return form.contains(VALUE.matcher(literal).replaceAll("\0").replaceAll("\\s+", " "));
  }
}
