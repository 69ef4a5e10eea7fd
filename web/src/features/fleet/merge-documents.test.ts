import type { EntityId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { mergeDocuments } from './fleet-queries.ts'

const water = 'water' as EntityId
const one = buildUnit({ dataID: 'one', friendlyName: 'Alpha' })
const two = buildUnit({ dataID: 'two', friendlyName: 'Gamma' })

describe('merging live documents', () => {
  it('puts a changed document in the place of the old one', () => {
    const changed = { ...one, lastActivityUTC: '2026-05-06T13:00:00.000Z' }

    expect(mergeDocuments([one, two], new Map([['one', changed]]), [water])).toEqual([changed, two])
  })

  it('adds a new unit where its name belongs', () => {
    const fresh = buildUnit({ dataID: 'fresh', friendlyName: 'Beta', entities: [water] })

    expect(mergeDocuments([one, two], new Map([['fresh', fresh]]), [water])).toEqual([one, fresh, two])
  })

  it('puts a renamed unit where its name belongs', () => {
    const renamed = { ...one, friendlyName: 'Zulu' }

    expect(mergeDocuments([one, two], new Map([['one', renamed]]), [water])).toEqual([two, renamed])
  })

  it('adds no unit of an entity that is not looked at', () => {
    const foreign = buildUnit({ dataID: 'foreign', entities: ['wells' as EntityId] })

    expect(mergeDocuments([one, two], new Map([['foreign', foreign]]), [water])).toEqual([one, two])
  })

  it('leaves the list as it is without changes', () => {
    const units = [one, two]

    expect(mergeDocuments(units, new Map(), [water])).toBe(units)
  })
})
