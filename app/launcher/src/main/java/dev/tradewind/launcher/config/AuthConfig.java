package dev.tradewind.launcher.config;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.customer.auth.CustomerConfig;
import dev.tradewind.customer.auth.CustomerConfigBuilder;
import dev.tradewind.customer.auth.credential.TokenSettings;
import dev.tradewind.customer.auth.login.ThrottleSettings;
import dev.tradewind.customer.auth.session.SessionSettings;
import dev.tradewind.customer.oauthapp.AppSettings;
import dev.tradewind.customer.password.BreachedPasswords;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.PasswordSettings;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.launcher.config.secret.GeneratedSecret;
import dev.tradewind.providers.hook.Hooks;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Authentication settings of a node.
 *
 * @param givenKeys configured signing keys; absent: those in the data folder
 */
@RecordBuilder
public record AuthConfig(
    @Nullable SigningKeys givenKeys,
    Path dataFolder,
    Duration adminTokenLife,
    Duration storeTokenLife,
    PasswordSettings passwords,
    PasswordRules rules,
    ThrottleSettings throttle,
    SessionSettings sessions,
    AppSettings apps,
    RolePermissions roles) {

  private static final String GENERATED = "jwt-keys";

  private static final Pattern WORD = Pattern.compile("\\p{L}{3,}");

  private static final int YEAR = 366 * 24 * 60 * 60;

  static AuthConfig of(Settings settings, Path dataFolder, boolean isProduction) {
    return AuthConfigBuilder.builder()
        .givenKeys(keys(settings.textOrNull(Setting.JWT_KEYS)))
        .dataFolder(dataFolder)
        .adminTokenLife(settings.seconds(Setting.ADMIN_TOKEN_SECONDS, 1, YEAR))
        .storeTokenLife(settings.seconds(Setting.STORE_TOKEN_SECONDS, 1, YEAR))
        .passwords(
            PasswordSettings.DEFAULT
                .withPool(
                    settings.number(Setting.PASSWORD_THREADS, 1, 64),
                    settings.number(Setting.PASSWORD_QUEUE, 0, 10_000))
                .refusing(breached(settings)))
        .rules(rules(settings, isProduction))
        .throttle(
            new ThrottleSettings(
                settings.number(Setting.LOGIN_ATTEMPTS, 1, 1_000_000),
                settings.number(Setting.LOGIN_ATTEMPTS_PER_ACCOUNT, 1, 1_000_000),
                settings.number(Setting.LOGIN_ATTEMPTS_PER_ADDRESS, 1, 1_000_000),
                ThrottleSettings.DEFAULT.window()))
        .sessions(
            SessionSettings.DEFAULT
                .secure(isProduction)
                .withCookieName(GatewaySecurity.sessionCookie(settings, isProduction))
                .endingAfterIdle(
                    Duration.ofMinutes(
                        settings.number(
                            Setting.SESSION_IDLE_MINUTES, isProduction ? 60 : 0, 0, 600))))
        .apps(apps(settings, isProduction))
        .roles(roles(settings))
        .build();
  }

  /** The built-in roles, and the roles of the operator's file. */
  static RolePermissions roles(Settings settings) {
    String value = settings.textOrNull(Setting.ROLE_PERMISSIONS);
    if (value == null) {
      return RolePermissions.BUILT_IN;
    }
    Path file = Home.folder().resolve(value);
    try {
      return RolePermissions.with(new JsonObject(Files.readString(file)));
    } catch (IOException | DecodeException | IllegalArgumentException malformed) {
      throw new CliException(
          Setting.ROLE_PERMISSIONS.variable()
              + ": the file "
              + file
              + " is not an object of roles in JSON: "
              + malformed.getMessage(),
          malformed);
    }
  }

  private static @Nullable BreachedPasswords breached(Settings settings) {
    String file = settings.textOrNull(Setting.BREACHED_PASSWORDS);
    try {
      return file == null ? null : BreachedPasswords.in(Home.folder().resolve(file));
    } catch (IllegalArgumentException malformed) {
      throw new CliException(
          Setting.BREACHED_PASSWORDS.variable() + ": " + malformed.getMessage(), malformed);
    }
  }

  /** Stock clients expect the rules of the reference, which has none. */
  private static PasswordRules rules(Settings settings, boolean isProduction) {
    boolean refusesCommon = settings.truth(Setting.REFUSE_COMMON_PASSWORDS, isProduction);
    Set<String> words = passwordWords(settings, isProduction);
    return new PasswordRules(
        new PasswordPolicy(
            settings.number(Setting.ADMIN_PASSWORD_LENGTH, isProduction ? 12 : 1, 1, 64),
            refusesCommon,
            words),
        new PasswordPolicy(
            settings.number(Setting.STORE_PASSWORD_LENGTH, isProduction ? 8 : 1, 1, 64),
            refusesCommon,
            words),
        confirmation(settings, isProduction));
  }

  private static Confirmation confirmation(Settings settings, boolean isProduction) {
    if ("fresh-login".equals(settings.textOrNull(Setting.REQUIRE_OLD_PASSWORD))) {
      return Confirmation.PASSWORD_OR_FRESH_LOGIN;
    }
    if (settings.truth(Setting.REQUIRE_OLD_PASSWORD, isProduction)) {
      return Confirmation.PASSWORD;
    }
    return Confirmation.NONE;
  }

  private static Set<String> passwordWords(Settings settings, boolean isProduction) {
    String value = settings.textOrNull(Setting.PASSWORD_WORDS);
    String list = value == null ? (isProduction ? "tradewind" : "") : value;
    Set<String> words = new HashSet<>();
    for (String part : list.isEmpty() ? new String[0] : list.split(",", -1)) {
      String word = part.strip().toLowerCase(Locale.ROOT);
      if (!WORD.matcher(word).matches()) {
        throw new CliException(
            Setting.PASSWORD_WORDS.variable()
                + " must be words of three or more letters, separated by commas.");
      }
      words.add(word);
    }
    return words;
  }

  private static AppSettings apps(Settings settings, boolean isProduction) {
    boolean anywhere = settings.truth(Setting.APPS_ALLOW_PRIVATE_ADDRESSES);
    if (anywhere && isProduction) {
      throw new CliException(
          "Production does not call private addresses; leave "
              + Setting.APPS_ALLOW_PRIVATE_ADDRESSES.variable()
              + " out.");
    }
    String file = settings.textOrNull(Setting.APPS);
    AppSettings apps = file == null ? AppSettings.NONE : apps(Home.folder().resolve(file));
    if (isProduction
        && apps.apps().stream()
            .anyMatch(app -> app.clientSecret().contains(ProductionRequirements.EXAMPLE))) {
      throw new CliException(
          "Production refuses the example in the file of " + Setting.APPS.variable() + ".");
    }
    return apps.callingPrivateAddresses(anywhere);
  }

  private static AppSettings apps(Path file) {
    try {
      return AppSettings.parse(new JsonArray(Files.readString(file)));
    } catch (IOException unreadable) {
      throw new CliException(
          Setting.APPS.variable() + ": the file " + file + " cannot be read.", unreadable);
    } catch (DecodeException malformed) {
      // The parser's message would repeat the secrets in the file.
      throw new CliException(
          Setting.APPS.variable() + ": the file " + file + " is not a list in JSON.");
    } catch (IllegalArgumentException malformed) {
      throw new CliException(Setting.APPS.variable() + ": " + malformed.getMessage(), malformed);
    }
  }

  private static @Nullable SigningKeys keys(@Nullable String value) {
    return value == null ? null : parseKeys(value);
  }

  static SigningKeys parseKeys(String value) {
    try {
      return SigningKeys.parse(value);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(
          Setting.JWT_KEYS.variable() + ": " + malformed.getMessage(), malformed);
    }
  }

  /** The configured keys, or else those that all nodes on the data folder share. */
  public SigningKeys keys() {
    return givenKeys == null
        ? GeneratedSecret.in(
            dataFolder, GENERATED, () -> SigningKeys.random().encoded(), SigningKeys::parse)
        : givenKeys;
  }

  public CustomerConfig customers(SigningKeys keys) {
    return CustomerConfigBuilder.builder()
        .sessions(sessions)
        .tokens(new TokenSettings(keys, adminTokenLife, storeTokenLife))
        .passwords(passwords)
        .rules(rules)
        .throttle(throttle)
        .apps(apps)
        .roles(roles)
        .ownedMetadata(Set.of())
        .hooks(Hooks.NONE)
        .build();
  }
}
