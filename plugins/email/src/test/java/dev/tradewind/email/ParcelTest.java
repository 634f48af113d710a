package dev.tradewind.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.Parcel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParcelTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "1Z999AA10123456784, -, UPS, https://www.ups.com/track?tracknum=1Z999AA10123456784",
        "1z 999 AA1 0123456784, -, UPS, https://www.ups.com/track?tracknum=1Z999AA10123456784",
        "00340434161294521753, -, DHL, https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=00340434161294521753",
        "00340434161294521754, -, -, -",
        "JJD000390007819812345, -, DHL, https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=JJD000390007819812345",
        "9400100000000000000006, -, USPS, https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000006",
        "986578788855, -, FedEx, https://www.fedex.com/fedextrack/?trknbr=986578788855",
        "986578788854, -, -, -",
        "RR473124829DE, -, Deutsche Post DHL, https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=RR473124829DE",
        "RR473124828DE, -, -, -",
        "AB 1234, -, -, -",
        "1Z999AA10123456784, https://carrier.example/1, UPS, https://carrier.example/1",
        "AB 1234, javascript:alert(1), -, -",
        "https://carrier.example/2, -, -, https://carrier.example/2"
      })
  void aCarrierIsRecognizedByItsNumber(String number, String link, String carrier, String url) {
    assertThat(Parcel.of(number, link)).isEqualTo(new Parcel(number, carrier, url));
  }
}
