import type { LabelId } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { countByFilter, filterUnits, labelledUnits, searchUnits, statusOf, type UnitFilter } from './unit-filter.ts'

const running = buildUnit({ dataID: 'pump-01', friendlyName: 'Põhja pump' })
const off = buildUnit({ dataID: 'pump-02', friendlyName: 'South pump', active: false })
const boxed = buildUnit({ dataID: 'tank-03', friendlyName: 'Harbour tank', lastActivityUTC: null })
const boxedOff = buildUnit({ dataID: 'tank-04', active: false, lastActivityUTC: null })
const fleet = [running, off, boxed, boxedOff]

const found = (filter: UnitFilter, search = '') =>
  filterUnits(searchUnits(fleet, search), filter).map(({ dataID }) => dataID)

describe('the status of a unit', () => {
  // spec 1-4-01, 1-4-02
  it.each([
    [running, 'activated'],
    [off, 'deactivated'],
    [boxed, 'not-deployed'],
    [boxedOff, 'deactivated'],
  ])('is one of three', (unit, status) => {
    expect(statusOf(unit)).toBe(status)
  })
})

describe('labels', () => {
  const [urgent, south] = ['urgent' as LabelId, 'south' as LabelId]
  const labels = new Map([
    [urgent, { labelID: urgent, name: 'Eilt sehr: Ölwechsel' }],
    [south, { labelID: south, name: 'South' }],
  ])
  const labelled = [
    buildUnit({ dataID: 'both', labels: [urgent, south] }),
    buildUnit({ dataID: 'one', labels: [urgent] }),
    buildUnit({ dataID: 'south-pump' }),
  ]
  const ids = (units: readonly { dataID: string }[]) => units.map(({ dataID }) => dataID)

  it('are all on the units that are shown', () => {
    expect(ids(labelledUnits(labelled, []))).toEqual(['both', 'one', 'south-pump'])
    expect(ids(labelledUnits(labelled, [urgent]))).toEqual(['both', 'one'])
    expect(ids(labelledUnits(labelled, [urgent, south]))).toEqual(['both'])
    expect(ids(labelledUnits(labelled, ['gone' as LabelId]))).toEqual([])
  })

  it('are searched by name, as names of units are', () => {
    expect(ids(searchUnits(labelled, 'olwechsel', labels))).toEqual(['both', 'one'])
    expect(ids(searchUnits(labelled, 'south', labels))).toEqual(['both', 'south-pump'])
    expect(ids(searchUnits(labelled, 'one eilt', labels))).toEqual(['one'])
  })
})

describe('the filters', () => {
  it.each([
    ['all', ['pump-01', 'pump-02', 'tank-03', 'tank-04']],
    ['activated', ['pump-01']],
    ['deactivated', ['pump-02', 'tank-04']],
    ['not-deployed', ['tank-03']],
  ] as const)('%s shows %s', (filter, dataIds) => {
    expect(found(filter)).toEqual(dataIds)
  })

  it('share out the fleet', () => {
    expect(countByFilter(fleet)).toEqual({ all: 4, activated: 1, deactivated: 2, 'not-deployed': 1 })
  })

  it('count what the search finds', () => {
    const counts = countByFilter(searchUnits(fleet, 'pump'))
    expect(counts).toEqual({ all: 2, activated: 1, deactivated: 1, 'not-deployed': 0 })
  })
})

describe('the search', () => {
  it.each([
    ['PUMP', ['pump-01', 'pump-02']],
    ['pohja', ['pump-01']],
    ['03', ['tank-03']],
    ['south  pump', ['pump-02']],
    ['pump south', ['pump-02']],
    [' ', ['pump-01', 'pump-02', 'tank-03', 'tank-04']],
    ['nothing', []],
  ])('for %j finds %s', (search, dataIds) => {
    expect(found('all', search)).toEqual(dataIds)
  })

  it('works within the filter', () => {
    expect(found('activated', 'pump')).toEqual(['pump-01'])
  })
})
