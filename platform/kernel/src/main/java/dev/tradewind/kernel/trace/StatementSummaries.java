package dev.tradewind.kernel.trace;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Summaries of SQL statements as OpenTelemetry's {@code db.query.summary}: the actions and the
 * tables and published functions that they name, such as {@code UPDATE cart INSERT outbox}. A
 * statement contains no values, and a summary only names that follow a keyword. Statements are
 * constants of the program in our style of SQL, with keywords in upper case.
 */
final class StatementSummaries {

  private static final int MAX_STATEMENTS = 4_096;
  private static final int MAX_LENGTH = 255;

  private static final String NAME = "(\"?[a-z_]+\"?(?:\\.\"?[a-z_]+\"?)?)";

  private static final Pattern TARGET =
      Pattern.compile(
          "(?:(INSERT) INTO|(?<!FOR |DO |KEY )(UPDATE)|(DELETE) FROM"
              + "|(?<!DELETE |DISTINCT |epoch )FROM|JOIN)\\s+(?:ONLY |LATERAL )?"
              + NAME
              + "(?![a-z_.(])"
              + "|\\b([a-z]+\\.[a-z_]+)\\(");

  /** Name of a statement without any table, such as the call of a function. */
  private static final Pattern BEGINNING = Pattern.compile("\\A\\s*(\\S+(?: [a-z_]+(?=\\())?)");

  private static final Pattern COMMON_TABLE =
      Pattern.compile(
          "(?:WITH(?: RECURSIVE)?|,)\\s+([a-z_]+)(?: \\([a-z_, ]+\\))? AS (?:NOT )?(?:MATERIALIZED )?\\(");

  private final Map<String, String> known = new ConcurrentHashMap<>();

  String of(String sql) {
    String summary = known.get(sql);
    if (summary == null) {
      summary = summarize(sql);
      // Lists of columns and filters make statements of their own; few are used often.
      if (known.size() < MAX_STATEMENTS) {
        known.put(sql, summary);
      }
    }
    return summary;
  }

  private static String summarize(String sql) {
    Set<String> local =
        COMMON_TABLE
            .matcher(sql)
            .results()
            .map(table -> table.group(1))
            .collect(Collectors.toSet());
    Set<String> actions = new LinkedHashSet<>();
    Matcher target = TARGET.matcher(sql);
    int length = 0;
    while (target.find()) {
      String action = action(target);
      if (!local.contains(action.substring(action.indexOf(' ') + 1)) && actions.add(action)) {
        length += action.length() + 1;
        if (length > MAX_LENGTH) {
          actions.remove(action);
          break;
        }
      }
    }
    if (!actions.isEmpty()) {
      return String.join(" ", actions);
    }
    Matcher beginning = BEGINNING.matcher(sql);
    return beginning.find() ? beginning.group(1) : "";
  }

  private static String action(MatchResult target) {
    for (int verb = 1; verb <= 3; verb++) {
      if (target.group(verb) != null) {
        return target.group(verb) + " " + target.group(4).replace("\"", "");
      }
    }
    String name = target.group(4) == null ? target.group(5) : target.group(4);
    return "SELECT " + name.replace("\"", "");
  }
}
