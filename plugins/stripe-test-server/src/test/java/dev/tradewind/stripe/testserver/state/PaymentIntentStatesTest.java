package dev.tradewind.stripe.testserver.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.stripe.testserver.http.FormParser;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Transitions of payment intents as tables: the way to a state, a step, the state and events. */
class PaymentIntentStatesTest {

  private static final String CARD = "pm_card_visa";
  private static final String SECURE = "pm_card_authenticationRequired";

  private final VirtualClock clock =
      new VirtualClock(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
  private final Account account = new Account("acct_1", false, ApiVersion.OLDEST, clock);
  private final PaymentMethods methods = new PaymentMethods(account);
  private final Charges charges = new Charges(account);
  private final Disputes disputes = new Disputes(account);
  private final Refunds refunds = new Refunds(account);
  private final Confirmation confirmation = new Confirmation(account, methods, charges, disputes);
  private final PaymentIntents intents =
      new PaymentIntents(account, confirmation, charges, disputes);
  private final Actions actions = new Actions(account, confirmation, refunds, disputes);
  private final List<String> events = new ArrayList<>();
  private String id;

  PaymentIntentStatesTest() {
    account.sendEventsBy(sent -> sent.forEach(event -> events.add(event.type())));
  }

  private String call(
      String form, PlannedOutcome outcome, Function<ApiCall, JsonObject> operation) {
    Params params = new Params(FormParser.parse(form));
    ApiCall call = new ApiCall("req_1", null, ApiVersion.OLDEST, false, params, outcome);
    try {
      JsonObject answer = account.answer(call, operation);
      if (answer.getString("object").equals("payment_intent")) {
        id = answer.getString("id");
      }
      return answer.getString("status");
    } catch (StripeError refusal) {
      JsonObject intent = refusal.error().getJsonObject("payment_intent");
      if (intent != null) {
        id = intent.getString("id");
      }
      return refusal.error().getString("code");
    } finally {
      call.events().forEach(event -> events.add(event.type()));
    }
  }

  /** The status of the answer, or the code of the refusal. */
  private String step(String step) {
    String[] parts = step.strip().split(" ", 2);
    String form = parts.length == 2 ? parts[1] : "";
    return switch (parts[0]) {
      case "create" -> call("amount=1000&currency=eur&" + form, null, intents::create);
      case "blik" ->
          call(
              "amount=1000&currency=pln&confirm=true&payment_method_types[]=blik"
                  + "&payment_method_data[type]=blik"
                  + "&payment_method_options[blik][code]=123456",
              null,
              intents::create);
      case "ideal" ->
          call(
              "amount=1000&currency=eur&confirm=true&return_url=http://shop/"
                  + "&payment_method_types[]=ideal&payment_method_data[type]=ideal",
              null,
              intents::create);
      case "update" -> call(form, null, call -> intents.update(call, id));
      case "confirm" -> call(form, null, call -> intents.confirm(call, id));
      case "process" ->
          call(form, new PlannedOutcome.Processing(), call -> intents.confirm(call, id));
      case "capture" -> call(form, null, call -> intents.capture(call, id));
      case "cancel" -> call(form, null, call -> intents.cancel(call, id));
      case "refund" -> call("payment_intent=" + id + "&" + form, null, refunds::create);
      case "approve" -> acted(() -> actions.approve(id));
      case "reject" -> acted(() -> actions.reject(id));
      case "wait" -> acted(() -> clock.advance(Duration.parse(form)));
      default -> throw new IllegalArgumentException(step);
    };
  }

  private String acted(Runnable action) {
    try {
      action.run();
      return status();
    } catch (StripeError refusal) {
      return refusal.error().getString("code");
    }
  }

  private String status() {
    return account.find(id).getString("status");
  }

  @ParameterizedTest(name = "{0} > {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # way                            | step                | status after          | events of the step
                                           | create              | requires_payment_method | created
                                           | create payment_method=CARD | requires_confirmation | created
          create                           | update payment_method=CARD | requires_confirmation |
          create                           | update amount=2000  | requires_payment_method |
          create                           | confirm payment_method=CARD | succeeded | succeeded charge.succeeded
          create payment_method=CARD       | confirm             | succeeded | succeeded charge.succeeded
          create capture_method=manual     | confirm payment_method=CARD | requires_capture | amount_capturable_updated charge.succeeded
          create                           | confirm payment_method=SECURE | requires_action | requires_action
          create payment_method=CARD       | process             | processing | processing
          create confirm=true&payment_method=SECURE | process    | processing | processing
          create confirm=true&payment_method=SECURE | approve    | succeeded | succeeded charge.succeeded
          create confirm=true&payment_method=SECURE | reject     | requires_payment_method | payment_failed
          create confirm=true&payment_method=SECURE&capture_method=manual | approve | requires_capture | amount_capturable_updated charge.succeeded
          create confirm=true&payment_method=SECURE&confirmation_method=manual | approve | requires_confirmation |
          create confirm=true&payment_method=SECURE&confirmation_method=manual > approve | confirm | succeeded | succeeded charge.succeeded
          create payment_method=CARD > process | approve         | succeeded | succeeded charge.succeeded
          create payment_method=CARD > process | reject          | requires_payment_method | payment_failed
          create payment_method=CARD&capture_method=manual > process | approve | requires_capture | amount_capturable_updated charge.succeeded
          create                           | confirm payment_method=pm_card_chargeDeclined | requires_payment_method | payment_failed charge.failed
          create confirm=true&payment_method=pm_card_chargeDeclined | confirm payment_method=CARD | succeeded | succeeded charge.succeeded
          create confirm=true&payment_method=pm_card_authenticationRequiredChargeDeclinedInsufficientFunds | approve | requires_payment_method | payment_failed charge.failed
          create confirm=true&payment_method=CARD&capture_method=manual | capture | succeeded | succeeded charge.captured
          create confirm=true&payment_method=CARD&capture_method=manual | capture amount_to_capture=400 | succeeded | succeeded charge.captured
          create confirm=true&payment_method=CARD&capture_method=manual | capture amount_to_capture=400&final_capture=false | requires_capture | amount_capturable_updated charge.captured
          create                           | cancel              | canceled | canceled
          create payment_method=CARD       | cancel              | canceled | canceled
          create confirm=true&payment_method=SECURE | cancel     | canceled | canceled
          create payment_method=CARD > process | cancel          | canceled | canceled
          create confirm=true&payment_method=CARD&capture_method=manual | cancel | canceled | canceled charge.refunded
          create confirm=true&payment_method=CARD&capture_method=manual | wait PT167H59M | requires_capture |
          create confirm=true&payment_method=CARD&capture_method=manual | wait PT168H | canceled | canceled charge.refunded charge.expired
          blik                             | wait PT59S          | requires_action |
          blik                             | wait PT60S          | requires_payment_method | payment_failed
          blik                             | approve             | succeeded | succeeded charge.succeeded
          blik                             | reject              | requires_payment_method | payment_failed
          ideal                            | approve             | succeeded | succeeded charge.succeeded
          ideal                            | reject              | requires_payment_method | payment_failed
          create confirm=true&payment_method=CARD | refund       | succeeded | refund.created charge.refunded
          """)
  void aStepLeadsTo(String way, String step, String status, String caused) {
    walk(way);
    events.clear();

    step(named(step));

    assertThat(status()).isEqualTo(status);
    assertThat(events)
        .containsExactlyInAnyOrder(
            caused == null
                ? new String[0]
                : java.util.Arrays.stream(caused.split(" "))
                    .map(type -> type.contains(".") ? type : "payment_intent." + type)
                    .toArray(String[]::new));
  }

  @ParameterizedTest(name = "{0} > {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          create                                  | capture | payment_intent_unexpected_state
          create                                  | confirm | payment_intent_unexpected_state
          create                                  | approve | payment_intent_unexpected_state
          create                                  | refund  | charge_not_refundable
          create payment_method=CARD > process    | confirm | payment_intent_unexpected_state
          create payment_method=CARD > process    | capture | payment_intent_unexpected_state
          create confirm=true&payment_method=CARD | confirm | payment_intent_unexpected_state
          create confirm=true&payment_method=CARD | capture | payment_intent_unexpected_state
          create confirm=true&payment_method=CARD | cancel  | payment_intent_unexpected_state
          create confirm=true&payment_method=CARD | update amount=2000 | payment_intent_unexpected_state
          create confirm=true&payment_method=CARD > refund | refund | charge_already_refunded
          create confirm=true&payment_method=CARD&capture_method=manual | update amount=2000 | payment_intent_unexpected_state
          create confirm=true&payment_method=CARD&capture_method=manual | capture amount_to_capture=1001 | amount_too_large
          create confirm=true&payment_method=CARD&capture_method=manual | refund | charge_not_refundable
          create confirm=true&payment_method=pm_card_createDispute | refund | charge_disputed
          create > cancel                         | confirm | payment_intent_unexpected_state
          create > cancel                         | capture | payment_intent_unexpected_state
          create > cancel                         | cancel  | payment_intent_unexpected_state
          create > cancel                         | update amount=2000 | payment_intent_unexpected_state
          create                                  | confirm payment_method=pm_card_chargeDeclined | card_declined
          create                                  | confirm payment_method=pm_card_chargeDeclinedExpiredCard | expired_card
          create                                  | confirm payment_method=pm_card_chargeDeclinedIncorrectCvc | incorrect_cvc
          create                                  | confirm payment_method=pm_card_chargeDeclinedProcessingError | processing_error
          create                                  | confirm payment_method=SECURE&off_session=true | authentication_required
          create                                  | update payment_method=pm_unknown | resource_missing
                                                  | create amount=49 | amount_too_small
                                                  | create amount=100000000 | amount_too_large
                                                  | create payment_method_types[]=giropay | payment_intent_invalid_parameter
                                                  | create payment_method_types[]=blik | payment_intent_invalid_parameter
                                                  | create payment_method_types[]=ideal&capture_method=manual | payment_intent_invalid_parameter
          """)
  void aStepIsRefused(String way, String step, String code) {
    walk(way);
    String before = id == null ? null : status();

    assertThat(step(named(step))).isEqualTo(code);

    if (before != null && code.endsWith("unexpected_state")) {
      assertThat(status()).isEqualTo(before);
    }
  }

  @Test
  void ofAPartialCaptureOnlyThatPartIsRefunded() {
    walk("create confirm=true&payment_method=CARD&capture_method=manual");
    step("capture amount_to_capture=400&final_capture=false");

    assertThat(step("refund amount=401")).isNull();
    assertThat(step("refund amount=400")).isEqualTo("succeeded");
    assertThat(account.ledger().kept(id)).isZero();
    assertThat(account.ledger().held(id)).isEqualTo(600);
  }

  private void walk(String way) {
    if (way != null) {
      for (String step : named(way).split(">")) {
        step(step);
      }
    }
  }

  private static String named(String steps) {
    return steps.replace("=CARD", "=" + CARD).replace("=SECURE", "=" + SECURE);
  }
}
