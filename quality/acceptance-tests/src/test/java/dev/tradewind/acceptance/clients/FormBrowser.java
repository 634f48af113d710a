package dev.tradewind.acceptance.clients;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Browser without scripts: it keeps cookies, follows redirections and sends forms. */
final class FormBrowser {

  private final String url;

  private final HttpClient http =
      HttpClient.newBuilder()
          .cookieHandler(new CookieManager())
          .followRedirects(HttpClient.Redirect.NORMAL)
          .connectTimeout(LIMIT)
          .build();

  /**
   * @param url of the shop
   */
  FormBrowser(String url) {
    this.url = url;
  }

  /** Page after all redirections. */
  record Page(int status, String path, HttpResponse<String> response) {

    String html() {
      return response.body();
    }

    /** First group of a pattern. */
    String find(String pattern) {
      Matcher found = Pattern.compile(pattern).matcher(html());
      assertThat(found.find()).as("%s in %s", pattern, html()).isTrue();
      return found.group(1);
    }
  }

  Page get(String path) {
    return send(request(path).GET());
  }

  /** Sends a form with these names and values. */
  Page submit(String path, String... values) {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < values.length; i += 2) {
      body.append(i == 0 ? "" : "&").append(encoded(values[i])).append('=');
      body.append(encoded(values[i + 1]));
    }
    return send(
        request(path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", url)
            .POST(BodyPublishers.ofString(body.toString())));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Accept", "text/html")
        .timeout(LIMIT);
  }

  private Page send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Page(response.statusCode(), response.uri().getPath(), response);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    } catch (InterruptedException failure) {
      Thread.currentThread().interrupt();
      throw new AssertionError(failure);
    }
  }
}
