import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { call, createUnit, createUser } from '../support/api.ts'
import { startPortal } from '../support/portal.ts'

// Prometheus' own client, of Debian's package `prometheus`; FIELDWATCH_PROMTOOL names another one.
const run = promisify(execFile)
const promtool = process.env['FIELDWATCH_PROMTOOL'] ?? 'promtool'

const portal = await startPortal()
after(() => portal.close())

const START = 1_772_323_200
const COUNT = 2_000
const levelAt = (index: number): number => Math.round(100 * Math.sin(index / 50)) / 10

const user = await createUser(portal, { email: 'ada@tool.example', entity: 'Tool Water' })
for (const dataID of ['pump-1', 'pump-2']) {
  const token = await createUnit(portal, user, dataID)
  const records = Array.from({ length: COUNT }, (_, index) => ({
    messageUTC: (START + index) * 1000,
    level: dataID === 'pump-1' ? levelAt(index) : 1,
    total: index * 2,
  }))
  const response = await fetch(portal.url + ingestSource.path.replace(':dataID', dataID).replace(':source', 'tank'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  assert.equal(response.status, 200)
}
const { details } = await call(portal, createProgramToken, {
  token: user.token,
  body: { name: 'promtool', scopes: ['read'], days: 1 },
})
const server = `${portal.url.replace('//', `//promtool:${details.secret}@`)}/api/v1/prometheus`

interface Series {
  readonly metric: Readonly<Record<string, string>>
  readonly value?: readonly [number, string]
  readonly values?: readonly (readonly [number, string])[]
}

async function ask(kind: 'instant' | 'range', parameters: readonly string[], expression: string): Promise<Series[]> {
  const { stdout } = await run(promtool, ['query', '-o', 'json', kind, ...parameters, server, expression])
  return JSON.parse(stdout) as Series[]
}

describe('promtool', () => {
  test('reads values at a moment', async () => {
    const time = START + COUNT - 1
    const [series] = await ask('instant', [`--time=${time}`], 'level{unit="pump-1"}')

    assert.equal(series?.metric['unit'], 'pump-1')
    assert.deepEqual(series?.value, [time, String(levelAt(COUNT - 1))])
  })

  test('reads values over time that a naive computation gives too', async () => {
    const steps = [`--start=${START + 60}`, `--end=${START + 1_800}`, '--step=60s']
    const [highest] = await ask('range', steps, 'max_over_time(level{unit="pump-1"}[1m])')
    const [both] = await ask('range', steps, 'sum(level)')

    const ends = Array.from({ length: 30 }, (_, index) => 60 * (index + 1))
    const windows = ends.map((end) => Array.from({ length: 60 }, (_, index) => levelAt(end - index)))
    assert.deepEqual(
      highest?.values,
      ends.map((end, index) => [START + end, String(Math.max(...(windows[index] ?? [])))]),
    )
    assert.deepEqual(
      both?.values?.map(([at, value]) => [at, Math.round(Number(value) * 10)]),
      ends.map((end) => [START + end, Math.round((levelAt(end) + 1) * 10)]),
    )
  })

  test('reads the rate of a counter', async () => {
    const [series] = await ask('instant', [`--time=${START + 600}`], 'rate(total{unit="pump-1"}[5m])')

    assert.ok(Math.abs(Number(series?.value?.[1]) - 2) < 1e-9)
  })

  test('lists series and labels', async () => {
    const series = await run(promtool, ['query', 'series', '--match=level', server])
    const labels = await run(promtool, ['query', 'labels', server, 'unit'])

    assert.match(series.stdout, /__name__="level".*unit="pump-1"/)
    assert.deepEqual(labels.stdout.trim().split('\n'), ['pump-1', 'pump-2'])
  })

  test('shows why an expression is refused', async () => {
    const refused = ask('instant', [], 'topk(1, level)')

    await assert.rejects(refused, /aggregation “topk”/)
  })
})
