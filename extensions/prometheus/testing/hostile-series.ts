import { encodeSeries, field, packSeries, packSnappy, varint } from '../server/testing/write-request.ts'
import type { Body } from '@fieldwatch/e2e/hostile/ask'

export const PROMETHEUS_TYPE = { 'content-type': 'application/x-protobuf', 'content-encoding': 'snappy' }

const MEGABYTE = 1024 * 1024
const NAME = { __name__: 'm' }
const many = <T>(count: number, write: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => write(index))

/** Remote write of Prometheus that no sender packs. */
export const HOSTILE_SERIES: Readonly<Record<string, () => Body>> = {
  nothing: () => '',
  'no snappy': () => Buffer.alloc(1000, 0xff),
  'a length of 4 GB': () => Buffer.concat([varint(0xffff_ffffn), Buffer.from([0, 1])]),
  'a copy of what is not there': () => Buffer.from([0x10, 0x01, 0xff]),
  '16 MiB of zeros': () => packSnappy(Buffer.alloc(15 * MEGABYTE)),
  '17 MiB of zeros': () => packSnappy(Buffer.alloc(17 * MEGABYTE)),
  'copies that unpack to 16 MiB': () =>
    Buffer.concat([
      varint(BigInt(16 * MEGABYTE)),
      Buffer.from([0, 0x0a]),
      Buffer.from('fe0100'.repeat(262_144), 'hex'),
    ]),
  'no protobuf': () => packSnappy(Buffer.alloc(MEGABYTE, 0xff)),
  'a field that is longer than its message': () => packSnappy(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0x7f])),
  '100,000 levels': () => packSnappy(Buffer.alloc(100_000, 0x0a)),
  '50,000 series': () =>
    packSeries(...many(50_000, (index) => ({ labels: { __name__: `m${index}` }, samples: [[1, 1]] as const }))),
  '300,000 samples': () =>
    packSeries({ labels: NAME, samples: many(300_000, (index) => [index, 1_700_000_000_000] as const) }),
  '5,000 labels': () =>
    packSeries({
      labels: { ...NAME, ...Object.fromEntries(many(5_000, (index) => [`l${index}`, 'x'])) },
      samples: [[1, 1]],
    }),
  'a label of a megabyte': () => packSeries({ labels: { ...NAME, l: 'x'.repeat(MEGABYTE) }, samples: [[1, 1]] }),
  'labels that are no text': () => packSnappy(field(1, field(1, field(1, Buffer.from([0xff, 0xfe]))))),
  'no name': () => packSeries({ labels: { unit: '../../etc' }, samples: [[1, 1]] }),
  'the prototype of all objects': () =>
    packSeries({ labels: { __name__: '__proto__', constructor: 'x' }, samples: [[1, 1]] }),
  'times and numbers beyond all others': () =>
    packSeries({
      labels: NAME,
      samples: [
        [Number.NaN, 2 ** 53],
        [Infinity, -(2 ** 53)],
        [1e308, 0],
      ],
    }),
  '500,000 empty series': () => packSnappy(Buffer.concat(many(500_000, () => field(1, Buffer.alloc(0))))),
  'a series within a series': () => packSnappy(field(1, field(1, encodeSeries({ labels: NAME })))),
  '100,000 samples of one series': () =>
    packSeries({ labels: NAME, samples: many(100_000, (index) => [index, 1_700_000_000_000 + index] as const) }),
}
