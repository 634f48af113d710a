package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProblemTest {

  static Stream<Arguments> statusesAndTypes() {
    return Stream.of(
        Arguments.of(Problem.invalidData("m"), 400, "invalid_data", null),
        Arguments.of(Problem.notAllowed("m"), 400, "not_allowed", null),
        Arguments.of(Problem.notAllowed("m", "why"), 400, "not_allowed", "why"),
        Arguments.of(Problem.invalidReferences(List.of("a", "b")), 400, "invalid_data", null),
        Arguments.of(Problem.unauthorized(), 401, "unauthorized", null),
        Arguments.of(Problem.forbidden("m"), 403, "not_allowed", null),
        Arguments.of(Problem.notFound("m"), 404, "not_found", null),
        Arguments.of(Problem.conflict(), 409, "conflict", "invalid_state_error"),
        Arguments.of(
            Problem.refused(409, "not_allowed", "too_few", "m", List.of("a", "b")),
            409,
            "not_allowed",
            "too_few"),
        Arguments.of(Problem.tooLarge("m"), 413, "invalid_data", null),
        Arguments.of(Problem.duplicate("m"), 422, "duplicate_error", "invalid_request_error"),
        Arguments.of(Problem.refused(422, "refused", null, "m", List.of()), 422, "refused", null),
        Arguments.of(Problem.tooManyRequests("m"), 429, "too_many_requests", null),
        Arguments.of(Problem.internalError(), 500, "unknown_error", "unknown_error"),
        Arguments.of(Problem.unavailable("m"), 503, "unavailable", null),
        Arguments.of(Problem.timedOut("m"), 504, "timeout", null));
  }

  @ParameterizedTest
  @MethodSource("statusesAndTypes")
  void everyProblemHasItsStatusTypeAndCode(Problem problem, int status, String type, String code) {
    assertThat(problem.status()).isEqualTo(status);
    assertThat(problem.body().getString("type")).isEqualTo(type);
    assertThat(problem.body().getString("code")).isEqualTo(code);
    assertThat(problem.body().containsKey("code")).isEqualTo(code != null);
  }

  @ParameterizedTest
  @MethodSource("statusesAndTypes")
  void aProblemComesBackFromItsAnswer(Problem problem, int status, String type, String code) {
    assertThat(Problem.parse(status, problem.body())).isEqualTo(problem);
  }

  @Test
  void theReasonsOfARefusalAreListedOneByOne() {
    JsonObject body =
        Problem.refused(409, "not_allowed", "too_few", "both", List.of("first", "second")).body();

    assertThat(body.getJsonArray("errors"))
        .extracting(error -> ((JsonObject) error).getString("message"))
        .containsExactly("first", "second");
  }

  @Test
  void aRateLimitSaysWhenToRetry() {
    assertThat(Reply.problem(Problem.tooManyRequests("m")).headers())
        .containsEntry("retry-after", "1");
  }

  @Test
  void anUnknownAnswerIsADefect() {
    assertThat(Problem.parse(418, new JsonObject().put("type", "teapot")))
        .isEqualTo(Problem.internalError());
  }
}
