import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { packSnappy, RECORDED_SAMPLES, varint } from './testing/write-request.ts'
import { unpackSnappy } from './unpack-snappy.ts'

const unpack = (packed: Buffer) => unpackSnappy(packed, () => undefined)
const bytes = (...values: number[]) => Buffer.from(values)

describe('unpackSnappy', () => {
  it('unpacks literals, and copies that reach back one, two and four bytes far', async () => {
    const elements = [
      bytes(2 << 2, 97, 98, 99),
      bytes(1, 3),
      bytes((5 << 2) | 2, 1, 0),
      bytes((2 << 2) | 3, 6, 0, 0, 0),
    ]
    const packed = Buffer.concat([varint(16n), ...elements])

    assert.equal((await unpack(packed)).toString(), 'abcabcaaaaaaaaaa')
  })

  it('unpacks what Prometheus packed', async () => {
    assert.match((await unpack(RECORDED_SAMPLES)).toString('latin1'), /tank_level_percent/)
  })

  it('returns what was packed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200_000 }), async (values) => {
        assert.deepEqual(await unpack(packSnappy(Buffer.from(values))), Buffer.from(values))
      }),
      { numRuns: 20 },
    )
  })

  const damaged: readonly (readonly [string, Buffer])[] = [
    ['is empty', bytes()],
    ['has no end of its length', bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
    ['claims 4 GB', bytes(0xff, 0xff, 0xff, 0xff, 0x0f, 0)],
    ['is shorter than it says', bytes(9, 0, 97)],
    ['is longer than it says', bytes(1, 1 << 2, 97, 98)],
    ['ends within a literal', bytes(9, 8 << 2, 97)],
    ['ends within the length of a literal', bytes(9, 63 << 2, 97)],
    ['repeats what is before its beginning', bytes(5, 0, 97, 1, 2)],
    ['repeats nothing', bytes(5, 0, 97, 1)],
  ]
  for (const [title, packed] of damaged) {
    it(`refuses a body that ${title}`, async () => {
      await assert.rejects(unpack(packed), { code: 'record/packet-invalid' })
    })
  }

  it('refuses what unpacks to more than a body may have, before it takes the memory', async () => {
    const held: number[] = []
    const packed = Buffer.concat([varint(BigInt(17 * 1024 * 1024)), Buffer.alloc(1024 * 1024)])

    await assert.rejects(
      unpackSnappy(packed, (length) => void held.push(length)),
      { code: 'request/too-large' },
    )
    assert.deepEqual(held, [])
  })

  it('ends for any bytes, with their message or a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (values) => {
        await unpack(Buffer.from(values)).catch((error: unknown) => {
          assert.match(String(Object(error).code), /^(record\/packet-invalid|request\/too-large)$/)
        })
      }),
    )
  })
})
