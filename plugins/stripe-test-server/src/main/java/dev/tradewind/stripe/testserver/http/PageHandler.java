package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.Account;
import dev.tradewind.stripe.testserver.state.Actions;
import dev.tradewind.stripe.testserver.state.Currencies;
import dev.tradewind.stripe.testserver.state.StripeError;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pages of a demo: 3-D Secure or the bank's approval, and the script in place of Stripe.js. */
final class PageHandler {

  static final String AUTHENTICATION = "/authenticate/";

  private final Account account;
  private final Actions actions;
  private final String script = resource("stripe.js");
  private final String page = resource("authenticate.html");
  private final String result = resource("authenticated.html");

  PageHandler(Account account, Actions actions) {
    this.account = account;
    this.actions = actions;
  }

  void serveScript(HttpServerRequest request) {
    request.response().putHeader("Content-Type", "text/javascript; charset=utf-8").end(script);
  }

  /** Shows the page, and on POST decides by {@code result}; the client secret is the admission. */
  void serveAuthentication(HttpServerRequest request, String form) {
    JsonObject intent = account.find(request.path().substring(AUTHENTICATION.length()));
    String secret = request.getParam("client_secret");
    if (intent == null || !Objects.equals(intent.getString("client_secret"), secret)) {
      write(request, Answer.html(404, "<p>There is no such payment.</p>"));
    } else if (request.method() == HttpMethod.POST) {
      decide(request, intent, FormParser.parse(form).getString("result"));
    } else {
      String amount = Currencies.text(intent.getLong("amount"), intent.getString("currency"));
      write(request, Answer.html(200, page.replace("{amount}", amount)));
    }
  }

  private void decide(HttpServerRequest request, JsonObject intent, @Nullable String decision) {
    String id = intent.getString("id");
    JsonObject action = intent.getJsonObject("next_action", new JsonObject());
    try {
      if ("approve".equals(decision)) {
        actions.approve(id);
      } else {
        actions.reject(id);
      }
    } catch (StripeError refusal) {
      write(request, Answer.html(409, "<p>This payment needs no authentication any more.</p>"));
      return;
    }
    JsonObject redirect = action.getJsonObject("redirect_to_url");
    if (redirect == null) {
      write(request, Answer.html(200, result));
    } else {
      String target = returnUrl(redirect.getString("return_url"), intent);
      write(request, Answer.html(303, "").with("Location", target));
    }
  }

  private String returnUrl(String url, JsonObject before) {
    JsonObject intent = Objects.requireNonNull(account.find(before.getString("id")));
    String status =
        switch (intent.getString("status")) {
          case "succeeded", "requires_capture" -> "succeeded";
          case "requires_payment_method" -> "failed";
          default -> "pending";
        };
    String[] parts = url.split("#", 2);
    return parts[0]
        + (parts[0].contains("?") ? "&" : "?")
        + "payment_intent="
        + intent.getString("id")
        + "&payment_intent_client_secret="
        + URLEncoder.encode(intent.getString("client_secret"), StandardCharsets.UTF_8)
        + "&redirect_status="
        + status
        + (parts.length == 2 ? "#" + parts[1] : "");
  }

  private static void write(HttpServerRequest request, Answer answer) {
    request
        .response()
        .setStatusCode(answer.status())
        .putHeader("Content-Type", answer.contentType());
    answer.headers().forEach(request.response()::putHeader);
    request.response().end(answer.body());
  }

  private static String resource(String name) {
    try (InputStream file =
        Objects.requireNonNull(PageHandler.class.getResourceAsStream(name), name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
