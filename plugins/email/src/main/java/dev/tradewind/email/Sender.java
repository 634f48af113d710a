package dev.tradewind.email;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sender of the e-mails: the name of the shop before its address.
 *
 * @param name as people read it; empty without one
 */
record Sender(String name, String address) {

  private static final Pattern NAMED = Pattern.compile("\\s*(.*?)\\s*<\\s*([^<>\\s]+)\\s*>\\s*");

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** Characters of an encoded word within a phrase (RFC 2047, 5 (3)). */
  private static final String PLAIN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!*+-/";

  private static final Pattern ATOMS =
      Pattern.compile("[\\w!#$%&'*+/=?^`{|}~-]+(?: [\\w!#$%&'*+/=?^`{|}~-]+)*");

  /** Of at most 75 characters in a word. */
  private static final int MAX_TEXT = 75 - "=?UTF-8?Q?".length() - "?=".length();

  static Sender of(String setting) {
    Matcher named = NAMED.matcher(setting);
    if (named.matches()) {
      return new Sender(named.group(1).replaceAll("^\"(.*)\"$", "$1"), named.group(2));
    }
    return new Sender("", setting.strip());
  }

  /** With another name if it has none. */
  Sender or(String otherName) {
    return name.isEmpty() ? new Sender(otherName.strip(), address) : this;
  }

  /** The name, or else the address. */
  String label() {
    return name.isEmpty() ? address : name;
  }

  /**
   * Value of the header: a phrase before the address, encoded unless it consists of plain words, so
   * that no comma makes two senders of it and mail programs show it.
   */
  String header() {
    return name.isEmpty() ? address : phrase() + " <" + address + ">";
  }

  private String phrase() {
    if (ATOMS.matcher(name).matches() && !name.contains("=?")) {
      return name;
    }
    StringBuilder phrase = new StringBuilder();
    StringBuilder word = new StringBuilder();
    name.codePoints()
        .forEach(character -> {
          String next = encoded(character);
          if (word.length() + next.length() > MAX_TEXT) {
            phrase.append("=?UTF-8?Q?").append(word).append("?= ");
            word.setLength(0);
          }
          word.append(next);
        });
    return phrase.append("=?UTF-8?Q?").append(word).append("?=").toString();
  }

  private static String encoded(int character) {
    if (character == ' ') {
      return "_";
    }
    if (PLAIN.indexOf(character) >= 0) {
      return Character.toString(character);
    }
    StringBuilder bytes = new StringBuilder();
    for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
      bytes.append('=').append(HEX.toHexDigits(each));
    }
    return bytes.toString();
  }
}
