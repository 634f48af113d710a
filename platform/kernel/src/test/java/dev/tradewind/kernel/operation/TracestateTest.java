package dev.tradewind.kernel.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TracestateTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rojo=00f067aa0ba902b7",
        "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
        "fw529a3039@dt=FfffffffD,1a-2f@foo=bar",
        "a_*/-1=with blanks inside !~"
      })
  void validMembersAreKeptAsTheyAre(String header) {
    assertThat(Tracestate.valid(List.of(header))).isEqualTo(header);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " , ",
        "foo",
        "foo=",
        "=1",
        "Foo=1",
        "1foo=1",
        "foo =1",
        "foo=1=2",
        "foo=ä",
        "foo=\u0007",
        "foo=1,Foo=2",
        "foo@1=1",
        "foo@=1"
      })
  void aMalformedMemberDropsAll(String header) {
    assertThat(Tracestate.valid(List.of(header))).isNull();
  }

  @Test
  void severalHeadersAreOneListWithoutEmptyMembersAndRepeatedKeys() {
    assertThat(Tracestate.valid(List.of("foo=1 ,\tbar=2,", "", "foo=3,baz=4")))
        .isEqualTo("foo=1,bar=2,baz=4");
    assertThat(Tracestate.valid(List.of())).isNull();
  }

  @Test
  void keysValuesAndMembersAreBounded() {
    String longest = "a".repeat(256) + "=" + "1".repeat(255);
    assertThat(Tracestate.valid(List.of(longest))).isEqualTo(longest);
    assertThat(Tracestate.valid(List.of("a".repeat(257) + "=1"))).isNull();
    assertThat(Tracestate.valid(List.of("a=" + "1".repeat(257)))).isNull();
    assertThat(Tracestate.valid(List.of("a".repeat(242) + "@b=1"))).isNull();
    assertThat(Tracestate.valid(List.of("a@" + "b".repeat(15) + "=1"))).isNull();

    assertThat(Tracestate.valid(List.of(members(32)))).isEqualTo(members(32));
    assertThat(Tracestate.valid(List.of(members(33)))).isNull();
  }

  @Test
  void ofTooManyCharactersLongMembersGoFirstThenTheLast() {
    String longMember = "long=" + "1".repeat(200);
    String shortMembers =
        Stream.of("a", "b", "c", "d")
            .map(key -> key + "=" + "1".repeat(110))
            .collect(Collectors.joining(","));
    assertThat(Tracestate.valid(List.of(longMember, shortMembers))).isEqualTo(shortMembers);

    String last = ",e=" + "1".repeat(110);
    assertThat(Tracestate.valid(List.of(shortMembers + last))).isEqualTo(shortMembers);
    assertThat(Tracestate.valid(List.of("a".repeat(256) + "=" + "1".repeat(256)))).isNull();
  }

  @Test
  void theFormOfTheLibraryHasTheMembersInOrder() {
    assertThat(Tracestate.of("foo=1,bar@x=2 3").asMap())
        .containsExactly(Map.entry("foo", "1"), Map.entry("bar@x", "2 3"));
    assertThat(Tracestate.of(null).isEmpty()).isTrue();
  }

  private static String members(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> "k" + number + "=" + number)
        .collect(Collectors.joining(","));
  }
}
