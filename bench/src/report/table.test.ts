import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WrongAnswer } from '../checks/wrong-answer.ts'
import { printTable } from './print-table.ts'
import { ratioOf, type Result, verdictOf } from './result.ts'
import { formatTable } from './table.ts'

const backfill: Result = {
  work: 'backfill',
  unit: 'records/s',
  target: 300_000,
  against: { yardstick: 'VictoriaMetrics', ratio: 0.8 },
  measured: 320_000,
  yardsticks: [
    { name: 'VictoriaMetrics', figure: 310_000 },
    { name: 'InfluxDB', figure: 'not installed' },
  ],
}

describe('the table of the benchmark', () => {
  it('shows a row of work with its yardsticks below each other, and notes at the end', () => {
    const year: Result = {
      work: 'year',
      unit: 'ms',
      target: 150,
      measured: 'with --year only',
      note: 'Thirty million.',
    }
    assert.deepEqual(formatTable([backfill, year]).split('\n'), [
      '| work     | target                                       | measured          | yardstick (same run)               |  ratio | verdict |',
      '| -------- | -------------------------------------------- | ----------------- | ---------------------------------- | ------ | ------- |',
      '| backfill | ≥ 300,000 records/s, ≥ 0.8 × VictoriaMetrics | 320,000 records/s | VictoriaMetrics: 310,000 records/s | 1.03 × | ok      |',
      '|          |                                              |                   | InfluxDB: not installed            |        |         |',
      '| -------- | -------------------------------------------- | ----------------- | ---------------------------------- | ------ | ------- |',
      '| year (1) | ≤ 150 ms                                     | with --year only  |                                    |        |         |',
      '',
      '(1) Thirty million.',
    ])
  })

  it('calls a ratio how many times better it is, whether more or less is better', () => {
    assert.equal(ratioOf({ unit: 'records/s', measured: 200 }, 100), 2)
    assert.equal(ratioOf({ unit: 'ms', measured: 50 }, 100), 2)
    assert.equal(ratioOf({ unit: 'ms', measured: 50 }, 'not installed'), undefined)
  })

  it('calls short what misses its target or its yardstick', () => {
    assert.equal(verdictOf(backfill), 'ok')
    assert.equal(verdictOf({ ...backfill, measured: 299_999 }), 'short')
    assert.equal(verdictOf({ ...backfill, yardsticks: [{ name: 'VictoriaMetrics', figure: 500_000 }] }), 'short')
    assert.equal(verdictOf({ work: 'memory', unit: 'MB', target: 400, measured: 401 }), 'short')
    assert.equal(verdictOf({ work: 'memory', unit: 'MB', target: 400, measured: 400 }), 'ok')
  })

  it('has no verdict where nothing was measured or asked for', () => {
    assert.equal(verdictOf({ ...backfill, measured: 'not measured' }), undefined)
    assert.equal(verdictOf({ work: 'late records', unit: 'records/s', measured: 1 }), undefined)
  })

  it('is printed with what was measured before a part that meets a wrong answer', async () => {
    const printed: string[] = []
    const run = printTable({ quick: true, engine: 'Node', print: (text) => printed.push(text) }, async (results) => {
      results.push(backfill)
      throw new WrongAnswer('the last record is missing')
    })

    await assert.rejects(run, WrongAnswer)
    assert.equal(printed.at(-1), formatTable([backfill]))
  })
})
