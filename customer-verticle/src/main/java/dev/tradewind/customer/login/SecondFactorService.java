package dev.tradewind.customer.login;

import static dev.tradewind.kernel.token.Token.Surface.ADMIN;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.customer.auth.login.Reauthentication;
import dev.tradewind.customer.password.Confirmation;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.customer.secondfactor.SecondFactors;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the second factor of the current user: enrollment, confirmation, removal. A
 * confirmed factor ends the other logins, which had none. Admins remove the factor of another user
 * who lost the device.
 */
public final class SecondFactorService {

  private static final String WITHOUT_CATALOG = "Tradewind";

  private static final Selection USER = Selection.of(UserResources.USER);

  private final LoginStore logins;
  private final Pool pool;
  private final ResourceReader reader;
  private final SecondFactors factors;
  private final Reauthentication reauthentication;
  private final Confirmation needed;
  private final CatalogClient catalog;

  public SecondFactorService(
      Pool pool,
      SecondFactors factors,
      Reauthentication reauthentication,
      Confirmation needed,
      LoginStore logins,
      CatalogClient catalog) {
    this.pool = pool;
    this.reader = new ResourceReader(pool);
    this.factors = factors;
    this.reauthentication = reauthentication;
    this.needed = needed;
    this.logins = logins;
    this.catalog = catalog;
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetSecondFactor", this::get)
        .on("adminEnrollSecondFactor", this::enroll)
        .on("adminConfirmSecondFactor", this::confirm)
        .on("adminRemoveSecondFactor", this::remove)
        .on("adminRemoveSecondFactorOfUser", this::removeOfUser);
  }

  private static String own(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }

  private Future<Reply> get(Request request) {
    return factors
        .state(own(request))
        .map(state ->
            Reply.ok(
                "second_factor",
                new JsonObject()
                    .put("confirmed_at", format(state.confirmedAt()))
                    .put("recovery_codes_left", state.recoveryCodes())));
  }

  private static @Nullable String format(@Nullable Instant time) {
    return time == null ? null : Timestamps.format(time);
  }

  private Future<Reply> enroll(Request request) {
    String id = own(request);
    return reauthentication
        .confirm(request, ADMIN, request.body().getString("old_password"), needed)
        .compose(confirmed -> reader.find(USER, id))
        .map(found -> found.orElseThrow(() -> Problem.unauthorized()))
        .compose(user ->
            factors
                .enroll(id)
                .map(enrolled ->
                    enrolled.orElseThrow(
                        () -> Problem.notAllowed("The second factor is in force; remove it first")))
                .compose(secret ->
                    shop(request).map(shop -> enrolled(shop, secret, user.getString("email")))));
  }

  /** The name of the shop; the enrollment does not wait for a catalog that is unavailable. */
  private Future<String> shop(Request request) {
    return catalog.findStoreName(request.context()).otherwise(WITHOUT_CATALOG);
  }

  private static Reply enrolled(String shop, String secret, String email) {
    String uri = SecondFactors.uri(shop, secret, email);
    return Reply.ok(
        "second_factor",
        new JsonObject()
            .put("secret", secret)
            .put("uri", uri)
            .put("qr_code", SecondFactors.qrCode(uri)));
  }

  private Future<Reply> confirm(Request request) {
    return reauthentication
        .counted(
            request,
            () -> factors.confirm(request.context(), own(request), request.body().getString("otp")))
        .compose(codes ->
            logins
                .end(pool, ADMIN, own(request), null, LoginService.present(request))
                .map(Reply.ok(new JsonObject().put("recovery_codes", new JsonArray(codes)))));
  }

  private Future<Reply> remove(Request request) {
    return reauthentication
        .confirmSecondFactor(request, factors, request.body().getString("otp"))
        .compose(verified -> factors.remove(request.context(), own(request)))
        .map(removed(own(request)));
  }

  private Future<Reply> removeOfUser(Request request) {
    String id = request.path("id");
    if (request.principal().credential() != Principal.Credential.SESSION) {
      // An API token has passed no second factor, and would remove the factors of its owner's
      // colleagues.
      throw Problem.notAllowed("The second factor of another user is removed in a session");
    }
    if (id.equals(own(request))) {
      // A stolen session must not remove the factor that it passed.
      throw Problem.notAllowed("The own second factor is removed with a one-time password");
    }
    return factors
        .remove(request.context(), id)
        .compose(removed -> logins.end(pool, ADMIN, id, null, LoginStore.Present.NONE))
        .map(removed(id));
  }

  private static Reply removed(String id) {
    return Reply.ok(
        new JsonObject().put("id", id).put("object", "second_factor").put("deleted", true));
  }
}
