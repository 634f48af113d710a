package dev.tradewind.api.webhook;

import dev.tradewind.kernel.operation.InternalOperation;

/** Internal operations of the webhook verticle, called through {@link WebhookClient}. */
public enum WebhookOperation implements InternalOperation {
  RECORD_EVENTS;

  @Override
  public String address() {
    return WebhookClient.ADDRESS;
  }
}
