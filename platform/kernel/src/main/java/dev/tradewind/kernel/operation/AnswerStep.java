package dev.tradewind.kernel.operation;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Last step of a request, for {@code Future.map}: it sends the response. One that throws fails the
 * future, so that the request is answered with 500; a handler of {@code onSuccess} that throws
 * leaves it without an answer.
 */
public final class AnswerStep {

  private AnswerStep() {}

  public static <T> UnaryOperator<T> of(Consumer<T> sending) {
    return content -> {
      sending.accept(content);
      return content;
    };
  }
}
