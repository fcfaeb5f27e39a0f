// Part of Nightjar. SPDX-License-Identifier: Apache-2.0

import NightjarModel
import Testing

/// Arithmetic without edges, and dates as RFC 3339 spells them.
@Suite struct TimeTests {
  @Test func `sums saturate at both ends`() {
    #expect(Instant.distantFuture + .seconds(1) == .distantFuture)
    #expect(WallTime(nanoseconds: .min) + .seconds(-1) == WallTime(nanoseconds: .min))
    #expect(WallTime(nanoseconds: .max) - WallTime(nanoseconds: .min) == .max)
    #expect(TimeSpan.days(.max) == .max)
    #expect(TimeSpan.days(.min).nanoseconds == .min)
  }

  @Test func `never stays never, whatever the offset`() {
    let offset = WallOffset(nanoseconds: 1_800_000_000_000_000_000)
    #expect(offset.instant(of: WallTime(nanoseconds: .max)) == .distantFuture)
    let instant = Instant(nanoseconds: 12_345)
    #expect(offset.instant(of: offset.wall(at: instant)) == instant)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400_000_000_000, "2000-02-29T00:00:00Z"),
    (-1_000_000, "1969-12-31T23:59:59.999Z"),
    (1_800_000_000_123_000_000, "2027-01-15T08:00:00.123Z"),
  ])
  func `dates survive the round trip`(nanoseconds: Int64, text: String) {
    let wall = WallTime(nanoseconds: nanoseconds)
    #expect(wall.rfc3339 == text)
    #expect(WallTime(rfc3339: text) == wall)
  }

  @Test(arguments: [
    "", "2027-01-15", "2027-13-01T00:00:00Z", "2027-02-29T00:00:00Z", "2027-01-15T24:00:00Z",
    "2027-01-15T08:00:00", "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00Zx", "x027-01-15T08:00:00Z",
  ])
  func `what is no date is not read as one`(text: String) {
    #expect(WallTime(rfc3339: text) == nil)
  }

  @Test func `an offset from UTC is taken off`() {
    let east = WallTime(rfc3339: "2027-01-15T10:00:00+02:00")
    #expect(east == WallTime(rfc3339: "2027-01-15t08:00:00z"))
  }

  @Test func `any number of seconds is a date, and not a number is none`() {
    #expect(WallTime(secondsSinceEpoch: .nan) == nil)
    #expect(WallTime(secondsSinceEpoch: .infinity)?.nanoseconds == .max)
    #expect(WallTime(secondsSinceEpoch: -1e300)?.nanoseconds == .min)
    #expect(WallTime(secondsSinceEpoch: 1.5)?.nanoseconds == 1_500_000_000)
  }
}
