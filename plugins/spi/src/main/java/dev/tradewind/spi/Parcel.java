package dev.tradewind.spi;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parcel on its way, with the page of its carrier. Carriers are recognized by the format and the
 * check digit of their numbers; a number that several of them may have leads nowhere, as a wrong
 * page is worse than none.
 *
 * @param number tracking number, as it is shown
 * @param carrier absent if it is not recognized
 * @param url of the carrier's page about it; absent if that is not known
 */
public record Parcel(String number, @Nullable String carrier, @Nullable String url) {

  /** Format of the numbers of a carrier, and its page; {@code {0}} stands for the number. */
  private record Carrier(String name, Pattern format, Predicate<String> check, String page) {

    static Carrier of(String name, String format, Predicate<String> check, String page) {
      return new Carrier(name, Pattern.compile(format), check, page);
    }

    static Carrier of(String name, String format, String page) {
      return of(name, format, number -> true, page);
    }
  }

  private static final String DHL =
      "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode={0}";
  private static final String USPS = "https://tools.usps.com/go/TrackConfirmAction?tLabels={0}";

  private static final List<Carrier> CARRIERS =
      List.of(
          Carrier.of("UPS", "1Z[0-9A-Z]{16}", "https://www.ups.com/track?tracknum={0}"),
          Carrier.of("DHL", "(00)?340\\d{15}", Parcel::hasDigitOfGs1, DHL),
          Carrier.of("DHL", "J(J?D)\\d{16,20}", DHL),
          Carrier.of("USPS", "(420\\d{5}(\\d{4})?)?9[1-5]\\d{20}", Parcel::hasDigitOfGs1, USPS),
          Carrier.of(
              "Hermes",
              "H\\d{19}",
              "https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#{0}"),
          Carrier.of(
              "FedEx",
              "\\d{12}",
              number -> hasDigitOfFedEx(number) && !hasDigitOfIdentcode(number),
              "https://www.fedex.com/fedextrack/?trknbr={0}"),
          Carrier.of(
              "DHL",
              "\\d{12}",
              number -> hasDigitOfIdentcode(number) && !hasDigitOfFedEx(number),
              DHL),
          ofPost("Deutsche Post DHL", "DE", DHL),
          ofPost("USPS", "US", USPS),
          ofPost(
              "Royal Mail",
              "GB",
              "https://www.royalmail.com/track-your-item#/tracking-results/{0}"),
          ofPost("La Poste", "FR", "https://www.laposte.fr/outils/suivre-vos-envois?code={0}"),
          ofPost("Österreichische Post", "AT", "https://www.post.at/sv/sendungsdetails?snr={0}"),
          ofPost(
              "Schweizerische Post", "CH", "https://service.post.ch/ekp-web/ui/entry/search/{0}"),
          ofPost("PostNL", "NL", "https://postnl.post/tracktrace?B={0}"),
          ofPost(
              "Canada Post",
              "CA",
              "https://www.canadapost-postescanada.ca/track-reperage/en#/details/{0}"),
          ofPost("Australia Post", "AU", "https://auspost.com.au/mypost/track/details/{0}"));

  /** Weights of the first eight digits of an item of the post (UPU S10). */
  private static final int[] POST = {8, 6, 4, 2, 3, 5, 9, 7};

  private static Carrier ofPost(String name, String country, String page) {
    return Carrier.of(name, "[A-Z]{2}\\d{9}" + country, Parcel::hasDigitOfPost, page);
  }

  /**
   * Parcel of a tracking link.
   *
   * @param number as staff entered it, which may also be the address of the carrier's page
   * @param url that the link has; null if it has none
   */
  public static Parcel of(String number, @Nullable String url) {
    String text = number.strip();
    String compact = text.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
    Carrier carrier =
        CARRIERS.stream()
            .filter(one -> one.format().matcher(compact).matches() && one.check().test(compact))
            .findFirst()
            .orElse(null);
    String name = carrier == null ? null : carrier.name();
    if (isWeb(url)) {
      return new Parcel(text, name, url);
    }
    if (isWeb(text)) {
      return new Parcel(text, null, text);
    }
    return new Parcel(
        text,
        name,
        carrier == null
            ? null
            : carrier.page().replace("{0}", URLEncoder.encode(compact, StandardCharsets.UTF_8)));
  }

  private static boolean isWeb(@Nullable String url) {
    return url != null && url.matches("(?i)https?://[^\\s\"'<>]+");
  }

  /** Weights 3 and 1 from the right, of numbers of GS1 and of the labels of USPS. */
  private static boolean hasDigitOfGs1(String number) {
    // The destination before the number of USPS is not part of it.
    String digits = number.startsWith("420") ? number.substring(number.length() - 22) : number;
    int sum = 0;
    for (int i = digits.length() - 2; i >= 0; i--) {
      sum += digit(digits, i) * ((digits.length() - i) % 2 == 0 ? 3 : 1);
    }
    return (10 - sum % 10) % 10 == digit(digits, digits.length() - 1);
  }

  private static boolean hasDigitOfFedEx(String number) {
    int[] weights = {3, 1, 7};
    int sum = 0;
    for (int i = 0; i < 11; i++) {
      sum += digit(number, i) * weights[i % 3];
    }
    return sum % 11 % 10 == digit(number, 11);
  }

  /** Weights 4 and 9, of the short numbers of DHL. */
  private static boolean hasDigitOfIdentcode(String number) {
    int sum = 0;
    for (int i = 0; i < 11; i++) {
      sum += digit(number, i) * (i % 2 == 0 ? 4 : 9);
    }
    return (10 - sum % 10) % 10 == digit(number, 11);
  }

  private static boolean hasDigitOfPost(String number) {
    int sum = 0;
    for (int i = 0; i < POST.length; i++) {
      sum += digit(number, i + 2) * POST[i];
    }
    int check = 11 - sum % 11;
    return (check == 10 ? 0 : check == 11 ? 5 : check) == digit(number, 10);
  }

  private static int digit(String number, int index) {
    return number.charAt(index) - '0';
  }
}
