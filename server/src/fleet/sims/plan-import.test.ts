import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId, EntityId, SimId } from '@fieldwatch/contract/api/ids'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { type Known, planImport } from './plan-import.ts'
import { readSimRow } from './read-sim-row.ts'
import { newCard, type SimCard, withFields } from './sim-card.ts'

const NOW = Date.UTC(2026, 10, 21)
const entity = 'own' as EntityId
const NORTH = '8944501234567890124'
const SOUTH = '8944501234567890132'
const WRONG_DIGIT = '8944501234567890127'

const known = (...cards: SimCard[]): Known => ({
  entity,
  cards: new Map(cards.map((card) => [card.iccid, card])),
  units: new Set(['tank-01']),
  seen: new Map(),
  now: NOW,
  newId: () => 'new' as SimId,
})
const north = withFields(
  newCard({ simId: 'north' as SimId, entity, iccid: NORTH }),
  { label: 'North', dataUsed: 5, dataID: 'tank-01' as DataId },
  NOW,
)
const plan = (rows: Record<string, unknown>[], ...cards: SimCard[]) =>
  planImport(
    rows.map((row, index) => readSimRow(index + 1, row)),
    known(...cards),
  )

describe('an import', () => {
  it('adds cards that are not on the list', () => {
    const { counts, changes } = plan([{ iccid: NORTH, label: 'North' }])

    assert.deepEqual(counts, { created: 1, updated: 0, unchanged: 0, invalid: 0 })
    assert.deepEqual(
      changes.map(({ card: { simId, iccid, label, status } }) => ({ simId, iccid, label, status })),
      [{ simId: 'new', iccid: NORTH, label: 'North', status: 'active' }],
    )
  })

  it('changes the given values of a known card and keeps the rest', () => {
    const { counts, changes } = plan([{ iccid: NORTH, status: 'suspended' }], north)

    assert.equal(counts.updated, 1)
    assert.deepEqual(changes, [
      { card: { ...north, status: 'suspended' }, before: { status: 'active' }, after: { status: 'suspended' } },
    ])
  })

  it('writes nothing about a card without changes', () => {
    const { counts, changes } = plan([{ iccid: NORTH, label: 'North', dataUsed: 5 }], north)

    assert.deepEqual([counts.unchanged, changes], [1, []])
  })

  it('takes the same usage as news in another month', () => {
    const inOctober = { ...north, usedAt: Date.UTC(2026, 9, 31, 23) }

    assert.equal(plan([{ iccid: NORTH, dataUsed: 5 }], inOctober).counts.updated, 1)
  })

  for (const { title, row, errors } of [
    { title: 'without an ICCID', row: {}, errors: 1 },
    { title: 'with an ICCID that is too short', row: { iccid: '8944' }, errors: 1 },
    { title: 'with two bad fields', row: { iccid: SOUTH, ip: 'nowhere', status: 'lost' }, errors: 2 },
    { title: 'with a unit that is not to be seen', row: { iccid: SOUTH, dataID: 'other' }, errors: 1 },
  ]) {
    it(`does not take a line ${title}, and says why`, () => {
      const { lines, counts, changes } = plan([row])

      assert.deepEqual([counts.invalid, changes], [1, []])
      assert.equal(lines[0]?.errors.length, errors)
      assert.ok(lines[0]?.errors.every((sentence) => inEnglish(sentence).endsWith('.')))
    })
  }

  it('does not take the second line about a card', () => {
    const { lines } = plan([{ iccid: NORTH }, { iccid: SOUTH }, { iccid: `${NORTH}F` }])

    assert.deepEqual(
      lines.map(({ verdict }) => verdict),
      ['created', 'created', 'invalid'],
    )
    assert.deepEqual(lines[2]?.errors.map(inEnglish), ['The same card is on line 1 already.'])
  })

  it('takes a card with a wrong check digit or an unknown name, and warns', () => {
    const [line] = plan([{ iccid: WRONG_DIGIT, msidsn: '1' }]).lines

    assert.equal(line?.verdict, 'created')
    assert.deepEqual(line.warnings.map(inEnglish), [
      'msidsn is not known and was ignored.',
      'The check digit of the ICCID is wrong: a digit may be mistyped.',
    ])
  })
})
