/**
 * File storage on S3 and compatible stores, such as MinIO. Requests go through the HTTP client of
 * Vert.x, which streams with back-pressure; the client of the AWS SDK would bring a second HTTP
 * stack. Signatures (SigV4) are those of {@code http-auth-aws}, a small module of the SDK that only
 * computes: in the caller's thread, so a large body is left to a worker.
 */
@NullMarked
package dev.tradewind.s3;

import org.jspecify.annotations.NullMarked;
