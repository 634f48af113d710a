package dev.tradewind.s3;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Signer of requests (SigV4), with the SHA-256 of their bodies. */
final class S3Signer {

  private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();
  private final S3Settings settings;

  S3Signer(S3Settings settings) {
    this.settings = settings;
  }

  /** Headers of the signed request; the client sets the host itself. */
  Map<String, String> headers(S3Request request) {
    SignedRequest signed =
        signer.sign(
            builder(request)
                .payload(ContentStreamProvider.fromByteArray(request.body().getBytes()))
                .build());
    return signed.request().headers().entrySet().stream()
        .filter(header -> !header.getKey().equalsIgnoreCase("host"))
        .collect(Collectors.toMap(Map.Entry::getKey, header -> header.getValue().getFirst()));
  }

  /** URL of the request with its signature, valid for a time. */
  URI presigned(S3Request request, Duration life) {
    return signer
        .sign(
            builder(request)
                .putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, life)
                // Stores expect UNSIGNED-PAYLOAD in the signature of a URL.
                .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false)
                .build())
        .request()
        .getUri();
  }

  private SignRequest.Builder<AwsCredentialsIdentity> builder(S3Request request) {
    SdkHttpRequest.Builder http =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.fromValue(request.method().name()))
            .uri(URI.create(request.url(settings).toString()));
    request.headers().forEach(http::putHeader);
    return SignRequest.builder(settings.keys().get())
        .request(http.build())
        .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
        .putProperty(AwsV4HttpSigner.REGION_NAME, settings.region())
        // Keys are signed as they are.
        .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
        .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false);
  }
}
