package dev.tradewind.conventions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.embedded.Home;
import dev.tradewind.testing.Modules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * URLs of outgoing requests, which carry secrets of the shop: built by {@code RequestUrl}, never of
 * pieces of text, so that an id from outside cannot lead to another resource.
 */
class OutgoingUrlsTest {

  private static final Pattern SENT =
      Pattern.compile(
          "\\b(?:requestAbs|getAbs|postAbs|putAbs|patchAbs|deleteAbs|headAbs|setAbsoluteURI"
              + "|newBuilder|setURI)\\(");

  private static final Pattern CLIENT =
      Pattern.compile("\\b(?:WebClient|HttpClient|RequestOptions|HttpRequest|webClient)\\b");

  /** Files whose URLs come from elsewhere as a whole, with the place. */
  private static final Map<String, String> WHOLE =
      Map.of(
          "ForwardedExchange.java", "the target of the client's request, passed on as it is",
          "V1Proxy.java", "the path of the client's request, passed on as it is",
          "OutboundHttpClient.java", "URLs of webhooks and OAuth applications, as staff set them",
          "AdminApiClient.java", "the command line, with the credentials of its user",
          "CodeSamples.java", "text of samples");

  private static Stream<Path> clients() {
    return Stream.of("src/main/java", "examples")
        .flatMap(folder -> Modules.files(folder, ".java").stream())
        .filter(file ->
            !List.of("benchmarks", "commerce-testing", "stripe-test-server")
                .contains(Modules.of(file)))
        .filter(file -> !file.toString().contains("/src/test/"))
        .filter(file -> !WHOLE.containsKey(file.getFileName().toString()))
        .filter(file -> CLIENT.matcher(SourceFiles.text(file)).find());
  }

  /** Arguments of the calls that send to a URL. */
  private static Stream<String> urls(Path file) {
    String text = SourceFiles.text(file);
    return SENT.matcher(text)
        .results()
        .map(call -> argument(text, call.end()))
        .filter(argument -> !argument.isBlank());
  }

  private static String argument(String text, int start) {
    int depth = 1;
    int end = start;
    while (depth > 0) {
      char next = text.charAt(end);
      depth += next == '(' ? 1 : next == ')' ? -1 : 0;
      end++;
    }
    return text.substring(start, end - 1);
  }

  @Test
  void noUrlIsMadeOfPiecesOfText() {
    List<Path> files = clients().filter(file -> urls(file).findAny().isPresent()).toList();

    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .contains("StripeApi.java", "S3Client.java", "HarbourPayApi.java");
    assertThat(files)
        .allSatisfy(file -> {
          assertThat(SourceFiles.text(file))
              .as("%s", Home.folder().relativize(file))
              .contains("import dev.tradewind.spi.RequestUrl;");
          assertThat(urls(file))
              .as("%s", Home.folder().relativize(file))
              .allMatch(
                  url -> !url.contains("+") && !url.contains("\"") && !url.contains("format"));
        });
  }

  @Test
  void theExceptionsAreClients() {
    List<String> current =
        Modules.files("src/main/java", ".java").stream()
            .filter(file -> SENT.matcher(SourceFiles.text(file)).find())
            .map(file -> file.getFileName().toString())
            .toList();

    assertThat(current).containsAll(WHOLE.keySet());
  }
}
