import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { buildUnit } from '#testing/build-unit.ts'
import { sendTo, startTestServer } from '#testing/running-server.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createMetrics } from './metrics.ts'

/** What follows records: alerts, events, calculated sources, results of requests. */
const CONSUMERS = 4

const path = (name: string): URL => new URL(`../../../../${name}`, import.meta.url)
const read = (name: string): Promise<string> => readFile(path(name), 'utf8')

const database = await createTestDatabase()
const server = await startTestServer(database, { FIELDWATCH_DATABASE_CONNECTIONS: '12' })
await sendTo(server, await buildUnit(database.db), 'pump', { pressure: 4 })

/** Asks until what is looked at from time to time was looked at. */
async function scrape(): Promise<string> {
  for (;;) {
    const figures = await (await fetch(`${server.url}/metrics`)).text()
    const looked = /^fieldwatch_outbox_waiting_messages\{/m.test(figures) && !/_disk_free_bytes 0$/m.test(figures)
    if (looked && figures.match(/^fieldwatch_arrivals_lag_seconds\{/gm)?.length === CONSUMERS) return figures
  }
}
const figures = await scrape()
const names = new Set([...figures.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name))

/** The metrics that a text in the language of Prometheus names and that there are none of. */
function unknownIn(text: string): string[] {
  const named = [...text.matchAll(/fieldwatch_\w+/g)].map(([name]) => name)
  assert.ok(named.length > 10)
  return named.filter((name) => !names.has(name) && !names.has(name.replace(/_(bucket|count|sum)$/, '')))
}

describe('files for operators', () => {
  for (const [what, pattern] of [
    ['how late alerts are', /^fieldwatch_arrivals_lag_seconds\{consumer="alerts"\} \d/m],
    ['how late events are', /^fieldwatch_arrivals_lag_seconds\{consumer="events"\} \d/m],
    ['how late calculated sources are', /^fieldwatch_arrivals_lag_seconds\{consumer="calculations"\} \d/m],
    ['how many records wait for their commit', /^fieldwatch_ingest_waiting_records \d/m],
    ['commits and their size', /^fieldwatch_ingest_commit_records_sum 1$/m],
    ['connections of units', /^fieldwatch_mqtt_connections 0$/m],
    ['connections to the database', /^fieldwatch_database_connections\{pool="ingest",state="(used|idle)"\} \d/m],
    ['what waits for one', /^fieldwatch_database_waiting_requests\{pool="reads"\} 0$/m],
    ['messages that wait', /^fieldwatch_outbox_waiting_messages\{kind="mail"\} 0$/m],
    ['since when', /^fieldwatch_outbox_oldest_waiting_seconds\{kind="sms"\} 0$/m],
    ['room on the disk', /^fieldwatch_disk_free_bytes [1-9]/m],
    ['of how much', /^fieldwatch_disk_size_bytes [1-9]/m],
    ['the last backup, none without a schedule', /^fieldwatch_backup_last_timestamp_seconds 0$/m],
    ['the end of the certificate, none without one', /^fieldwatch_certificate_end_timestamp_seconds 0$/m],
    ['the release and its commit', /^fieldwatch_release_info\{release="\d+\.\d+\.\d+",commit="[\da-f]*"\} 1$/m],
  ] as const) {
    it(`is ${what}`, () => assert.match(figures, pattern))
  }

  it('is listed in docs/guides/monitoring.md, all of it', async () => {
    const [, table = ''] = (await read('docs/guides/monitoring.md')).split('## Metrics')
    const listed = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    const own = createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name)

    const ofOurs = (all: readonly (string | undefined)[]) =>
      new Set(all.filter((name) => !/_(process|nodejs)_/.test(`${name}`)))
    assert.deepEqual(ofOurs(listed), ofOurs(own))
  })
})

describe('the dashboard for Grafana', () => {
  const Panel = z.object({
    id: z.int(),
    type: z.enum(['row', 'stat', 'timeseries', 'table']),
    title: z.string().min(1),
    gridPos: z.object({ x: z.int(), y: z.int(), w: z.int().max(24), h: z.int() }),
    datasource: z.object({ type: z.literal('prometheus'), uid: z.literal('${DS_PROMETHEUS}') }).optional(),
    targets: z.array(z.object({ refId: z.string(), expr: z.string() })).optional(),
  })
  /** As Grafana exports a dashboard for sharing: it asks for the data source when it is imported. */
  const Dashboard = z.object({
    __inputs: z.tuple([
      z.object({ name: z.literal('DS_PROMETHEUS'), type: z.literal('datasource'), pluginId: z.literal('prometheus') }),
    ]),
    __requires: z.array(z.object({ type: z.string(), id: z.string(), version: z.string() })),
    id: z.null(),
    uid: z.string().max(40),
    title: z.string(),
    schemaVersion: z.int(),
    panels: z.array(Panel),
    templating: z.object({ list: z.array(z.object({ name: z.string(), type: z.literal('query') })) }),
  })

  it('is what Grafana imports, with panels that lie beside each other', async () => {
    const { panels } = Dashboard.parse(JSON.parse(await read('deploy/grafana-dashboard.json')))
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    )

    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
    assert.equal(new Set(cells).size, cells.length)
    assert.ok(panels.every(({ gridPos: { x, w } }) => x + w <= 24))
  })

  it('names metrics that the portal has', async () => {
    assert.deepEqual(unknownIn(await read('deploy/grafana-dashboard.json')), [])
  })
})

describe('the alert rules for Prometheus', () => {
  it('name metrics that the portal has', async () => {
    assert.deepEqual(unknownIn(await read('deploy/prometheus-alerts.yml')), [])
  })

  it('stand in one file, and each is explained under monitoring', async () => {
    const rules = await read('deploy/prometheus-alerts.yml')
    const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
    const [page = ''] = (await read('docs/guides/monitoring.md')).split('## Metrics')
    const [, table = ''] = page.split('## What the alerts mean')
    const texts = await Array.fromAsync(glob('{docs,deploy}/**/*.{md,yml,yaml}', { cwd: path('') }), async (name) => ({
      name,
      hasRules: /^\s*- alert: \w+\s+expr:/m.test(await read(name)),
    }))

    assert.deepEqual(
      [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name),
      alerts,
    )
    assert.ok(texts.length > 50)
    assert.deepEqual(
      texts.filter(({ hasRules }) => hasRules).map(({ name }) => name),
      ['deploy/prometheus-alerts.yml'],
    )
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  it('are valid, and so are the figures', { skip: !hasPromtool && 'promtool is not installed' }, () => {
    const rules = spawnSync('promtool', ['check', 'rules', path('deploy/prometheus-alerts.yml').pathname])
    const metrics = spawnSync('promtool', ['check', 'metrics'], { input: figures, encoding: 'utf8' })

    assert.equal(rules.status, 0, String(rules.stderr))
    assert.equal(metrics.stdout + metrics.stderr, '')
  })
})
