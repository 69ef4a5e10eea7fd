import type { Body } from '@fieldwatch/e2e/hostile/ask'

const MEGABYTE = 1024 * 1024
const times = (count: number, write: (index: number) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(between)

/** Line protocol of InfluxDB that no client writes. */
export const HOSTILE_LINES: Readonly<Record<string, () => Body>> = {
  nothing: () => '',
  'a line of 10 MB': () => `m v="${'x'.repeat(10_000_000)}"`,
  '16 MiB of line breaks': () => Buffer.alloc(16 * MEGABYTE, '\n'),
  '16 MiB of commas': () => Buffer.alloc(16 * MEGABYTE, ','),
  '17 MiB': () => Buffer.alloc(17 * MEGABYTE, 'm v=1\n'),
  '17 MiB unannounced': () => Array.from({ length: 17 }, () => Buffer.alloc(MEGABYTE, 'm v=1\n')),
  '300,000 lines': () => times(300_000, (index) => `m v=${index}`),
  '99,000 short lines': () =>
    times(99_000, (line) => `m v=${line} ${1_700_000_000_000_000_000n + BigInt(line) * 1_000_000n}`),
  '50,000 lines that cannot be read': () => times(50_000, () => 'm'),
  '50,000 lines of one time': () => times(50_000, () => 'm v=1 1700000000000000000'),
  '5,000 measurements': () => times(5_000, (index) => `m${index} v=1`),
  '5,000 tags': () => `m,${times(5_000, (index) => `t${index}=x`, ',')} v=1`,
  '250 lines of 8,000 fields': () =>
    times(
      250,
      (line) => `m ${times(8_000, (index) => `f${index}=1`, ',')} ${1_700_000_000_000_000_000n + BigInt(line)}`,
    ),
  '60,000 lines of 60 fields': () =>
    times(60_000, (line) => `m ${times(60, (index) => `${index}=`.concat('1'), ',')} ${line}`).slice(0, 16 * MEGABYTE),
  '15 MiB of long texts': () => times(250, (index) => `m v="${String.raw`\"x`.repeat(20_000)}",w=${index}`),
  'a text that begins on each of 100,000 lines': () => times(100_000, (index) => `m v="${index}`),
  '5,000 fields': () => `m ${times(5_000, (index) => `f${index}=1`, ',')}`,
  'a text without an end': () => `m v="${'a\n'.repeat(100_000)}`,
  'a megabyte of backslashes': () => Buffer.alloc(MEGABYTE, '\\'),
  'a measurement of 60,000 characters': () => `${'m'.repeat(60_000)} v=1`,
  'the prototype of all objects': () => '__proto__,constructor=x __proto__=1,toString=2',
  'a field called messageUTC': () => 'm messageUTC=1,recieveUTC="x"',
  'a time beyond all times': () =>
    'm v=1 9223372036854775807\nm v=1 -9223372036854775808\nm v=1 99999999999999999999999',
  'a number beyond all numbers': () => 'm v=1e999\nm v=99999999999999999999i\nm v=NaN\nm v=-Inf',
  'another unit': () => 'm,unit=other v=1',
  'a unit that is a path': () => 'm,unit=../../etc v=1',
  'a NUL': () => 'm\u0000 v="a\u0000b"',
  'bytes that are no text': () => Buffer.from([0x6d, 0x20, 0x76, 0x3d, 0x22, 0xff, 0xfe, 0x22]),
  'a source that the portal writes': () => 'action_request v=1\naction_result action_id=1i',
}
