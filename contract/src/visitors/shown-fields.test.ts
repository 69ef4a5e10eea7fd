import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { SourceName } from '../api/ids.ts'
import { OverviewWidgets } from '../widgets/widget-kinds.ts'
import { bySourceOf, fieldsOfOverview, isAllowed, narrowOverview } from './shown-fields.ts'

const OVERVIEW = OverviewWidgets.parse({
  gauges: [
    { title: 'Level', range: [0, 1], source: 'tank', field: 'level' },
    {
      title: 'Share',
      range: [0, 1],
      source: 'tank',
      calculate: { formula: 'tank.level / pump.rate', denominators: ['pump.rate'] },
    },
  ],
  infoCards: [
    {
      topic: 'Tank',
      specifications: {
        tank: [
          { field: 'level', friendlyName: 'Level' },
          { field: 'temp', friendlyName: 'Temperature' },
        ],
      },
    },
  ],
  tables: [{ title: 'Flow', type: 'generic', specifications: { pump: [{ field: 'rate', friendlyName: 'Rate' }] } }],
  maps: [{ source: 'location', latitudeField: 'lat', longitudeField: 'lon' }],
  eventLog: { title: 'Log', specifications: { log: [{ field: 'text', friendlyName: 'Text' }] } },
})

describe('the fields of an overview', () => {
  it('are those of each kind of widget, with as many records as the longest shows', () => {
    assert.deepEqual(
      fieldsOfOverview(OVERVIEW)
        .map(({ source, field, records }) => `${source}.${field} ${records}`)
        .toSorted(),
      ['location.lat 1', 'location.lon 1', 'log.text 5', 'pump.rate 10', 'tank.level 1', 'tank.temp 1'],
    )
  })

  it('are none of a formula that can’t be read', () => {
    const calculate = { formula: '((', denominators: [] }
    const gauge = { title: '', range: [0, 1] as [number, number], source: 'tank' as SourceName, calculate }

    assert.deepEqual(fieldsOfOverview({ gauges: [gauge] }), [])
    assert.deepEqual(narrowOverview({ gauges: [gauge] }, {}), {})
  })
})

describe('a narrowed overview', () => {
  it('is the whole one where all its fields are allowed', () => {
    assert.deepEqual(narrowOverview(OVERVIEW, bySourceOf(fieldsOfOverview(OVERVIEW))), OVERVIEW)
  })

  it('leaves out values that need another field, and widgets without a value', () => {
    assert.deepEqual(narrowOverview(OVERVIEW, { tank: ['level'] }), {
      gauges: [OVERVIEW.gauges?.[0]],
      infoCards: [{ topic: 'Tank', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } }],
    })
  })

  it('needs no field that is not allowed, whatever is', () => {
    const all = fieldsOfOverview(OVERVIEW)
    fc.assert(
      fc.property(fc.subarray(all), (some) => {
        const allowed = bySourceOf(some)
        const left = fieldsOfOverview(narrowOverview(OVERVIEW, allowed))
        assert.ok(left.every((field) => isAllowed(allowed, field)))
      }),
    )
  })

  it('takes no inherited name for an allowed one', () => {
    for (const source of ['constructor', '__proto__', 'toString'])
      assert.equal(isAllowed({}, { source, field: 'length' }), false)
  })
})
