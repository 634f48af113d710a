package dev.tradewind.launcher.config;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.forward.CallerKeys;
import dev.tradewind.gateway.forward.ForwardedRoutes;
import dev.tradewind.gateway.forward.Forwarding;
import dev.tradewind.launcher.config.secret.GeneratedSecret;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Routes that the shop's own services answer.
 *
 * @param givenKeys of the tokens about callers; absent: a generated one in the data folder
 * @param issuer URL of the shop, in these tokens
 */
public record RouteConfig(
    ForwardedRoutes routes, @Nullable CallerKeys givenKeys, Path dataFolder, String issuer) {

  private static final String GENERATED = "routes-key";

  /** The routes; null if none are configured. */
  static @Nullable RouteConfig of(Settings settings, Path dataFolder, String publicUrl) {
    String file = settings.textOrNull(Setting.ROUTES);
    CallerKeys keys = keys(settings.textOrNull(Setting.ROUTES_KEY));
    return file == null ? null : new RouteConfig(routes(file), keys, dataFolder, publicUrl);
  }

  /** The requirement of production that all nodes sign with the same key. */
  static Stream<String> missingKey(Settings settings) {
    if (!settings.isGiven(Setting.ROUTES) || settings.isGiven(Setting.ROUTES_KEY)) {
      return Stream.empty();
    }
    return Stream.of(
        "Production needs %s to be set with %s."
            .formatted(Setting.ROUTES_KEY.variable(), Setting.ROUTES.variable()));
  }

  private static @Nullable CallerKeys keys(@Nullable String pem) {
    try {
      return pem == null ? null : CallerKeys.parse(pem);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(
          "%s: %s.".formatted(Setting.ROUTES_KEY.variable(), malformed.getMessage()), malformed);
    }
  }

  private static ForwardedRoutes routes(String file) {
    try {
      return ForwardedRoutes.parse(
          new JsonObject(Settings.read(Setting.ROUTES, file)),
          secret -> Settings.read(Setting.ROUTES, secret));
    } catch (DecodeException malformed) {
      throw new CliException(
          "%s: the file %s is not an object in JSON: %s"
              .formatted(Setting.ROUTES.variable(), file, malformed.getMessage()),
          malformed);
    } catch (IllegalArgumentException malformed) {
      throw Settings.malformed(Setting.ROUTES, malformed);
    }
  }

  /**
   * @throws CliException if a route would take requests of an operation that it does not name
   */
  public void requireBeside(Contract contract) {
    try {
      routes.requireBeside(contract.operations());
    } catch (IllegalArgumentException conflict) {
      throw Settings.malformed(Setting.ROUTES, conflict);
    }
  }

  /** The routes with the keys, which are generated if none are given. */
  public Forwarding forwarding() {
    CallerKeys keys =
        givenKeys == null
            ? GeneratedSecret.in(dataFolder, GENERATED, CallerKeys::random, CallerKeys::parse)
            : givenKeys;
    return new Forwarding(routes, keys, issuer);
  }
}
