package dev.tradewind.providers.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import dev.tradewind.spi.tax.TaxLine;
import dev.tradewind.spi.tax.TaxRequest;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltInProvidersTest {

  private static final JsonObject NOTHING = new JsonObject();

  private final PaymentCall payment =
      new PaymentCall("pay_1", "cart_1", null, 1_000, "eur", Instant.EPOCH);
  private final ProviderCall call = new ProviderCall("key", Instant.EPOCH);

  private static Stream<PaymentProvider> offline() {
    return Stream.of(new ManualPaymentProvider(), new SystemPaymentProvider());
  }

  @ParameterizedTest
  @MethodSource("offline")
  void aPaymentProviderAgreesToEverythingAndRemembersTheStatus(PaymentProvider provider) {
    SessionData opened = provider.createSession(payment, PaymentSubject.UNKNOWN).result();
    JsonObject session = opened.data();
    Authorization authorization = provider.authorize(payment, session).result();

    assertThat(opened).isEqualTo(SessionData.of(status("pending")));
    assertThat(provider.updateSession(payment, PaymentSubject.UNKNOWN, session).result())
        .isEqualTo(opened);
    assertThat(authorization)
        .isEqualTo(new Authorization(Authorization.Status.AUTHORIZED, status("authorized")));
    assertThat(provider.findAuthorization(payment, session).result()).isEqualTo(authorization);
    assertThat(provider.capture(payment, authorization.data()).result())
        .isEqualTo(status("captured"));
    assertThat(provider.findPayment(payment, authorization.data()).result())
        .isEqualTo(new PaymentState(PaymentState.Status.AUTHORIZED, status("authorized")));
    assertThat(provider.findPayment(payment, status("captured")).result())
        .isEqualTo(new PaymentState(PaymentState.Status.CAPTURED, status("captured")));
    assertThat(provider.findPayment(payment, status("canceled")).result())
        .isEqualTo(new PaymentState(PaymentState.Status.CANCELED, status("canceled")));
    assertThat(provider.cancel(payment, authorization.data()).result())
        .isEqualTo(status("canceled"));
  }

  @Test
  void dataInsideTheDataOfTheStorefrontIsKept() {
    JsonObject note = new JsonObject().put("note", "ring twice");

    assertThat(kept(new JsonObject().put("data", note))).isEqualTo(note);
    assertThat(kept(note)).isEqualTo(NOTHING);
    assertThat(kept(new JsonObject().put("data", "a text"))).isEqualTo(NOTHING);
  }

  private JsonObject kept(JsonObject input) {
    return new ManualPaymentProvider()
        .acceptInput(payment, PaymentSubject.UNKNOWN, status("pending"), input)
        .result();
  }

  @Test
  void theManualFulfillmentProviderSendsAndTakesBackAtTheShopsOwnPrices() {
    ManualFulfillmentProvider manual = new ManualFulfillmentProvider();
    JsonObject data = new JsonObject().put("floor", 3);

    assertThat(manual.options(call).result())
        .containsExactly(
            new JsonObject().put("id", "manual-fulfillment"),
            new JsonObject().put("id", "manual-fulfillment-return").put("is_return", true));
    assertThat(manual.validateOption(call, NOTHING).result()).isTrue();
    assertThat(manual.canCalculate(call, NOTHING).result()).isFalse();
    assertThat(manual.validateData(call, NOTHING, data, NOTHING).result()).isEqualTo(data);
    assertThat(manual.calculatePrice(call, NOTHING, data, NOTHING).failed()).isTrue();
  }

  @Test
  void aRegionWithoutProviderIsTaxedAtItsOwnRates() {
    List<TaxLine> lineRates = List.of(new TaxLine(BigDecimal.TEN, "Ten", "T"));
    List<TaxLine> methodRates = List.of(new TaxLine(BigDecimal.ONE, "One", null));
    TaxRequest question =
        new TaxRequest(
            "cart_1",
            new JsonObject(),
            "eur",
            null,
            null,
            List.of(new TaxRequest.Item("item_1", null, null, 100, 1, false, lineRates)),
            List.of(new TaxRequest.Method("sm_1", "so_1", 100, false, methodRates)));

    assertThat(new SystemTaxProvider().taxLines(call, question).result())
        .containsEntry("item_1", lineRates)
        .containsEntry("sm_1", methodRates);
  }

  private static JsonObject status(String status) {
    return new JsonObject().put("status", status);
  }
}
