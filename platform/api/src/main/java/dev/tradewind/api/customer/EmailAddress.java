package dev.tradewind.api.customer;

import dev.tradewind.spi.notification.MailAddress;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Normalization and validation of e-mail addresses. */
public final class EmailAddress {

  private static final List<Set<UnicodeScript>> WRITTEN_TOGETHER =
      List.of(
          Set.of(
              UnicodeScript.HAN,
              UnicodeScript.HIRAGANA,
              UnicodeScript.KATAKANA,
              UnicodeScript.LATIN),
          Set.of(UnicodeScript.HAN, UnicodeScript.HANGUL, UnicodeScript.LATIN),
          Set.of(UnicodeScript.HAN, UnicodeScript.BOPOMOFO, UnicodeScript.LATIN));

  private EmailAddress() {}

  public static String normalized(String email) {
    return Normalizer.normalize(email.strip().toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }

  /**
   * Whether mail can be sent to this address and it is not made to look like another one: the rule
   * of requests, storefront and mails.
   */
  public static boolean isValid(String email) {
    return MailAddress.ascii(email).isPresent() && !isDeceptive(email);
  }

  /**
   * Whether the address is made to look like another one: with invisible or compatibility
   * characters, or with letters of several scripts in one of its parts.
   */
  public static boolean isDeceptive(String email) {
    return !Normalizer.normalize(email, Normalizer.Form.NFKC)
            .equals(Normalizer.normalize(email, Normalizer.Form.NFC))
        || email.codePoints().anyMatch(EmailAddress::isInvisible)
        || Arrays.stream(email.split("[@.]", -1)).anyMatch(EmailAddress::mixesScripts);
  }

  private static boolean isInvisible(int character) {
    return switch (Character.getType(character)) {
      case Character.FORMAT,
          Character.CONTROL,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      // Fillers and variation selectors are letters and marks, and show nothing.
      default ->
          character == 0x115F
              || character == 0x1160
              || character == 0x3164
              || character == 0xFFA0
              || (character >= 0xFE00 && character <= 0xFE0F);
    };
  }

  /** Japanese, Korean and Chinese are written with several scripts. */
  private static boolean mixesScripts(String part) {
    Set<UnicodeScript> scripts = EnumSet.noneOf(UnicodeScript.class);
    part.codePoints().mapToObj(UnicodeScript::of).forEach(scripts::add);
    scripts.remove(UnicodeScript.COMMON);
    scripts.remove(UnicodeScript.INHERITED);
    return scripts.size() > 1
        && WRITTEN_TOGETHER.stream().noneMatch(set -> set.containsAll(scripts));
  }
}
