package dev.tradewind.launcher.seed;

/** Demo shop that fills an empty database. */
public enum Demo {

  /** A handful of products with drawings. */
  WORKSHOP,

  /** A shop with photographs, a sale, long words and hundreds of products. */
  HARBOUR;

  /** Names, as options have them. */
  public static final String NAMES = "workshop, harbour";
}
