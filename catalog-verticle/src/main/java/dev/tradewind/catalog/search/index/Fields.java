package dev.tradewind.catalog.search.index;

import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.kernel.text.TextFolding;

/** CatalogNames of the fields of documents, and the beginnings of terms that are no words. */
public final class Fields {

  /** Terms of all attributes; their frequency is the weight of the best attribute. */
  public static final String TERMS = "w";

  /** Words of all attributes in their places. */
  public static final String PLACES = "p";

  /** Sales channels in which the product is on sale. */
  public static final String CHANNEL = "channel";

  /** Attributes that the product has. */
  public static final String PRESENT = "has";

  public static final String ID = "id";

  /** Time of the creation in microseconds, as exact as the list orders by it. */
  public static final String CREATED_AT = "created";

  /** Unit of times in requests, in microseconds. */
  public static final double MILLISECOND = 1_000;

  /** Title without case and accents, to sort by. */
  public static final String TITLE = "title";

  /** Attributes that a hit shows without its product, as JSON. */
  public static final String SHOWN = "shown";

  static final String OFFERS = "offers";

  /** Beginnings of one to {@link #MAX_BEGINNING} letters, so that short ones expand to one term. */
  public static final char BEGINNING = '\u0002';

  public static final int MAX_BEGINNING = 3;

  /** A whole title. */
  public static final char WHOLE = '\u0003';

  /** Characters of a value that is filtered by or counted. */
  public static final int MAX_VALUE = 250;

  /**
   * After the title of an option or the name of a member of metadata, and between the folded values
   * of a facet and their spellings. PostgreSQL has no text with it.
   */
  public static final char SEPARATOR = '\u0000';

  /** Numbers in the metadata: the {@link #name} of the member, and the number. */
  public static final String NUMBERS = "n:metadata";

  private static final int NAME_BITS = 48;

  /** Field of the terms of one attribute alone. */
  public static String terms(String attribute) {
    return "a:" + attribute;
  }

  /** Field of the values of an attribute, folded, to filter by. */
  public static String values(String attribute) {
    return "t:" + owner(attribute);
  }

  /** Field of the values of an attribute, folded and with their spellings, to count them. */
  public static String facet(String attribute) {
    return "f:" + owner(attribute);
  }

  /** Attributes of which a product may have any share a field, since each field costs memory. */
  private static String owner(String attribute) {
    String family = Attributes.family(attribute);
    return family == null ? attribute : family.substring(0, family.length() - 1);
  }

  /** Number that stands for the name of a member of metadata. */
  public static double name(String attribute) {
    String digest = Sha256.of(beginning(attribute));
    return Long.parseLong(digest.substring(0, NAME_BITS / Byte.SIZE * 2), 16);
  }

  /** Beginning of the values of an attribute in its field, folded. */
  public static String beginning(String attribute) {
    String family = Attributes.family(attribute);
    return family == null ? "" : TextFolding.fold(attribute.substring(family.length())) + SEPARATOR;
  }

  /** Value as filters compare it and facets count it: folded, and only its beginning. */
  public static String folded(String value) {
    return cut(TextFolding.fold(cut(value)));
  }

  /** Term of a value in the field of its facet: as filters compare it, with its spelling. */
  static String counted(String attribute, String value) {
    String family = Attributes.family(attribute);
    String name = family == null ? "" : attribute.substring(family.length()) + SEPARATOR;
    return beginning(attribute) + folded(value) + SEPARATOR + name + cut(value);
  }

  /** Spelling of a value, of its term in the field of a facet. */
  public static String spelling(String counted) {
    return counted.substring(counted.lastIndexOf(SEPARATOR) + 1);
  }

  /** Beginning of a value, as far as it is filtered by or counted. */
  public static String cut(String value) {
    return Words.cut(value, MAX_VALUE);
  }

  private Fields() {}
}
