package dev.tradewind.launcher.config;

import static dev.tradewind.launcher.config.NodeConfigs.PRODUCTION;
import static dev.tradewind.launcher.config.NodeConfigs.configOf;
import static dev.tradewind.launcher.config.NodeConfigs.production;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.gateway.config.UploadRules;
import dev.tradewind.kernel.token.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Passwords, cookies, keys and uploads. */
class AccessSettingsTest {

  @Test
  void productionHasStricterPasswordRules() {
    assertThat(configOf(Map.of()).access().rules()).isEqualTo(PasswordRules.NONE);
    assertThat(configOf(PRODUCTION).access().rules())
        .isEqualTo(
            new PasswordRules(
                new PasswordPolicy(12, true, Set.of("tradewind")),
                new PasswordPolicy(8, true, Set.of("tradewind")),
                Confirmation.PASSWORD));
    assertThat(
            configOf(production(Setting.REQUIRE_OLD_PASSWORD, "fresh-login"))
                .access()
                .rules()
                .ofPassword())
        .isEqualTo(Confirmation.PASSWORD_OR_FRESH_LOGIN);
    assertThat(
            configOf(production(Setting.PASSWORD_WORDS, "Lighthouse, oslo"))
                .access()
                .rules()
                .staff()
                .words())
        .containsExactlyInAnyOrder("lighthouse", "oslo");
  }

  @Test
  void aPasswordIsNotPrinted() {
    assertThat(configOf(PRODUCTION).toString()).doesNotContain("secret", "of our own", "kkk");
  }

  @Test
  void generatedKeysAreStored(@TempDir Path folder) throws IOException {
    Map<Setting, String> settings = Map.of(Setting.DATA_DIR, folder.toString());

    SigningKeys made = configOf(settings).access().keys();

    assertThat(configOf(settings).access().keys().keys()).isEqualTo(made.keys());
    assertThat(Files.getPosixFilePermissions(folder.resolve("jwt-keys")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void onlyProductionSetsSecureCookies() {
    assertThat(configOf(Map.of()).access().sessions().isSecure()).isFalse();
    assertThat(configOf(PRODUCTION).access().sessions().isSecure()).isTrue();
  }

  @Test
  void productionPrefixesTheCookieUnlessConfigured() {
    assertThat(configOf(Map.of()).access().sessions().cookieName())
        .isEqualTo(SessionCookieName.PLAIN);
    assertThat(configOf(PRODUCTION).access().sessions().cookieName())
        .isEqualTo(configOf(PRODUCTION).gateway().security().sessionCookie())
        .isEqualTo(SessionCookieName.HOST_PREFIXED);
    NodeConfig plain = configOf(production(Setting.SESSION_COOKIE_PREFIX, "false"));
    assertThat(plain.access().sessions().cookieName())
        .isEqualTo(plain.gateway().security().sessionCookie())
        .isEqualTo(SessionCookieName.PLAIN);
    assertThatThrownBy(() -> configOf(Map.of(Setting.SESSION_COOKIE_PREFIX, "true")))
        .isInstanceOf(CliException.class);
  }

  @Test
  void productionAcceptsKnownUploadsOnly() {
    assertThat(configOf(Map.of()).gateway().security().uploads())
        .isEqualTo(UploadRules.DEVELOPMENT);
    assertThat(configOf(PRODUCTION).gateway().security().uploads().knownTypesOnly()).isTrue();
    assertThat(
            configOf(production(Setting.KNOWN_UPLOADS_ONLY, "false"))
                .gateway()
                .security()
                .uploads()
                .knownTypesOnly())
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "clamd.internal:3310, clamd.internal:3310",
    "10.0.0.7:3310, 10.0.0.7:3310",
    "'[::1]:3310', ::1:3310",
    "unix:/run/clamav/clamd.ctl, /run/clamav/clamd.ctl"
  })
  void aMalwareScannerIsReachedByTcpOrAUnixSocket(String given, String address) {
    assertThat(
            configOf(Map.of(Setting.MALWARE_SCANNER, given))
                .gateway()
                .security()
                .uploads()
                .scanner())
        .hasToString(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clamd", "clamd:0", "clamd:70000", "unix:clamd.ctl", "http://clamd:1"})
  void anAddressThatIsNoneOfAScannerIsNamed(String given) {
    assertThatThrownBy(() -> configOf(Map.of(Setting.MALWARE_SCANNER, given)))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_MALWARE_SCANNER");
  }

  @Test
  void aListOfBreachedPasswordsIsCheckedAtTheStart(@TempDir Path folder) throws IOException {
    Path list = folder.resolve("list");
    assertThatThrownBy(() -> configOf(Map.of(Setting.BREACHED_PASSWORDS, list.toString())))
        .isInstanceOf(CliException.class)
        .hasMessageContaining("TRADEWIND_BREACHED_PASSWORDS");

    Files.writeString(list, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:10434004\r\n");

    assertThat(
            configOf(Map.of(Setting.BREACHED_PASSWORDS, list.toString()))
                .access()
                .passwords()
                .breached())
        .isNotNull();
  }
}
