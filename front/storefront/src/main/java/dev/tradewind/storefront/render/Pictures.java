package dev.tradewind.storefront.render;

import dev.tradewind.storefront.visit.PictureSize;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of one page: by the URL that the API shows, the sizes that the files of the shop have of
 * it. Links that are not measured yet are noted, so that the page is rendered again when they are.
 */
public final class Pictures {

  /** Widths of the smaller sizes that the files of the shop have of wider images. */
  static final List<Integer> WIDTHS = List.of(320, 640, 1280);

  /** Width for browsers without a choice. */
  private static final int USUAL = 640;

  /** Link to a file, on whatever host the shop had when it was uploaded. */
  private static final Pattern FILE =
      Pattern.compile("(?:https?://[^/?#]+)?/files/([\\w-]{1,400}\\.[\\w-]{1,100})");

  private final Function<String, @Nullable PictureSize> sizes;
  private final Map<String, PictureSize> used = new HashMap<>();
  private final Set<String> unmeasured = new HashSet<>();

  /**
   * @param sizes of images by the signed parts of their links; null: not measured yet
   */
  public Pictures(Function<String, @Nullable PictureSize> sizes) {
    this.sizes = sizes;
  }

  /** Signed parts of links that have not been measured. */
  public Set<String> unmeasured() {
    return Set.copyOf(unmeasured);
  }

  /** Whether the page would be another one when more images are measured. */
  public boolean isProvisional() {
    return !unmeasured.isEmpty() || used.values().stream().anyMatch(PictureSize::isPending);
  }

  /**
   * The picture of a URL.
   *
   * @param place name of a place
   */
  Picture of(String url, String place) {
    String shown = PicturePlace.of(place).sizes();
    Matcher file = FILE.matcher(url);
    if (!file.matches()) {
      return new Picture(url, null, shown, null, null, Html.isImage(url) ? url : "");
    }
    String signed = file.group(1);
    PictureSize size = sizes.apply(signed);
    if (size == null) {
      unmeasured.add(signed);
      size = PictureSize.NONE;
    } else {
      used.put(signed, size);
    }
    Integer width = size.width();
    if (width == null) {
      return new Picture(url, null, shown, null, null, url);
    }
    String original = "/files/" + signed;
    String source = width > USUAL ? original + "/" + USUAL + ".jpg" : original;
    return new Picture(source, sources(original, width), shown, width, size.height(), original);
  }

  /** The original is one of them unless it is larger than all sizes. */
  private static String sources(String original, int width) {
    Stream<String> smaller =
        WIDTHS.stream()
            .filter(each -> each < width)
            .map(each -> original + "/" + each + ".jpg " + each + "w");
    Stream<String> whole =
        IntStream.of(width)
            .filter(each -> each <= WIDTHS.getLast())
            .mapToObj(each -> original + " " + each + "w");
    return Stream.concat(smaller, whole).collect(Collectors.joining(", "));
  }
}
