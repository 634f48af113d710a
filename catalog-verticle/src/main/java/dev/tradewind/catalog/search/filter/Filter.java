package dev.tradewind.catalog.search.filter;

import java.util.List;

/** Parsed filter of a search. */
public sealed interface Filter {

  /** All of these, at least two. */
  record And(List<Filter> parts) implements Filter {}

  /** Any of these, at least two. */
  record Or(List<Filter> parts) implements Filter {}

  record Not(Filter part) implements Filter {}

  /** Order of two numbers, or that they are the same. */
  enum Comparison {
    LESS,
    AT_MOST,
    AT_LEAST,
    GREATER
  }

  /** The attribute has one of the values. */
  record In(String attribute, List<String> values) implements Filter {}

  /** The attribute is a number in that order to the value. */
  record Compared(String attribute, Comparison comparison, double value) implements Filter {}

  /** The attribute is a number between both, ends included. */
  record Between(String attribute, double from, double to) implements Filter {}

  record Exists(String attribute) implements Filter {}

  /** A value of the attribute contains the text. */
  record Contains(String attribute, String text) implements Filter {}

  record StartsWith(String attribute, String text) implements Filter {}
}
