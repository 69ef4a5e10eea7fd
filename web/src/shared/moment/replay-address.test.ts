import { describe, expect, it } from 'vitest'
import { replayOf, withReplay, writeReplay } from './replay-address.ts'

const RANGE = '2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z'
const FROM = Date.UTC(2026, 4, 1)
const TO = Date.UTC(2026, 4, 2)

describe('the address of a replay', () => {
  it('is the same moment for a colleague', () => {
    const view = { range: { from: FROM, to: TO }, at: FROM + 12_345, known: 'then' as const }

    expect(replayOf(writeReplay(view))).toEqual(view)
  })

  it.each([
    ['no range', {}, undefined],
    ['a range that is no range', { replay: 'yesterday' }, undefined],
    ['a range that ends before it begins', { replay: RANGE.split('~').toReversed().join('~') }, undefined],
    ['no moment', { replay: RANGE }, FROM],
    ['a moment before the range', { replay: RANGE, moment: '2020-01-01T00:00:00Z' }, FROM],
    ['a moment after the range', { replay: RANGE, moment: '2030-01-01T00:00:00Z' }, TO],
    ['a moment that is none', { replay: RANGE, moment: 'now' }, FROM],
  ])('with %s', (_title, search, at) => {
    expect(replayOf(search)?.at).toBe(at)
  })

  it('keeps what a page reads itself, and drops what is invalid', () => {
    const read = withReplay(({ tab }) => (tab === 1 ? { tab } : {}))

    expect(read({ tab: 1, replay: RANGE, known: 'later' })).toMatchObject({ tab: 1, replay: RANGE, known: undefined })
    expect(read({ replay: 7, moment: '2026-05-01T00:00:00Z' })).toEqual({
      replay: undefined,
      moment: undefined,
      known: undefined,
    })
  })
})
