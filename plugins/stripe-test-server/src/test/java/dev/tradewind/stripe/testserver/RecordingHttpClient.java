package dev.tradewind.stripe.testserver;

import com.stripe.exception.ApiConnectionException;
import com.stripe.net.HttpURLConnectionClient;
import com.stripe.net.StripeRequest;
import com.stripe.net.StripeResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** HTTP client of the Java SDK that keeps requests and answers. */
final class RecordingHttpClient extends HttpURLConnectionClient {

  record Exchange(String method, String path, String form, int status, String body) {}

  private final List<Exchange> exchanges = new ArrayList<>();

  @Override
  public StripeResponse request(StripeRequest request) throws ApiConnectionException {
    StripeResponse response = super.request(request);
    String query = request.url().getQuery();
    String form =
        request.content() != null
            ? new String(request.content().byteArrayContent(), StandardCharsets.UTF_8)
            : query == null ? "" : query;
    exchanges.add(
        new Exchange(
            request.method().name(),
            request.url().getPath(),
            form,
            response.code(),
            response.body()));
    return response;
  }

  List<Exchange> exchanges() {
    return exchanges;
  }
}
