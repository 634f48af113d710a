package dev.tradewind.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxProvider;
import dev.tradewind.spi.tax.TaxRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProvidersTest {

  private static final ProviderCall CALL = new ProviderCall("key", Instant.EPOCH);
  private static final TaxRequest REQUEST =
      new TaxRequest("cart_1", new JsonObject(), "eur", null, null, List.of(), List.of());

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  /** Tax provider with one answer. */
  private record Answering(String id, Supplier<Future<Map<String, List<TaxLine>>>> answer)
      implements TaxProvider {

    @Override
    public Future<Map<String, List<TaxLine>>> taxLines(ProviderCall call, TaxRequest question) {
      return answer.get();
    }
  }

  @Test
  void aProviderThatIsNotInstalledIsNotFound() {
    Providers providers = Providers.of(List.of(), Map.of(), meters);

    assertThatThrownBy(() -> providers.payment().get("stripe"))
        .isInstanceOfSatisfying(
            Problem.class,
            refused ->
                assertThat(refused)
                    .isEqualTo(
                        Problem.notFound("Could not find a payment provider with id: stripe")));
  }

  @Test
  void twoProvidersOfAKindCannotHaveOneId() {
    TaxProvider one = new Answering("flat", () -> Future.succeededFuture(Map.of()));

    assertThatThrownBy(() -> Providers.of(List.of(one, one), Map.of(), meters))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There are two tax providers with the id flat.");
  }

  private static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(RefusedException.invalid("no"), Problem.invalidData("no")),
        Arguments.of(RefusedException.notAllowed("no"), Problem.notAllowed("no")),
        Arguments.of(
            new RefusedException(RefusedException.Reason.NOT_FOUND, "no"), Problem.notFound("no")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void aRefusalIsAProblem(RefusedException refusal, Problem problem) {
    assertThat(failure(() -> Future.failedFuture(refusal)))
        .isInstanceOfSatisfying(Problem.class, failed -> assertThat(failed).isEqualTo(problem));
    assertThat(calls("refused")).isOne();
  }

  @Test
  void anExceptionOfAProviderIsAFailureWithAnUnknownOutcome() {
    IllegalStateException bug = new IllegalStateException("bug");

    assertThat(
            failure(() -> {
              throw bug;
            }))
        .isSameAs(bug);
    assertThat(calls("failed")).isOne();
  }

  @Test
  void anAnswerIsCountedAndStaysAsItIs() {
    Map<String, List<TaxLine>> lines = Map.of("item_1", List.of());
    TaxProvider measured = measured(() -> Future.succeededFuture(lines));

    assertThat(measured.id()).isEqualTo("flat");
    assertThat(measured.taxLines(CALL, REQUEST).result()).isSameAs(lines);
    assertThat(calls("done")).isOne();
  }

  private Throwable failure(Supplier<Future<Map<String, List<TaxLine>>>> answer) {
    return measured(answer).taxLines(CALL, REQUEST).cause();
  }

  private TaxProvider measured(Supplier<Future<Map<String, List<TaxLine>>>> answer) {
    return Providers.of(List.of(new Answering("flat", answer)), Map.of(), meters)
        .taxProvider("flat");
  }

  private long calls(String outcome) {
    return meters
        .get("tradewind.provider")
        .tags("kind", "tax", "provider", "flat", "call", "taxLines", "outcome", outcome)
        .timer()
        .count();
  }
}
