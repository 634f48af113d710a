package dev.tradewind.stripe.testserver.webhook;

/**
 * Attempt to deliver an event.
 *
 * @param attempt from 1
 * @param status of the response, or 0 without one
 */
public record Delivery(String eventId, String type, String url, int attempt, int status) {

  public boolean hasSucceeded() {
    return status >= 200 && status < 300;
  }
}
