package dev.tradewind.order.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.collection.PaymentCollectionStatus;
import dev.tradewind.order.collection.PaymentSessionStatus;
import dev.tradewind.order.model.DraftOrderStatus;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.testing.GeneratedPart;
import dev.tradewind.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tables of status transitions in {@code docs/statuses.md}. With {@code
 * -Dtradewind.statuses.write=true} the test writes them.
 */
class StatusDocumentTest {

  private static final Path PAGE = Home.folder().resolve("docs/statuses.md");
  private static final Path SOURCES = Modules.folder("order-verticle").resolve("src/main/java");
  private static final GeneratedPart TRANSITIONS =
      new GeneratedPart("docs/statuses.md", "transitions of statuses", "tradewind.statuses.write");

  @Test
  void thePageHasTheTransitionsOfEveryStatus() {
    TRANSITIONS.assertIs(tables());
  }

  @Test
  void thePageHasEveryStatusOfTheVerticle() throws IOException {
    String page = Files.readString(PAGE);
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      List<String> enums =
          sources
              .map(source -> source.getFileName().toString())
              .filter(name -> name.endsWith("Status.java"))
              .map(name -> name.replace(".java", ""))
              .toList();

      assertThat(enums).isNotEmpty().allSatisfy(name -> assertThat(page).contains("## " + name));
    }
  }

  private static String tables() {
    return String.join(
        "\n",
        table(OrderStatus.class, OrderStatus::wireName, OrderStatus::successors),
        table(PaymentStatus.class, PaymentStatus::wireName, PaymentStatus::successors),
        table(FulfillmentStatus.class, FulfillmentStatus::wireName, FulfillmentStatus::successors),
        table(ReturnStatus.class, ReturnStatus::wireName, ReturnStatus::successors),
        table(SwapPaymentStatus.class, SwapPaymentStatus::wireName, SwapPaymentStatus::successors),
        table(
            ClaimPaymentStatus.class, ClaimPaymentStatus::wireName, ClaimPaymentStatus::successors),
        table(OrderEditStatus.class, OrderEditStatus::wireName, OrderEditStatus::successors),
        table(
            PaymentCollectionStatus.class,
            PaymentCollectionStatus::wireName,
            PaymentCollectionStatus::successors),
        table(
            PaymentSessionStatus.class,
            PaymentSessionStatus::wireName,
            PaymentSessionStatus::successors),
        table(DraftOrderStatus.class, DraftOrderStatus::wireName, DraftOrderStatus::successors));
  }

  private static <S extends Enum<S>> String table(
      Class<S> type, Function<S, String> wireName, Function<S, Set<S>> successors) {
    String rows =
        Stream.of(type.getEnumConstants())
            .map(status ->
                "| `%s` | %s |\n"
                    .formatted(
                        wireName.apply(status),
                        successors.apply(status).isEmpty()
                            ? "–"
                            : successors.apply(status).stream()
                                .map(next -> "`" + wireName.apply(next) + "`")
                                .collect(Collectors.joining(", "))))
            .collect(Collectors.joining());
    return "## %s\n\n| Status | Successors |\n|---|---|\n%s".formatted(type.getSimpleName(), rows);
  }
}
