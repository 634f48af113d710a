package dev.tradewind.acceptance.fuzz;

import java.util.List;

/** Values of broken, careless or hostile clients. */
final class AdversarialValues {

  /** Well-formed texts that are easily overlooked. */
  static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\t\r\n",
          "\u0001\u001f\u007f",
          "\u202eesrever\u202c",
          "\u0627\u0644\u0639\u0631\u0628\u064a\u0629",
          "e" + "\u0301".repeat(60),
          "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
          "\u0130\u0131\u00df\ufb03\u1e9e",
          "\ufeffbom",
          "\u2028\u2029\uffff\ufffe",
          "'; DROP TABLE product; --",
          "\" \\ / ' ` $1 $$ ${1} #{2} {{3}}",
          "%",
          "_",
          "\\",
          "%00",
          "a%'_\\b",
          "../../etc/passwd",
          "null",
          "undefined",
          "NaN",
          "Infinity",
          "-1",
          "1e309",
          "0x10",
          "true",
          "[]",
          "{}",
          ",",
          ",,a,,",
          ".",
          "a.b.c.d.e.f.g.h",
          "-",
          "--id",
          "<script>alert(1)</script>",
          "x\r\nset-cookie: a=b",
          "2024-13-45T25:61:61Z",
          "+275760-09-13T00:00:00.000Z",
          "-000001-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999Z",
          "0000-00-00",
          "a@b.c",
          "A@EXAMPLE.COM ",
          "\"a b\"@example.com",
          "usd",
          "USD",
          "xxx",
          "us",
          "zz",
          "id",
          "-created_at",
          "metadata",
          "constructor",
          "__proto__",
          "x".repeat(256),
          "\u00e4".repeat(3_000),
          "z".repeat(20_000));

  /** Texts that every operation refuses. */
  static final List<String> REFUSED_TEXTS =
      List.of("\u0000", "a\u0000b", "\ud800", "x\udc00y", "\udc00\ud800", "ok \ud83d");

  static final List<Raw> NUMBERS =
      List.of(
          new Raw("0"),
          new Raw("-0"),
          new Raw("-1"),
          new Raw("1"),
          new Raw("100"),
          new Raw("101"),
          new Raw("0.5"),
          new Raw("-0.0"),
          new Raw("1.0"),
          new Raw("1e2"),
          new Raw("1e-400"),
          new Raw("0.1000000000000000055511151231257827"),
          new Raw("2147483647"),
          new Raw("2147483648"),
          new Raw("-2147483648"),
          new Raw("-2147483649"),
          new Raw("9007199254740991"),
          new Raw("9007199254740993"),
          new Raw("9223372036854775807"),
          new Raw("9223372036854775808"),
          new Raw("-9223372036854775809"),
          new Raw("1e18"),
          new Raw("1e19"),
          new Raw("1e308"),
          new Raw("-1.7976931348623157e308"),
          new Raw("1e309"),
          new Raw("1e99999"),
          new Raw("1".repeat(400)),
          new Raw("1".repeat(1_500)),
          new Raw("0." + "3".repeat(900)));

  static final List<String> METADATA_KEYS =
      List.of("", " ", "a.b", "$x", "\u202e", "__proto__", "id", "\"", "\\", "k".repeat(500), "0");

  /** Invalid percent-encodings in a path or query. */
  static final List<String> BAD_ENCODINGS =
      List.of("%", "%z", "%zz", "%4", "%ff", "%c0%80", "%ed%a0%80", "%f8%88%80%80%80", "a%e2%82");

  static final List<String> CONTENT_TYPES =
      List.of(
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "multipart/form-data; boundary=x",
          "application/xml",
          "application/jsonp",
          "nonsense",
          ";",
          "application/json-seq");

  /**
   * Bodies that are not JSON, or not an object. The parser ignores comments, which is wrong but
   * harmless.
   */
  static final List<String> BAD_BODIES =
      List.of(
          "{",
          "}",
          "{\"a\":}",
          "{\"a\":1,}",
          "{'a':1}",
          "{a:1}",
          "[",
          "[]",
          "[{}]",
          "5",
          "\"text\"",
          "true",
          "null",
          "nonsense",
          "{}{}",
          "{} x",
          "{\"a\":01}",
          "{\"a\":+1}",
          "{\"a\":NaN}",
          "{\"a\":\"\\x\"}",
          "{\"a\":\"\\ud8\"}",
          "{\"a\":\"\n\"}",
          "{\"a\":1e}",
          "{\"a\":.5}",
          "\u0000",
          "[".repeat(5_000),
          "{\"a\":".repeat(5_000),
          "[".repeat(5_000) + "]".repeat(5_000));

  private AdversarialValues() {}
}
