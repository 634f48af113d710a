package dev.tradewind.stripe.testserver;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.Stripe;
import com.stripe.exception.CardException;
import com.stripe.exception.InvalidRequestException;
import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import com.stripe.model.Customer;
import com.stripe.model.PaymentIntent;
import com.stripe.model.PaymentMethod;
import com.stripe.model.Refund;
import com.stripe.param.ChargeRetrieveParams;
import com.stripe.param.EventListParams;
import com.stripe.param.PaymentIntentCancelParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentCreateParams.CaptureMethod;
import com.stripe.param.PaymentIntentListParams;
import com.stripe.param.PaymentIntentUpdateParams;
import com.stripe.param.PaymentMethodAttachParams;
import com.stripe.param.RefundListParams;
import dev.tradewind.stripe.testserver.RecordingHttpClient.Exchange;
import dev.tradewind.stripe.testserver.state.Ledger.Entry;
import dev.tradewind.stripe.testserver.state.Ledger.Kind;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java SDK drives the server; what it sends and gets conforms to Stripe's OpenAPI document. */
@ExtendWith(VertxExtension.class)
class StripeJavaIT {

  private static final String VERSION = "2022-11-15";
  private static final String SECURE = "pm_card_authenticationRequired";
  private static final String RETURN_URL = SdkClient.RETURN_URL;

  private final RecordingHttpClient recorder = new RecordingHttpClient();
  private StripeTestServer server;
  private SdkClient sdk;

  @BeforeEach
  void start(Vertx vertx) {
    server = await(StripeTestServer.start(vertx, StripeTestServerOptions.defaults()));
    sdk = new SdkClient(server.url(), recorder);
    sdk.use(VERSION);
  }

  @AfterEach
  void close() {
    await(server.close());
  }

  @ParameterizedTest
  @ValueSource(strings = {VERSION, Stripe.API_VERSION})
  void anAutomaticPaymentIsPaidAndRefunded(String version) throws Exception {
    sdk.use(version);
    PaymentIntent intent = sdk.create("pm_card_visa", CaptureMethod.AUTOMATIC);

    assertThat(intent.getStatus()).isEqualTo("succeeded");
    assertThat(intent.getAmountReceived()).isEqualTo(1000);
    Refund part = sdk.refund(intent, 300);
    sdk.refund(intent, 700);
    assertThatThrownBy(() -> sdk.refund(intent, 1))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("charge_already_refunded");

    List<Refund> refunds =
        sdk.stripe()
            .v1()
            .refunds()
            .list(
                RefundListParams.builder().setPaymentIntent(intent.getId()).setLimit(1L).build(),
                sdk.options())
            .getData();
    assertThat(refunds).extracting(Refund::getAmount).containsExactly(700L);
    assertThat(part.getMetadata()).containsEntry("operation", "op_1");
    Charge charge = sdk.read(intent).getLatestChargeObject();
    assertThat(charge.getAmountRefunded()).isEqualTo(1000);
    assertThat(charge.getRefunded()).isTrue();
    assertThat(server.ledger().kept(intent.getId())).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {VERSION, Stripe.API_VERSION})
  void aHeldPaymentIsAuthenticatedAndCapturedInPart(String version) throws Exception {
    sdk.use(version);
    PaymentIntent intent = sdk.create(SECURE, CaptureMethod.MANUAL);
    assertThat(intent.getStatus()).isEqualTo("requires_action");
    assertThat(intent.getNextAction().getRedirectToUrl().getReturnUrl()).isEqualTo(RETURN_URL);

    server.actions().approve(intent.getId());
    PaymentIntent held = sdk.read(intent);
    assertThat(held.getStatus()).isEqualTo("requires_capture");
    assertThat(held.getAmountCapturable()).isEqualTo(1000);
    PaymentIntent captured =
        sdk.stripe()
            .v1()
            .paymentIntents()
            .capture(
                intent.getId(),
                PaymentIntentCaptureParams.builder().setAmountToCapture(600L).build(),
                sdk.options());

    assertThat(captured.getStatus()).isEqualTo("succeeded");
    assertThat(captured.getAmountReceived()).isEqualTo(600);
    assertThat(server.ledger().sum(intent.getId(), Kind.RELEASE)).isEqualTo(400);
    Charge charge = sdk.read(intent).getLatestChargeObject();
    assertThat(charge.getAmountCaptured()).isEqualTo(600);
    assertThat(charge.getAmountRefunded()).isEqualTo(400);
    assertThat(charge.getRefunded()).isFalse();
    assertThat(charge.getPaymentMethodDetails().getCard().getThreeDSecure().getResult())
        .isEqualTo("authenticated");
    assertThatThrownBy(() -> sdk.refund(intent, 601)).isInstanceOf(InvalidRequestException.class);
    sdk.refund(intent, 600);
    assertThat(server.ledger().kept(intent.getId())).isZero();
  }

  @Test
  void aHeldPaymentIsCanceled() throws Exception {
    PaymentIntent intent = sdk.create("pm_card_visa", CaptureMethod.MANUAL);

    PaymentIntent canceled =
        sdk.stripe()
            .v1()
            .paymentIntents()
            .cancel(
                intent.getId(),
                PaymentIntentCancelParams.builder()
                    .setCancellationReason(PaymentIntentCancelParams.CancellationReason.ABANDONED)
                    .build(),
                sdk.options());

    assertThat(canceled.getStatus()).isEqualTo("canceled");
    assertThat(server.ledger().held(intent.getId())).isZero();
    assertThatThrownBy(
            () -> sdk.stripe().v1().paymentIntents().capture(intent.getId(), null, sdk.options()))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            error ->
                assertThat(error.getStripeError().getPaymentIntent().getStatus())
                    .isEqualTo("canceled"));
  }

  @Test
  void aDeclinedPaymentIsPaidByAnotherMethod() throws Exception {
    PaymentIntent intent =
        sdk.stripe()
            .v1()
            .paymentIntents()
            .create(
                PaymentIntentCreateParams.builder().setAmount(1000L).setCurrency("eur").build(),
                sdk.options());
    sdk.stripe()
        .v1()
        .paymentIntents()
        .update(
            intent.getId(),
            PaymentIntentUpdateParams.builder().setAmount(1200L).build(),
            sdk.options());

    assertThatThrownBy(() -> sdk.confirm(intent, "pm_card_chargeDeclinedInsufficientFunds"))
        .isInstanceOfSatisfying(
            CardException.class,
            error -> {
              assertThat(error.getStatusCode()).isEqualTo(402);
              assertThat(error.getDeclineCode()).isEqualTo("insufficient_funds");
              assertThat(error.getStripeError().getPaymentIntent().getStatus())
                  .isEqualTo("requires_payment_method");
            });

    assertThat(sdk.read(intent).getLastPaymentError().getDeclineCode())
        .isEqualTo("insufficient_funds");
    assertThat(sdk.confirm(intent, "pm_card_visa").getAmountReceived()).isEqualTo(1200);
    assertThat(server.ledger().ofIntent(intent.getId()))
        .extracting(Entry::kind)
        .containsExactly(Kind.AUTHORIZATION, Kind.CAPTURE);
  }

  @Test
  void aCustomerHasSavedMethodsUntilItIsDeleted() throws Exception {
    Customer customer = sdk.customer();
    PaymentMethod method =
        sdk.stripe()
            .v1()
            .paymentMethods()
            .attach(
                "pm_card_visa",
                PaymentMethodAttachParams.builder().setCustomer(customer.getId()).build(),
                sdk.options());

    assertThat(sdk.methodsOf(customer))
        .extracting(PaymentMethod::getId)
        .containsExactly(method.getId());
    sdk.stripe().v1().paymentMethods().detach(method.getId(), null, sdk.options());
    assertThat(sdk.methodsOf(customer)).isEmpty();
    assertThat(sdk.stripe().v1().customers().delete(customer.getId(), sdk.options()).getDeleted())
        .isTrue();
    assertThat(
            sdk.stripe()
                .v1()
                .customers()
                .retrieve(customer.getId(), null, sdk.options())
                .getDeleted())
        .isTrue();
    assertThatThrownBy(() -> sdk.methodsOf(customer))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("resource_missing");
  }

  /** The document is of the older version; the one that the SDK pins adds fields to it. */
  @Test
  void requestsAndAnswersConformToTheDocument(@TempDir Path folder) throws Exception {
    OpenApiDocument document = OpenApiDocument.install(folder);
    runAll(VERSION);
    check(document);

    assertThat(recorder.exchanges().size()).isGreaterThan(30);
    assertThat(document.violations()).isEmpty();
    // The document is older than these fields, which all versions have.
    assertThat(document.undocumented())
        .containsExactly(
            "payment_method.allow_redisplay", "payment_method_details_card.capture_before");

    runAll(Stripe.API_VERSION);
    check(document);

    assertThat(document.violations()).isEmpty();
    assertThat(document.undocumented())
        .containsExactly(
            "payment_flows_automatic_payment_methods_payment_intent.allow_redirects",
            "payment_method.allow_redisplay",
            "payment_method_details_card.capture_before");
  }

  private void runAll(String version) throws Exception {
    anAutomaticPaymentIsPaidAndRefunded(version);
    aHeldPaymentIsAuthenticatedAndCapturedInPart(version);
    aHeldPaymentIsCanceled();
    aDeclinedPaymentIsPaidByAnotherMethod();
    aCustomerHasSavedMethodsUntilItIsDeleted();
    readTheRest();
  }

  private void check(OpenApiDocument document) {
    for (Exchange exchange : recorder.exchanges()) {
      document.checkRequest(exchange.method(), exchange.path(), exchange.form());
      document.checkAnswer(exchange.method(), exchange.path(), exchange.status(), exchange.body());
    }
    server
        .events()
        .forEach(event -> {
          JsonObject body = event.rendered(event.since());
          document.checkResource(body);
          document.checkResource(body.getJsonObject("data").getJsonObject("object"));
        });
  }

  private void readTheRest() throws StripeException {
    PaymentIntent disputed = sdk.create("pm_card_createDispute", CaptureMethod.AUTOMATIC);
    PaymentIntent redirected =
        sdk.stripe()
            .v1()
            .paymentIntents()
            .create(
                PaymentIntentCreateParams.builder()
                    .setAmount(1000L)
                    .setCurrency("eur")
                    .addPaymentMethodType("ideal")
                    .setPaymentMethodData(
                        PaymentIntentCreateParams.PaymentMethodData.builder()
                            .setType(PaymentIntentCreateParams.PaymentMethodData.Type.IDEAL)
                            .build())
                    .setConfirm(true)
                    .setReturnUrl(RETURN_URL)
                    .build(),
                sdk.options());
    server.actions().approve(redirected.getId());
    sdk.read(redirected);
    Refund refund = sdk.refund(redirected, 100);
    server.actions().failRefund(refund.getId(), "expired_or_canceled_card");
    sdk.stripe().v1().refunds().retrieve(refund.getId(), null, sdk.options());
    sdk.stripe()
        .v1()
        .paymentIntents()
        .list(
            PaymentIntentListParams.builder().addExpand("data.latest_charge").build(),
            sdk.options());
    ChargeRetrieveParams expanded = ChargeRetrieveParams.builder().addExpand("refunds").build();
    sdk.stripe().v1().charges().retrieve(disputed.getLatestCharge(), expanded, sdk.options());
    JsonObject dispute = server.all("dispute").getFirst();
    sdk.stripe().v1().disputes().retrieve(dispute.getString("id"), null, sdk.options());
    String event =
        sdk.stripe()
            .v1()
            .events()
            .list(
                EventListParams.builder().setLimit(50L).addType("charge.*").build(), sdk.options())
            .getData()
            .getFirst()
            .getId();
    sdk.stripe().v1().events().retrieve(event, null, sdk.options());
    sdk.stripe().v1().accounts().retrieveCurrent(null, sdk.options());
  }
}
