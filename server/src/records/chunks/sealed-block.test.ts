import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { DamagedBlockError, openBlock, readBlock, sealBlock } from './sealed-block.ts'

const content = fc.oneof(
  fc.uint8Array({ size: 'medium' }),
  fc.nat(5000).map((length) => new Uint8Array(length)),
)

describe('sealed block', () => {
  it('gives back what was sealed', () => {
    fc.assert(
      fc.property(content, fc.boolean(), (bytes, holdsText) => {
        assert.deepEqual(Uint8Array.from(openBlock(sealBlock(bytes, { holdsText }), 'a')), bytes)
      }),
    )
  })

  it('names itself when any bit is flipped', () => {
    fc.assert(
      fc.property(content, fc.nat(), fc.nat(7), (bytes, position, bit) => {
        const block = sealBlock(bytes)
        const damagedAt = position % block.length
        block[damagedAt] = (block[damagedAt] ?? 0) ^ (1 << bit)
        assert.throws(() => openBlock(block, 'source 7'), isDamaged('source 7'))
      }),
    )
  })

  it('names itself when it is cut short', () => {
    fc.assert(
      fc.property(content, fc.nat(), (bytes, length) => {
        const block = sealBlock(bytes)
        assert.throws(() => openBlock(block.subarray(0, length % block.length), 'source 7'), isDamaged('source 7'))
      }),
    )
  })

  it('names itself when its content cannot be understood', () => {
    const misread = (): never => {
      throw new RangeError('no such method')
    }

    assert.throws(() => readBlock(sealBlock(new Uint8Array(3)), 'source 7', misread), isDamaged('source 7'))
  })

  it('stores what does not shrink as it is', () => {
    assert.equal(sealBlock(Uint8Array.of(1, 2, 3)).length, 13)
  })
})

function isDamaged(label: string): (error: unknown) => boolean {
  return (error) => error instanceof DamagedBlockError && error.label === label && error.message.includes(label)
}
