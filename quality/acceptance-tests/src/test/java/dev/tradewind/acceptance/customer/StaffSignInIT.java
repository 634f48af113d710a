package dev.tradewind.acceptance.customer;

import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.NodeJs;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Staff's way into the dashboard of a shop that requires a second factor, and out of it. */
class StaffSignInIT {

  private static final String PASSWORD = "open sesame of the harbor";
  private static final String SIGN_IN = "/sign-in?to=%2Fapp";

  private static Shop shop;
  private static Storefront http;

  private final String email = "staff-" + Ids.ulid().toLowerCase(Locale.ROOT) + "@example.com";

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    http = shop.requiringSecondFactor();
  }

  /** The scripts of the pages, without a browser. */
  @Test
  void theSignInReturnsToNoOtherSiteAndReplacesTheDashboardsLogin(@TempDir Path folder)
      throws Exception {
    NodeJs node = NodeJs.withoutPackages("staff", folder);
    for (String script : List.of("admin.js", "guard.js")) {
      try (InputStream source = StaffSignInIT.class.getResourceAsStream("/staff/" + script)) {
        Files.copy(source, folder.resolve(script));
      }
    }

    assertThat(node.runScript("pages.mjs")).contains("passed");
  }

  @Test
  void aRecoveryCodeSignsInOnceAndASignOutEndsTheWayIntoTheDashboard() throws Exception {
    shop.newUser(email, PASSWORD, "token-" + email);
    String session = session(logIn(null));
    assertThat(leadsTo(session)).as("without a second factor").isEqualTo(SIGN_IN);
    List<String> codes = enroll(session);
    assertThat(leadsTo(session)).isEmpty();

    assertThat(http.send("DELETE", "/admin/auth", null, "cookie", session).status()).isEqualTo(200);
    assertThat(leadsTo(session)).as("after the sign-out").isEqualTo(SIGN_IN);

    assertThat(logIn(null).body().getString("code")).isEqualTo("second_factor_required");
    assertThat(logIn("ffff-ffff-ffff-ffff").status()).isEqualTo(401);
    String recovered = session(logIn(codes.getFirst()));
    assertThat(leadsTo(recovered)).isEmpty();
    assertThat(leadsTo(session)).as("the session before").isEqualTo(SIGN_IN);
    assertThat(logIn(codes.getFirst()).status()).as("used before").isEqualTo(401);
    assertThat(
            ok(http.send("GET", "/admin/tradewind/second-factor", null, "cookie", recovered))
                .getJsonObject("second_factor")
                .getInteger("recovery_codes_left"))
        .isEqualTo(codes.size() - 1);

    JsonObject token =
        ok(http.send(
                "POST",
                "/admin/tradewind/api-tokens",
                "{\"name\": \"Deployment\"}",
                "cookie",
                recovered))
            .getJsonObject("api_token");
    ok(
        http.send(
            "DELETE",
            "/admin/tradewind/api-tokens/" + token.getString("id"),
            null,
            "cookie",
            recovered));
    ok(
        http.send(
            "POST",
            "/admin/tradewind/second-factor/remove",
            new JsonObject().put("otp", codes.get(1)).encode(),
            "cookie",
            recovered));
    assertThat(logIn(null).status()).as("without a second factor").isEqualTo(200);
  }

  @Test
  void aColleagueRemovesALostSecondFactor() throws Exception {
    shop.newUser(email, PASSWORD, "token-" + email);
    Answer login = logIn(null);
    enroll(session(login));
    String colleague = "colleague-" + email;
    shop.newUser(colleague, PASSWORD, "token-" + colleague);
    String session =
        session(
            http.post(
                "/admin/auth", new JsonObject().put("email", colleague).put("password", PASSWORD)));
    enroll(session);
    String id = login.body().getJsonObject("user").getString("id");

    ok(
        http.send(
            "DELETE", "/admin/tradewind/users/" + id + "/second-factor", null, "cookie", session));

    assertThat(logIn(null).status()).isEqualTo(200);
  }

  private Answer logIn(String otp) {
    JsonObject credentials = new JsonObject().put("email", email).put("password", PASSWORD);
    return http.post("/admin/auth", otp == null ? credentials : credentials.put("otp", otp));
  }

  private static String session(Answer login) {
    assertThat(login.status()).as(login.text()).isEqualTo(200);
    return login.header("set-cookie").replaceFirst(";.*", "");
  }

  /** Target to which the dashboard redirects the session; empty if it is admitted. */
  private static String leadsTo(String session) {
    return http.send("GET", "/app", null, "cookie", session).header("location");
  }

  /** The recovery codes of a new second factor. */
  private static List<String> enroll(String session) throws Exception {
    String secret =
        ok(http.send("POST", "/admin/tradewind/second-factor", "{}", "cookie", session))
            .getJsonObject("second_factor")
            .getString("secret");
    return ok(
            http.send(
                "POST",
                "/admin/tradewind/second-factor/confirm",
                new JsonObject().put("otp", oneTimePassword(secret)).encode(),
                "cookie",
                session))
        .getJsonArray("recovery_codes")
        .stream()
        .map(String.class::cast)
        .toList();
  }

  /** One-time password of a secret in Base32, as an authenticator app shows it (RFC 6238). */
  private static String oneTimePassword(String secret) throws Exception {
    ByteBuffer key = ByteBuffer.allocate(secret.length() * 5 / 8);
    int bits = 0;
    int count = 0;
    for (char digit : secret.toCharArray()) {
      bits = (bits << 5 | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(digit)) & 0xfff;
      count += 5;
      if (count >= 8) {
        count -= 8;
        key.put((byte) (bits >> count));
      }
    }
    Mac mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(key.array(), "HmacSHA1"));
    long step = Instant.now().getEpochSecond() / 30;
    byte[] hash = mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
    int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & Integer.MAX_VALUE;
    return "%06d".formatted(number % 1_000_000);
  }
}
