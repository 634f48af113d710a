package dev.tradewind.gateway.management;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.JsonBody;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Change of log levels while the node runs: {@code PUT /log-levels/{logger}} with {@code level} and
 * {@code seconds}, for holders of the {@link ManagementAccess management token}.
 */
public final class LogLevelEndpoint {

  private static final int MAX_BODY = 1_024;
  private static final int MAX_SECONDS = 86_400;
  private static final Pattern LOGGER = Pattern.compile("[\\w.$-]{1,200}");

  /** Levels of the loggers of the node. */
  @FunctionalInterface
  public interface Levels {

    /**
     * Sets the level of a logger for a time, after which the earlier one comes back.
     *
     * @param logger {@code root} is the root logger
     * @param address network address of the caller, for the log
     * @throws IllegalArgumentException if there is no such level, or too many are set
     */
    void set(String logger, String level, Duration time, String address);
  }

  private final ManagementAccess access;
  private final Levels levels;

  public LogLevelEndpoint(ManagementAccess access, Levels levels) {
    this.access = access;
    this.levels = levels;
  }

  void mount(Router router) {
    router
        .put("/log-levels/:logger")
        .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY))
        .handler(this::set);
  }

  private void set(RoutingContext context) {
    access
        .check(context)
        .map(admitted -> {
          change(context);
          return Reply.noContent();
        })
        .otherwise(failure ->
            Reply.problem(HttpResponses.problem(context, "a change of log levels", failure)))
        .map(AnswerStep.of(reply -> HttpResponses.send(context.response(), reply)))
        .onFailure(context::fail);
  }

  private void change(RoutingContext context) {
    JsonObject body = body(context);
    String logger = context.pathParam("logger");
    if (!LOGGER.matcher(logger).matches()
        || !(body.getValue("level") instanceof String level)
        || !(body.getValue("seconds") instanceof Integer seconds)
        || seconds < 1
        || seconds > MAX_SECONDS) {
      throw invalid(
          "A change needs the name of a logger, a level, and seconds from 1 to " + MAX_SECONDS);
    }
    try {
      levels.set(
          logger,
          level,
          Duration.ofSeconds(seconds),
          context.request().remoteAddress().hostAddress());
    } catch (IllegalArgumentException wrong) {
      throw invalid(String.valueOf(wrong.getMessage()));
    }
  }

  private static JsonObject body(RoutingContext context) {
    Buffer sent = JsonBody.of(context);
    try {
      return sent == null ? new JsonObject() : sent.toJsonObject();
    } catch (DecodeException malformed) {
      throw invalid("The body is no JSON object");
    }
  }

  private static Problem invalid(String message) {
    return Problem.invalidData(message);
  }
}
