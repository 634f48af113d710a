package dev.tradewind.storefront.look;

import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.storefront.answer.StorefrontContent.TagFragment;
import dev.tradewind.storefront.answer.StorefrontContent.TagHost;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tags of the shop, such as those of analytics, which are in a page after its visitor has agreed,
 * and what the content security policy admits for them: their hosts, and their inline scripts by
 * hash (CSP level 3).
 *
 * @param head HTML at the end of the head
 * @param body HTML at the end of the body
 * @param sources by directive
 * @param version of the tags in all languages, by which a consent to earlier ones is known
 */
public record Tags(String head, String body, Map<String, List<String>> sources, String version) {

  public static final Tags NONE = new Tags("", "", Map.of(), "");

  private static final int VERSION_LENGTH = 12;

  private static final String SCRIPTS = "script-src";
  private static final String NOTHING = "'none'";
  private static final Pattern INLINE =
      Pattern.compile(
          "<script(?![^>]*\\ssrc\\s*=)[^>]*>(.*?)</script",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  static Tags of(String head, String body, List<TagHost> hosts, List<TagFragment> all) {
    if (head.isBlank() && body.isBlank()) {
      return NONE;
    }
    // The parser of HTML makes one line feed of each line break, before scripts are hashed.
    String ofHead = head.replace("\r\n", "\n").replace('\r', '\n');
    String ofBody = body.replace("\r\n", "\n").replace('\r', '\n');
    Map<String, List<String>> sources = new LinkedHashMap<>();
    hosts.forEach(host -> sources.put(host.directive(), new ArrayList<>(host.origins())));
    List<String> hashes = Stream.of(ofHead, ofBody).flatMap(Tags::hashes).distinct().toList();
    if (!hashes.isEmpty()) {
      sources.computeIfAbsent(SCRIPTS, absent -> new ArrayList<>()).addAll(hashes);
    }
    return new Tags(ofHead, ofBody, sources, version(hosts, all));
  }

  private static String version(List<TagHost> hosts, List<TagFragment> all) {
    return Sha256.of(hosts.toString() + all).substring(0, VERSION_LENGTH);
  }

  private static Stream<String> hashes(String html) {
    Matcher scripts = INLINE.matcher(html);
    return scripts.results().map(script -> hash(script.group(1)));
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public boolean isEmpty() {
    return head.isEmpty() && body.isEmpty();
  }

  /** A content security policy with the sources of the tags beside its own. */
  public String addedTo(String policy) {
    Map<String, String> directives = new LinkedHashMap<>();
    for (String directive : policy.split(";")) {
      String[] parts = directive.strip().split(" ", 2);
      directives.put(parts[0].toLowerCase(Locale.ROOT), parts.length < 2 ? "" : parts[1]);
    }
    sources.forEach((directive, added) ->
        directives.merge(
            directive,
            String.join(" ", added),
            (present, more) -> present.equals(NOTHING) ? more : present + " " + more));
    return directives.entrySet().stream()
        .map(directive -> (directive.getKey() + " " + directive.getValue()).strip())
        .collect(Collectors.joining("; "));
  }
}
