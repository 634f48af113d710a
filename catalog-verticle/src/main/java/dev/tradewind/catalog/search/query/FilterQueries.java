package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.filter.Filter;
import dev.tradewind.catalog.search.filter.Filter.And;
import dev.tradewind.catalog.search.filter.Filter.Between;
import dev.tradewind.catalog.search.filter.Filter.Compared;
import dev.tradewind.catalog.search.filter.Filter.Contains;
import dev.tradewind.catalog.search.filter.Filter.Exists;
import dev.tradewind.catalog.search.filter.Filter.In;
import dev.tradewind.catalog.search.filter.Filter.Not;
import dev.tradewind.catalog.search.filter.Filter.Or;
import dev.tradewind.catalog.search.filter.Filter.StartsWith;
import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.index.OfferContext;
import dev.tradewind.catalog.search.index.OfferContext.Columns;
import dev.tradewind.kernel.text.TextFolding;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.LongField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;

/** Queries of filters, for one caller. */
final class FilterQueries {

  private final Columns columns;

  FilterQueries(Columns columns) {
    this.columns = columns;
  }

  /**
   * @throws SearchProblem if an attribute is not filterable
   */
  Query of(Filter filter) {
    return switch (filter) {
      case And and -> {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        and.parts().forEach(part -> all.add(of(part), Occur.FILTER));
        yield all.build();
      }
      case Or or -> {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        or.parts().forEach(part -> any.add(of(part), Occur.SHOULD));
        yield new ConstantScoreQuery(any.build());
      }
      case Not not ->
          new BooleanQuery.Builder()
              .add(new MatchAllDocsQuery(), Occur.FILTER)
              .add(of(not.part()), Occur.MUST_NOT)
              .build();
      case In in -> in(attribute(in.attribute()), in.values());
      case Compared compared -> compared(compared);
      case Between between -> range(attribute(between.attribute()), between.from(), between.to());
      case Exists exists -> exists(attribute(exists.attribute()));
      case StartsWith starts -> {
        String attribute = text(starts.attribute());
        yield new PrefixQuery(
            new Term(
                Fields.values(attribute),
                Fields.beginning(attribute) + Fields.folded(starts.text())));
      }
      case Contains contains -> {
        String attribute = text(contains.attribute());
        if (contains.text().length() > Fields.MAX_VALUE) {
          throw SearchProblem.filter(
              "The text of `CONTAINS` has more than %s characters.".formatted(Fields.MAX_VALUE));
        }
        yield new WildcardQuery(
            new Term(
                Fields.values(attribute),
                escaped(Fields.beginning(attribute))
                    + "*"
                    + escaped(Fields.folded(contains.text()))
                    + "*"));
      }
    };
  }

  private static String escaped(String text) {
    return text.replaceAll("[\\\\*?]", "\\\\$0");
  }

  private static String attribute(String name) {
    String attribute = Attributes.filterable(name);
    if (attribute == null) {
      throw SearchProblem.filter(
          "Attribute `%s` is not filterable. Available filterable attributes are: `%s`."
              .formatted(SearchProblem.shown(name), Attributes.filterableNames()));
    }
    return attribute;
  }

  private static String text(String name) {
    String attribute = attribute(name);
    if (isNumber(attribute) || attribute.equals(Attributes.AVAILABLE)) {
      throw SearchProblem.filter("Attribute `" + SearchProblem.shown(name) + "` is no text.");
    }
    return attribute;
  }

  private static boolean isNumber(String attribute) {
    return Attributes.isPrice(attribute) || attribute.equals(Attributes.CREATED_AT);
  }

  private Query in(String attribute, List<String> values) {
    if (attribute.equals(Attributes.AVAILABLE)) {
      Set<String> wanted = new HashSet<>();
      values.forEach(value -> wanted.add(Fields.folded(value)));
      boolean isTrue = wanted.contains("true");
      boolean isFalse = wanted.contains("false");
      return new OfferQuery(
          columns, (column, document) -> column.isAvailable(document) ? isTrue : isFalse);
    }
    if (isNumber(attribute)) {
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      boolean isAny = false;
      for (String value : values) {
        OptionalDouble number = number(value);
        if (number.isPresent()) {
          any.add(range(attribute, number.getAsDouble(), number.getAsDouble()), Occur.SHOULD);
          isAny = true;
        }
      }
      return isAny ? new ConstantScoreQuery(any.build()) : new MatchNoDocsQuery();
    }
    Query texts = texts(attribute, values);
    if (!attribute.startsWith(Attributes.METADATA)) {
      return texts;
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder().add(texts, Occur.SHOULD);
    values.forEach(value ->
        number(value)
            .ifPresent(number -> any.add(numbers(attribute, number, number), Occur.SHOULD)));
    return new ConstantScoreQuery(any.build());
  }

  private static Query texts(String attribute, List<String> values) {
    List<BytesRef> terms = new ArrayList<>();
    String beginning = Fields.beginning(attribute);
    values.forEach(value -> terms.add(new BytesRef(beginning + Fields.folded(value))));
    return new TermInSetQuery(Fields.values(attribute), terms);
  }

  private static OptionalDouble number(String value) {
    try {
      return OptionalDouble.of(Double.parseDouble(value));
    } catch (NumberFormatException notANumber) {
      try {
        return OptionalDouble.of(OffsetDateTime.parse(value).toInstant().toEpochMilli());
      } catch (DateTimeException neither) {
        return OptionalDouble.empty();
      }
    }
  }

  private Query compared(Compared compared) {
    String attribute = attribute(compared.attribute());
    double value = compared.value();
    if (attribute.equals(Attributes.CREATED_AT)) {
      // A value is a millisecond, which has several times of products.
      double first = Math.ceil(value * Fields.MILLISECOND);
      double next = Math.floor((value + 1) * Fields.MILLISECOND);
      return switch (compared.comparison()) {
        case LESS -> created(Double.NEGATIVE_INFINITY, first - 1);
        case AT_MOST -> created(Double.NEGATIVE_INFINITY, next - 1);
        case AT_LEAST -> created(first, Double.POSITIVE_INFINITY);
        case GREATER -> created(next, Double.POSITIVE_INFINITY);
      };
    }
    return switch (compared.comparison()) {
      case LESS -> range(attribute, Double.NEGATIVE_INFINITY, Math.nextDown(value));
      case AT_MOST -> range(attribute, Double.NEGATIVE_INFINITY, value);
      case AT_LEAST -> range(attribute, value, Double.POSITIVE_INFINITY);
      case GREATER -> range(attribute, Math.nextUp(value), Double.POSITIVE_INFINITY);
    };
  }

  /** Numbers between both, ends included; text never compares. */
  private Query range(String attribute, double from, double to) {
    if (Attributes.isPrice(attribute)) {
      return new OfferQuery(
          columns,
          (column, document) -> {
            long price = column.price(attribute, document);
            return price != OfferContext.NO_PRICE && price >= from && price <= to;
          });
    }
    if (attribute.equals(Attributes.CREATED_AT)) {
      return created(
          Math.ceil(from * Fields.MILLISECOND), Math.floor((to + 1) * Fields.MILLISECOND) - 1);
    }
    return attribute.startsWith(Attributes.METADATA)
        ? numbers(attribute, from, to)
        : new MatchNoDocsQuery();
  }

  private static Query numbers(String attribute, double from, double to) {
    double name = Fields.name(attribute);
    return DoublePoint.newRangeQuery(
        Fields.NUMBERS, new double[] {name, from}, new double[] {name, to});
  }

  private static Query created(double least, double most) {
    return least > most
        ? new MatchNoDocsQuery()
        : LongField.newRangeQuery(Fields.CREATED_AT, (long) least, (long) most);
  }

  private Query exists(String attribute) {
    if (Attributes.isPrice(attribute)) {
      return new OfferQuery(
          columns,
          (column, document) -> column.price(attribute, document) != OfferContext.NO_PRICE);
    }
    if (attribute.equals(Attributes.AVAILABLE) || attribute.equals(Attributes.CREATED_AT)) {
      return new MatchAllDocsQuery();
    }
    return new TermQuery(new Term(Fields.PRESENT, TextFolding.fold(attribute)));
  }
}
