import type { EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { daysProblem, inherited, removals, newSourcesText } from './kept-days.ts'

const FOR_EVER = { rawDays: null, summaryDays: null }
const entity = (rawDays: number | null) => ({ entityID: 'water' as EntityId, rawDays, summaryDays: null, version: 1 })

describe('the days that something is kept', () => {
  it.each([
    [0, 'Days are a whole number from 1 to 36,500.'],
    [1.5, 'Days are a whole number from 1 to 36,500.'],
    [-1, 'Days are a whole number from 1 to 36,500.'],
    [36_501, 'Days are a whole number from 1 to 36,500.'],
    [1, undefined],
    ['', undefined],
  ] as const)('%s: %s', (days, problem) => {
    expect(daysProblem(days)).toBe(problem)
  })

  it('come from the entity that keeps longest, if each has a number, and else from the portal', () => {
    const portal = { rawDays: 365, summaryDays: null }

    expect(inherited({ portal, entities: [entity(30), entity(90)] }).rawDays).toBe(90)
    expect(inherited({ portal, entities: [entity(30), entity(null)] }).rawDays).toBe(365)
    expect(inherited({ portal, entities: [] }).rawDays).toBe(365)
  })
})

describe('what a change removes', () => {
  it.each([
    [
      'nothing, when more is kept',
      { rawDays: 30, summaryDays: null },
      { rawDays: 31, summaryDays: null },
      FOR_EVER,
      [],
    ],
    [
      'what was kept for ever',
      FOR_EVER,
      { rawDays: 1, summaryDays: null },
      FOR_EVER,
      ['Records older than 1 day are deleted permanently. They are kept forever now.'],
    ],
    [
      'what a longer number kept, when the number goes',
      { rawDays: 400, summaryDays: 1000 },
      { rawDays: null, summaryDays: 500 },
      { rawDays: 90, summaryDays: null },
      [
        'Records older than 90 days are deleted permanently. They are kept for 400 days now.',
        'Summaries older than 500 days are deleted permanently. They are kept for 1,000 days now.',
      ],
    ],
  ])('is %s', (_what, before, after, otherwise, sentences) => {
    expect(removals(before, after, otherwise)).toEqual(sentences)
  })
})

describe('the sources to come', () => {
  it('are named where they begin with numbers of their own', () => {
    expect(newSourcesText({ rawDays: 90, summaryDays: 3650 })).toBe(
      'A new source of this unit keeps its records for 90 days and its summaries for 3,650 days.',
    )
    expect(newSourcesText({ rawDays: 1, summaryDays: null })).toBe(
      'A new source of this unit keeps its records for 1 day.',
    )
    expect(newSourcesText({ rawDays: null, summaryDays: null })).toBeUndefined()
  })
})
