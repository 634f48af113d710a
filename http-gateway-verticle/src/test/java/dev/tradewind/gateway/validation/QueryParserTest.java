package dev.tradewind.gateway.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParserTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "                              | {}",
        "q=shirt                       | {'q':'shirt'}",
        "q=                            | {'q':''}",
        "q                             | {'q':''}",
        "q=a=b                         | {'q':'a=b'}",
        "&&q=a&                        | {'q':'a'}",
        "=nameless                     | {}",
        "a[]=1&a[]=2                   | {'a':['1','2']}",
        "a[]=1                         | {'a':['1']}",
        "a[0]=1&a[1]=2                 | {'a':['1','2']}",
        "a[7]=2&a[3]=1                 | {'a':['1','2']}",
        "a=1&a=2                       | {'a':['1','2']}",
        "a=1&a[]=2                     | {'a':['1','2']}",
        "a[]=1,2                       | {'a':['1,2']}",
        "created_at[gt]=x&created_at[lt]=y | {'created_at':{'gt':'x','lt':'y'}}",
        "a[b][c][d][e][f]=1            | {'a':{'b':{'c':{'d':{'e':{'f':'1'}}}}}}",
        "a[b][]=1&a[b][]=2             | {'a':{'b':['1','2']}}",
        "a[0][b]=1                     | {'a':[{'b':'1'}]}",
        "a%5B%5D=1                     | {'a':['1']}",
        "created_at%5Bgt%5D=x          | {'created_at':{'gt':'x'}}",
        "q=a+b%20c                     | {'q':'a b c'}",
        "q=100%25                      | {'q':'100%'}",
        "q=a%252Bb                     | {'q':'a%2Bb'}",
        "q=a%2Bb                       | {'q':'a+b'}",
        "q=%C3%A9%F0%9F%98%80          | {'q':'é😀'}",
        "fields=%7Ba%3A1%7D            | {'fields':'{a:1}'}",
        "fields=[1]                    | {'fields':'[1]'}",
        "a[99999999999]=1              | {'a':{'99999999999':'1'}}",
        "metadata.a=1&metadata[b]=2    | {'metadata':{'a':'1','b':'2'}}",
        "metadata.a[gt]=1              | {'metadata':{'a':{'gt':'1'}}}",
        "metadata.a=1&metadata.a=2     | {'metadata':{'a':['1','2']}}",
        "metadata.=1                   | {'metadata.':'1'}",
      })
  void aQueryBecomesOneObject(String query, String expected) {
    assertThat(QueryParser.parse(query)).isEqualTo(new JsonObject(expected.replace('\'', '"')));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a[=1",
        "a]=1",
        "a[b=1",
        "[a]=1",
        "[]=1",
        "a[b]c=1",
        "a[b][=1",
        "a[[b]]=1",
        "a[][b]=1",
        "a=1&a[b]=2",
        "a[b]=1&a=2",
        "a[]=1&a[b]=2",
        "a[0]=1&a[b]=2",
        "a[b][c][d][e][f][g]=1",
        "q=%",
        "q=%2",
        "q=%zz",
        "q=%C3",
        "q=%FF",
        "q=%C0%80",
        "q=%ED%A0%80",
        "%=1",
      })
  void aMalformedQueryIsRejected(String query) {
    assertThatThrownBy(() -> QueryParser.parse(query)).isInstanceOf(Problem.class);
  }

  @Test
  void aThousandParametersAreReadAndOneMoreIsRefused() {
    String thousand =
        IntStream.range(0, 1000).mapToObj(i -> "a[]=" + i).collect(Collectors.joining("&"));

    assertThat(QueryParser.parse(thousand).getJsonArray("a")).hasSize(1000);
    assertThatThrownBy(() -> QueryParser.parse(thousand + "&a[]=1000"))
        .hasMessage("The query has more than 1000 parameters");
  }
}
