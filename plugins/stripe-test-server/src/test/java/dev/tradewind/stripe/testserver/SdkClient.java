package dev.tradewind.stripe.testserver;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import com.stripe.model.Customer;
import com.stripe.model.PaymentIntent;
import com.stripe.model.PaymentMethod;
import com.stripe.model.Refund;
import com.stripe.net.HttpClient;
import com.stripe.net.RequestOptions;
import com.stripe.net.RequestOptions.RequestOptionsBuilder;
import com.stripe.param.CustomerCreateParams;
import com.stripe.param.CustomerPaymentMethodListParams;
import com.stripe.param.PaymentIntentConfirmParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentCreateParams.CaptureMethod;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.RefundCreateParams;
import java.util.List;

/** Calls of the Java SDK in a version of the API. */
final class SdkClient {

  static final String RETURN_URL = "https://shop.example/return";

  private final StripeClient stripe;
  private RequestOptions options = RequestOptions.getDefault();

  SdkClient(String url, HttpClient http) {
    stripe =
        StripeClient.builder()
            .setApiKey("sk_test_server")
            .setApiBase(url)
            .setHttpClient(http)
            .build();
  }

  StripeClient stripe() {
    return stripe;
  }

  RequestOptions options() {
    return options;
  }

  void use(String version) {
    options =
        RequestOptionsBuilder.unsafeSetStripeVersionOverride(RequestOptions.builder(), version)
            .build();
  }

  PaymentIntent create(String method, CaptureMethod capture) throws StripeException {
    return stripe
        .v1()
        .paymentIntents()
        .create(
            PaymentIntentCreateParams.builder()
                .setAmount(1000L)
                .setCurrency("eur")
                .setCaptureMethod(capture)
                .setPaymentMethod(method)
                .setConfirm(true)
                .setReturnUrl(RETURN_URL)
                .putMetadata("resource_id", "cart_1")
                .build(),
            options);
  }

  PaymentIntent read(PaymentIntent intent) throws StripeException {
    return stripe
        .v1()
        .paymentIntents()
        .retrieve(
            intent.getId(),
            PaymentIntentRetrieveParams.builder().addExpand("latest_charge").build(),
            options);
  }

  Refund refund(PaymentIntent intent, long amount) throws StripeException {
    return stripe
        .v1()
        .refunds()
        .create(
            RefundCreateParams.builder()
                .setPaymentIntent(intent.getId())
                .setAmount(amount)
                .putMetadata("operation", "op_1")
                .build(),
            options);
  }

  PaymentIntent confirm(PaymentIntent intent, String method) throws StripeException {
    return stripe
        .v1()
        .paymentIntents()
        .confirm(
            intent.getId(),
            PaymentIntentConfirmParams.builder()
                .setPaymentMethod(method)
                .setReturnUrl(RETURN_URL)
                .build(),
            options);
  }

  Customer customer() throws StripeException {
    return stripe
        .v1()
        .customers()
        .create(CustomerCreateParams.builder().setEmail("a@example.com").build(), options);
  }

  List<PaymentMethod> methodsOf(Customer customer) throws StripeException {
    return stripe
        .v1()
        .customers()
        .paymentMethods()
        .list(customer.getId(), CustomerPaymentMethodListParams.builder().build(), options)
        .getData();
  }
}
