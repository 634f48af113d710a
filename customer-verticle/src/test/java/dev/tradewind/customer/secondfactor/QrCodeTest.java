package dev.tradewind.customer.secondfactor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.decoder.Decoder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class QrCodeTest {

  private static final Pattern MODULE = Pattern.compile("M(\\d+) (\\d+)h1v1h-1z");
  private static final Pattern SIZE = Pattern.compile("viewBox=\"0 0 (\\d+) ");

  @Test
  void aReaderOfTheImageGetsTheText() throws Exception {
    String uri =
        SecondFactors.uri(
            "Händler & Söhne: Übersee".repeat(12),
            "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
            "olga+märz@harbour.example");

    String svg = QrCode.svg(uri);

    Matcher size = SIZE.matcher(svg);
    assertThat(size.find()).isTrue();
    BitMatrix read = new BitMatrix(Integer.parseInt(size.group(1)) - 8);
    MODULE
        .matcher(svg)
        .results()
        .forEach(dark ->
            read.set(Integer.parseInt(dark.group(1)) - 4, Integer.parseInt(dark.group(2)) - 4));
    assertThat(new Decoder().decode(read).getText()).isEqualTo(uri);
  }
}
