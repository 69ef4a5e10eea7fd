import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timeAt, valueAt } from '../sensor-records.ts'
import { ALL_FIELDS, type SensorSource, stretchesOf } from '../stretches.ts'
import type { SeriesTable } from './arrow-table.ts'
import { checkDrawn } from './check-drawn.ts'
import { checkRaw } from './check-raw.ts'
import { readingAt, readingsIn } from './sent-records.ts'
import { WrongAnswer } from './wrong-answer.ts'

const start = Date.UTC(2026, 0, 1)
const source: SensorSource = {
  unit: 'unit-1',
  source: 'sensor',
  fields: ALL_FIELDS,
  sensor: { seed: 3, start },
  readings: 20_000,
}
const range = { from: start, to: start + 20_000_000 }

function tableOf(indices: readonly number[]): SeriesTable {
  const t = Float64Array.from(indices, (index) => timeAt(source.sensor, index))
  const columns = ALL_FIELDS.map((_, field) =>
    Float64Array.from(indices, (index) => valueAt(source.sensor, field, index)),
  )
  return { t, columns }
}

describe('the check of raw records', () => {
  it('takes exactly what was sent', () => {
    const sent = [...readingsIn(source, range)]
    assert.equal(checkRaw(source, range, tableOf(sent)), sent.length)
  })

  it('refuses a record too few, too many, or changed', () => {
    const sent = [...readingsIn(source, range)]
    assert.throws(() => checkRaw(source, range, tableOf(sent.slice(1))), WrongAnswer)
    assert.throws(() => checkRaw(source, range, tableOf(sent.slice(0, -1))), WrongAnswer)
    assert.throws(() => checkRaw(source, range, tableOf([...sent, 20_001])), WrongAnswer)
    const changed = tableOf(sent)
    ;(changed.columns[2] as Float64Array)[4711] = 0
    assert.throws(() => checkRaw(source, range, changed), WrongAnswer)
  })
})

describe('the check of a drawn series', () => {
  const drawn = { ...range, width: 100 }
  const all = tableOf([...readingsIn(source, range)])

  it('takes what draws the same line', () => {
    assert.equal(checkDrawn(source, drawn, all), 1)
  })

  it('refuses a point that is no record, and a missing extreme or end', () => {
    const invented = tableOf([...readingsIn(source, range)])
    ;(invented.columns[0] as Float64Array)[100] = 1000
    assert.throws(() => checkDrawn(source, drawn, invented), WrongAnswer)
    const thinned = [...readingsIn(source, range)].filter((_, place) => place % 5 === 0)
    assert.throws(() => checkDrawn(source, drawn, tableOf(thinned)), WrongAnswer)
    const ended = [...readingsIn(source, range)].slice(0, 19_000)
    assert.throws(() => checkDrawn(source, drawn, tableOf(ended)), WrongAnswer)
  })
})

describe('the stretches of a source', () => {
  it('hold every reading once, in its turn or late', () => {
    const sent = [false, true].flatMap((late) => [...stretchesOf(source, { late, size: 1000 })])
    const times = sent.flatMap(({ records }) => records.map(({ at }) => at)).sort((one, other) => one - other)
    const readings = [...readingsIn(source, range)]
    assert.deepEqual(
      times.map((at) => readingAt(source, at)),
      readings,
    )
    assert.ok(sent.every(({ records }) => records.length <= 1000))
  })
})
