package dev.tradewind.stripe.testserver.webhook;

import dev.tradewind.stripe.testserver.state.Account;
import io.vertx.core.json.JsonObject;

/**
 * Events that a receiver must not act on in spite of their signature, for {@link WebhookSender}.
 */
public final class ForgedEvents {

  private final Account account;

  ForgedEvents(Account account) {
    this.account = account;
  }

  /** The notification of another kind of destination, without a body of the object. */
  public JsonObject thin(String type, String relatedId) {
    return new JsonObject()
        .put("id", account.newId("evt_"))
        .put("object", "v2.core.event")
        .put("type", "v1." + type)
        .put("livemode", account.isLive())
        .put("created", account.clock().now().toString())
        .put(
            "related_object",
            new JsonObject()
                .put("id", relatedId)
                .put("type", type.substring(0, type.lastIndexOf('.')))
                .put("url", "/v1/payment_intents/" + relatedId));
  }

  /** The event under a new id, of the other one of live and test mode. */
  public JsonObject ofOtherMode(JsonObject event) {
    return renamed(event).put("livemode", !account.isLive());
  }

  /** The event under a new id, of a connected account. */
  public JsonObject ofOtherAccount(JsonObject event) {
    return renamed(event).put("account", account.newId("acct_"));
  }

  /** The event under a new id, about a payment intent that does not exist and has no metadata. */
  public JsonObject ofForeignIntent(JsonObject event) {
    JsonObject forged = renamed(event);
    forged
        .getJsonObject("data")
        .getJsonObject("object")
        .put("id", account.newId("pi_"))
        .put("metadata", new JsonObject());
    return forged;
  }

  private JsonObject renamed(JsonObject event) {
    return event.copy().put("id", account.newId("evt_"));
  }
}
