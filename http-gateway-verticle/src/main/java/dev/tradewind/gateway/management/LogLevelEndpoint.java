package dev.tradewind.gateway.management;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.JsonBody;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Change of log levels while the node runs: {@code PUT /log-levels/{logger}} with {@code level} and
 * {@code seconds}, for holders of the management token. The file of the token is read at every
 * request, so that a new token needs no restart.
 */
public final class LogLevelEndpoint {

  private static final int MAX_BODY = 1_024;
  private static final int MAX_SECONDS = 86_400;
  private static final String BEARER = "Bearer ";
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

  private final Vertx vertx;
  private final Path tokenFile;
  private final Levels levels;

  public LogLevelEndpoint(Vertx vertx, Path tokenFile, Levels levels) {
    this.vertx = vertx;
    this.tokenFile = tokenFile;
    this.levels = levels;
  }

  void mount(Router router) {
    router
        .put("/log-levels/:logger")
        .handler(BodyHandler.create(false).setBodyLimit(MAX_BODY))
        .handler(this::set);
  }

  private void set(RoutingContext context) {
    vertx
        .executeBlocking(() -> Files.readString(tokenFile).strip())
        .compose(token ->
            Future.future(changed -> {
              requireToken(token, context.request().getHeader(HttpHeaders.AUTHORIZATION));
              change(context);
              changed.complete();
            }))
        .map(changed -> Reply.noContent())
        .otherwise(failure ->
            Reply.problem(HttpResponses.problem(context, "a change of log levels", failure)))
        .onSuccess(reply -> HttpResponses.send(context.response(), reply));
  }

  /** Compares in constant time, so that the time of the answer tells nothing about the token. */
  private static void requireToken(String token, @Nullable String given) {
    String expected = BEARER + token;
    if (token.isEmpty()
        || given == null
        || !MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8))) {
      throw new Problem.Unauthorized().toException();
    }
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

  private static ProblemException invalid(String message) {
    return new Problem.InvalidData(message).toException();
  }
}
