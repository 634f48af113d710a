package dev.tradewind.kernel.text;

/** Names in camel case. */
public final class CamelCase {

  private CamelCase() {}

  /** The name of a constant in camel case: {@code FIND_REGIONS} becomes {@code findRegions}. */
  public static String ofConstant(String name) {
    StringBuilder camelCase = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (letter != '_') {
        boolean startsWord = i > 0 && name.charAt(i - 1) == '_';
        camelCase.append(startsWord ? letter : Character.toLowerCase(letter));
      }
    }
    return camelCase.toString();
  }
}
