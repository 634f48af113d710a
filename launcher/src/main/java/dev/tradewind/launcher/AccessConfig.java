package dev.tradewind.launcher;

import dev.tradewind.customer.CustomerConfig;
import dev.tradewind.customer.access.SessionSettings;
import dev.tradewind.customer.access.ThrottleSettings;
import dev.tradewind.customer.access.TokenSettings;
import dev.tradewind.customer.app.AppSettings;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.token.TokenKeys;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a node lets people in.
 *
 * @param givenKeys absent: those that the data folder keeps
 */
record AccessConfig(
    @Nullable TokenKeys givenKeys,
    Path dataFolder,
    Duration adminTokenLife,
    Duration storeTokenLife,
    PasswordSettings passwords,
    ThrottleSettings throttle,
    SessionSettings sessions,
    AppSettings apps) {

  private static final int YEAR = 366 * 24 * 60 * 60;

  static AccessConfig of(Settings settings, Path dataFolder, boolean isProduction) {
    return new AccessConfig(
        keys(settings.textOrNull(Setting.JWT_KEYS)),
        dataFolder,
        settings.seconds(Setting.ADMIN_TOKEN_SECONDS, 1, YEAR),
        settings.seconds(Setting.STORE_TOKEN_SECONDS, 1, YEAR),
        PasswordSettings.STANDARD.withPool(
            settings.number(Setting.PASSWORD_THREADS, 1, 64),
            settings.number(Setting.PASSWORD_QUEUE, 0, 10_000)),
        new ThrottleSettings(
            settings.number(Setting.LOGIN_ATTEMPTS, 1, 1_000_000),
            settings.number(Setting.LOGIN_ATTEMPTS_OF_ACCOUNT, 1, 1_000_000),
            settings.number(Setting.LOGIN_ATTEMPTS_OF_ADDRESS, 1, 1_000_000),
            ThrottleSettings.STANDARD.window()),
        SessionSettings.STANDARD.secure(isProduction),
        apps(settings, isProduction));
  }

  private static AppSettings apps(Settings settings, boolean isProduction) {
    boolean anywhere = settings.truth(Setting.APPS_ON_PRIVATE_ADDRESSES);
    if (anywhere && isProduction) {
      throw new OperatorException(
          "Production does not call private addresses; leave "
              + Setting.APPS_ON_PRIVATE_ADDRESSES.variable()
              + " out.");
    }
    String file = settings.textOrNull(Setting.APPS);
    return (file == null ? AppSettings.NONE : apps(Home.folder().resolve(file)))
        .callingPrivateAddresses(anywhere);
  }

  private static AppSettings apps(Path file) {
    try {
      return AppSettings.parse(new JsonArray(Files.readString(file)));
    } catch (IOException unreadable) {
      throw new OperatorException(
          Setting.APPS.variable() + ": the file " + file + " cannot be read.", unreadable);
    } catch (DecodeException malformed) {
      // What the reader says of it would repeat the secrets in it.
      throw new OperatorException(
          Setting.APPS.variable() + ": the file " + file + " is not a list in JSON.");
    } catch (IllegalArgumentException malformed) {
      throw new OperatorException(
          Setting.APPS.variable() + ": " + malformed.getMessage(), malformed);
    }
  }

  private static @Nullable TokenKeys keys(@Nullable String given) {
    if (given == null) {
      return null;
    }
    try {
      return TokenKeys.parse(given);
    } catch (IllegalArgumentException malformed) {
      throw new OperatorException(
          Setting.JWT_KEYS.variable() + ": " + malformed.getMessage(), malformed);
    }
  }

  /** The keys of all nodes on the data folder, made by the first where none are given. */
  TokenKeys keys() {
    return givenKeys == null ? KeptKeys.in(dataFolder) : givenKeys;
  }

  CustomerConfig customers(TokenKeys keys) {
    return new CustomerConfig(
        sessions,
        new TokenSettings(keys, adminTokenLife, storeTokenLife),
        passwords,
        throttle,
        apps);
  }
}
