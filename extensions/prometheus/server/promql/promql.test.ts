import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createProgramToken } from '@fieldwatch/contract/people/program-tokens'
import {
  getPrometheusBuild,
  getPrometheusMetadata,
  listPrometheusLabels,
  listPrometheusSeries,
  listPrometheusValues,
  postPrometheusQuery,
  postPrometheusRange,
  queryPrometheus,
  queryPrometheusRange,
} from '../../contract/prometheus-queries.ts'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { sendRecords } from '@fieldwatch/server/testing/send-records'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { app, call, clock, db, signInAs } = await createTestApp({ database })
const person = await signInAs({ role: 'admin' })
const pump = await buildUnit(db, { entity: person.entity, dataId: 'pump-1' as DataId, friendlyName: 'North pump' })
const well = await buildUnit(db, { entity: person.entity, dataId: 'well-1' as DataId, friendlyName: 'Well' })
const foreign = await buildUnit(db, { dataId: 'foreign-1' as DataId })

const MINUTE = 60_000
const NOW = Math.floor(clock() / MINUTE) * MINUTE
const ago = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString()

await sendRecords(app, pump, 'tank', [
  { messageUTC: ago(3), level: 1, 'flow-rate': 5, note: 'low' },
  { messageUTC: ago(2), level: 2 },
  { messageUTC: ago(1), level: 4, on: true },
])
await sendRecords(app, pump, 'room_temp-site-a', [{ messageUTC: ago(1), value: 21.5 }])
await sendRecords(app, well, 'tank', [{ messageUTC: ago(2), level: 10 }])
await sendRecords(app, foreign, 'tank', [{ messageUTC: ago(1), level: 99 }])

/** Seconds, as clients ask. */
const SECOND = NOW / 1000
const at = String(SECOND)

interface Result {
  resultType: string
  result: { metric: Record<string, string>; value?: [number, string]; values?: [number, string][] }[]
}

async function query(text: string, more: Record<string, string> = {}): Promise<Result> {
  const { response } = await call(queryPrometheus, { as: person, query: { query: text, time: at, ...more } })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

/** The values by unit and field, where series have these labels. */
async function valuesOf(text: string, more: Record<string, string> = {}) {
  const { result } = await query(text, more)
  return Object.fromEntries(
    result.map(({ metric: { unit = '', field = '' }, value }) => [`${unit} ${field}`.trim(), value?.[1]]),
  )
}

describe('a query at a moment', () => {
  it('answers a number, as the test of a data source in Grafana asks', async () => {
    assert.deepEqual(await query('1+1'), { resultType: 'scalar', result: [SECOND, '2'] })
  })

  it('names a series by its field, with unit, source and entity as labels', async () => {
    const { resultType, result } = await query('level{unit="pump-1"}')

    assert.equal(resultType, 'vector')
    const { entity, ...labels } = result[0]?.metric ?? {}
    assert.notEqual(entity, undefined)
    assert.deepEqual(labels, { __name__: 'level', field: 'level', name: 'North pump', source: 'tank', unit: 'pump-1' })
    assert.deepEqual(result[0]?.value, [SECOND, '4'])
  })

  it('names what is just a value by its source, as remote write stores it', async () => {
    const { result } = await query('room_temp_site_a')

    assert.equal(result[0]?.metric['source'], 'room_temp-site-a')
    assert.equal(result[0]?.value?.[1], '21.5')
  })

  it('finds a field with a dash by its metric and by its exact name', async () => {
    assert.deepEqual(await valuesOf('flow_rate'), { 'pump-1 flow-rate': '5' })
    assert.deepEqual(await valuesOf('{field="flow-rate"}'), { 'pump-1 flow-rate': '5' })
  })

  it('reads a boolean as 1 and 0, and leaves text out', async () => {
    assert.deepEqual(await valuesOf('{unit="pump-1", source="tank"}'), {
      'pump-1 flow-rate': '5',
      'pump-1 level': '4',
      'pump-1 on': '1',
    })
  })

  for (const [text, expected] of [
    ['level', { 'pump-1 level': '4', 'well-1 level': '10' }],
    ['level{unit!="pump-1"}', { 'well-1 level': '10' }],
    ['level{unit=~"pump-1|well-1"}', { 'pump-1 level': '4', 'well-1 level': '10' }],
    ['level{unit=~"(pump\\\\-1)"}', { 'pump-1 level': '4' }],
    ['level{unit=~"p.*"}', { 'pump-1 level': '4' }],
    ['level{unit!~"p[a-z]+-[0-9]"}', { 'well-1 level': '10' }],
    ['level{name=~"(?i)north.*"}', { 'pump-1 level': '4' }],
    ['level{site=""}', { 'pump-1 level': '4', 'well-1 level': '10' }],
    ['level{site!=""}', {}],
    ['level offset 2m', { 'pump-1 level': '2', 'well-1 level': '10' }],
    ['level offset -1m', { 'pump-1 level': '4', 'well-1 level': '10' }],
    ['level{unit="foreign-1"}', {}],
    ['missing', {}],
    ['sum_over_time(level[5m])', { 'pump-1 level': '7', 'well-1 level': '10' }],
    ['avg_over_time(level{unit="pump-1"}[2m])', { 'pump-1 level': '4' }],
    ['avg_over_time(level{unit="pump-1"}[121s])', { 'pump-1 level': '3' }],
    ['min_over_time(level[5m])', { 'pump-1 level': '1', 'well-1 level': '10' }],
    ['max_over_time(level[5m] offset 2m)', { 'pump-1 level': '2', 'well-1 level': '10' }],
    ['count_over_time(level[5m])', { 'pump-1 level': '3', 'well-1 level': '1' }],
    ['last_over_time(level[90s])', { 'pump-1 level': '4' }],
    ['level * 2 + 1', { 'pump-1 level': '9', 'well-1 level': '21' }],
    ['10 / (level - 4)', { 'pump-1 level': '+Inf', 'well-1 level': String(10 / 6) }],
    ['-level % 3', { 'pump-1 level': '-1', 'well-1 level': '-1' }],
    ['level ^ 2', { 'pump-1 level': '16', 'well-1 level': '100' }],
    ['sum(level)', { '': '14' }],
    ['avg(level)', { '': '7' }],
    ['count(level)', { '': '2' }],
    ['max by (unit) (level)', { 'pump-1': '4', 'well-1': '10' }],
    ['min without (source, entity, name) (level)', { 'pump-1 level': '4', 'well-1 level': '10' }],
    ['sum by (unit) (max_over_time(level[5m])) * 10', { 'pump-1': '40', 'well-1': '100' }],
    ['sum(level) without (unit, entity, field, name, source)', { '': '14' }],
    ['# a comment\nsum(\n  level # another\n)', { '': '14' }],
  ] as const) {
    it(`answers ${text}`, async () => {
      assert.deepEqual(await valuesOf(text), expected)
    })
  }

  it('leaves out what is older than the look-back, which a request may set', async () => {
    const later = { time: String(SECOND + 200) }

    assert.deepEqual(await valuesOf('level', later), { 'pump-1 level': '4' })
    assert.deepEqual(await valuesOf('level', { ...later, lookback_delta: '1h' }), {
      'pump-1 level': '4',
      'well-1 level': '10',
    })
  })

  it('answers the records of a range', async () => {
    const { resultType, result } = await query('level{unit="pump-1"}[150s]')

    assert.equal(resultType, 'matrix')
    assert.deepEqual(result[0]?.values, [
      [SECOND - 120, '2'],
      [SECOND - 60, '4'],
    ])
  })

  it('calculates with numbers as Prometheus does', async () => {
    for (const [text, expected] of [
      ['0x1F', '31'],
      ['1e3', '1000'],
      ['Inf', '+Inf'],
      ['-Inf', '-Inf'],
      ['NaN', 'NaN'],
      ['5m', '300'],
      ['-2 ^ 2', '-4'],
      ['2 ^ 3 ^ 2', '512'],
      ['1 - 2 - 3', '-4'],
      ['7 % 4 * 2', '6'],
      ['1 ^ NaN', '1'],
      ['(1 + 2) * -3', '-9'],
    ] as const) {
      const { result } = await query(text)
      assert.deepEqual((result as unknown as [number, string])[1], expected, text)
    }
  })
})

describe('a query over time', () => {
  const range = { start: String(SECOND - 240), end: at, step: '60' }

  it('has a value for each step at which a series has one', async () => {
    const { response } = await call(queryPrometheusRange, {
      as: person,
      query: { query: 'level{unit="pump-1"}', ...range, lookback_delta: '90s' },
    })

    const { data } = response.json()
    assert.equal(data.resultType, 'matrix')
    assert.deepEqual(data.result[0].values, [
      [SECOND - 180, '1'],
      [SECOND - 120, '2'],
      [SECOND - 60, '4'],
      [SECOND, '4'],
    ])
  })

  it('is asked by a form as well, with parameters in the address', async () => {
    const response = await app.inject({
      method: 'POST',
      url: `${postPrometheusRange.path}?lookback_delta=90s`,
      headers: { authorization: person.bearer, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ query: 'sum(level)', ...range }).toString(),
    })

    assert.equal(response.statusCode, 200, response.body)
    assert.deepEqual(response.json().data.result[0].values, [
      [SECOND - 180, '1'],
      [SECOND - 120, '12'],
      [SECOND - 60, '14'],
      [SECOND, '4'],
    ])
  })

  it('gives a number at every step', async () => {
    const { response } = await call(queryPrometheusRange, { as: person, query: { query: '2', ...range, step: '2m' } })

    assert.deepEqual(response.json().data.result, [
      {
        metric: {},
        values: [
          [SECOND - 240, '2'],
          [SECOND - 120, '2'],
          [SECOND, '2'],
        ],
      },
    ])
  })

  for (const [title, wrong] of [
    ['a step of nothing', { step: '0' }],
    ['a step that is no duration', { step: 'soon' }],
    ['an end before its start', { end: '0' }],
    ['too many steps', { step: '1ms' }],
    ['a start that is no time', { start: 'yesterday' }],
    ['a range in place of values', { query: 'level[5m]' }],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const asked = { query: 'level', ...range, ...wrong }
      const { failure, status } = await call(queryPrometheusRange, { as: person, query: asked })

      assert.equal(status, 400)
      assert.equal(failure.code, 'query/invalid')
    })
  }
})

describe('what is not supported', () => {
  for (const [text, code, message] of [
    ['level + level', 'query/unsupported', /calculates series with series/],
    ['level > 3', 'query/unsupported', /operator “>”/],
    ['level == bool 3', 'query/unsupported', /operator “==”/],
    ['level and level', 'query/unsupported', /operator “and”/],
    ['level atan2 1', 'query/unsupported', /operator “atan2”/],
    ['level * on(unit) level', 'query/unsupported', /on\(unit\)/],
    ['histogram_quantile(0.9, level)', 'query/unsupported', /function “histogram_quantile”/],
    ['abs(level)', 'query/unsupported', /function “abs”/],
    ['time()', 'query/unsupported', /function “time”/],
    ['label_replace(level, "a", "b", "c", "d")', 'query/unsupported', /function “label_replace”/],
    ['irate(level[5m])', 'query/unsupported', /function “irate”/],
    ['quantile_over_time(0.5, level[5m])', 'query/unsupported', /function “quantile_over_time”/],
    ['topk(3, level)', 'query/unsupported', /aggregation “topk”/],
    ['quantile(0.9, level)', 'query/unsupported', /aggregation “quantile”/],
    ['stddev(level)', 'query/unsupported', /aggregation “stddev”/],
    ['max_over_time(level[5m:1m])', 'query/unsupported', /Subqueries/],
    ['level @ 100', 'query/unsupported', /modifier @/],
    ['level @ end()', 'query/unsupported', /modifier @/],
    ['"text"', 'query/unsupported', /"text"/],
    ['sum(level) offset 5m', 'query/unsupported', /offset belongs directly behind/],
    ['rate(sum(level)[5m])', 'query/unsupported', /range in brackets belongs/],
    ['level{unit=~"(.?){200}"}', 'query/unsupported', /too large/],
    ['rate(level)', 'query/invalid', /takes one range/],
    ['sum(1)', 'query/invalid', /takes one expression with series/],
    ['level[5m] * 2', 'query/invalid', /is a range/],
    ['level{unit=~"["}', 'query/invalid', /regular expression/],
    ['{unit=~".*"}', 'query/invalid', /selects everything/],
    ['level{__name__="other"}', 'query/invalid', /names the metric twice/],
    ['level{unit="a\\q"}', 'query/invalid', /is not valid/],
    ['level level', 'query/invalid', /cannot be read from “level” on \(position 7\)/],
    ['level{', 'query/invalid', /incomplete/],
    ['', 'query/invalid', /incomplete/],
    ['sum(level', 'query/invalid', /incomplete/],
    ['level[0s]', 'query/invalid', /not a valid duration/],
    [`${'('.repeat(100)}1${')'.repeat(100)}`, 'query/unsupported', /inside one another/],
  ] as const) {
    it(`is refused in a sentence: ${text.slice(0, 60)}`, async () => {
      const { response, failure, status } = await call(queryPrometheus, {
        as: person,
        query: { query: text, time: at },
      })

      assert.equal(status, 400)
      assert.equal(failure.code, code)
      assert.match(failure.message, message)
      const { errorType, error } = response.json()
      assert.deepEqual({ errorType, error }, { errorType: 'bad_data', error: failure.message })
    })
  }
})

describe('what there is to query', () => {
  it('is listed as labels, values and series', async () => {
    const labels = await call(listPrometheusLabels, { as: person, query: {} })
    const metrics = await call(listPrometheusValues, { as: person, params: { name: '__name__' }, query: {} })
    const units = await call(listPrometheusValues, {
      as: person,
      params: { name: 'unit' },
      query: { 'match[]': 'level' },
    })
    const series = await call(listPrometheusSeries, {
      as: person,
      query: { 'match[]': ['flow_rate', '{name="Well"}'] },
    })

    assert.deepEqual(labels.response.json().data, ['__name__', 'entity', 'field', 'name', 'source', 'unit'])
    assert.deepEqual(metrics.response.json().data, ['flow_rate', 'level', 'on', 'room_temp_site_a'])
    assert.deepEqual(units.response.json().data, ['pump-1', 'well-1'])
    assert.deepEqual(
      series.response.json().data.map(({ unit, field }: Record<string, string>) => [unit, field]),
      [
        ['pump-1', 'flow-rate'],
        ['well-1', 'level'],
      ],
    )
  })

  it('is empty for a label that no series has, and for a selector that none matches', async () => {
    const values = await call(listPrometheusValues, { as: person, params: { name: 'job' }, query: {} })
    const labels = await call(listPrometheusLabels, { as: person, query: { 'match[]': 'missing' } })

    assert.deepEqual(values.response.json().data, [])
    assert.deepEqual(labels.response.json().data, [])
  })

  it('is cut to a limit with a warning', async () => {
    const asked = { as: person, params: { name: '__name__' }, query: { limit: 2 } }
    const { response } = await call(listPrometheusValues, asked)

    const { data, warnings } = response.json()
    assert.equal(data.length, 2)
    assert.deepEqual(warnings, ['results truncated due to limit'])
  })

  it('has a kind for each metric, and a version', async () => {
    const metadata = await call(getPrometheusMetadata, { as: person, query: { metric: 'level' } })
    const build = await call(getPrometheusBuild, { as: person })

    assert.deepEqual(metadata.response.json().data, { level: [{ type: 'gauge', unit: '', help: '' }] })
    assert.equal(build.response.json().data.version, '3.0.0')
  })

  it('answers what Grafana asks by POST though Prometheus has only GET for it, and what there is nothing of', async () => {
    const base = '/api/v1/prometheus/api/v1'
    const ask = async (method: 'GET' | 'POST', path: string) => {
      const headers = { authorization: person.bearer, 'content-type': 'application/x-www-form-urlencoded' }
      const { statusCode, body } = await app.inject({ method, url: `${base}/${path}`, headers })
      assert.equal(statusCode, 200, `${method} ${path}`)
      return (JSON.parse(body) as { data: unknown }).data
    }
    for (const method of ['GET', 'POST'] as const) {
      assert.deepEqual(await ask(method, 'label/unit/values?match[]=level'), ['pump-1', 'well-1'])
      assert.deepEqual(await ask(method, 'metadata?limit_per_metric=1&metric=level'), {
        level: [{ type: 'gauge', unit: '', help: '' }],
      })
      assert.partialDeepStrictEqual(await ask(method, 'status/buildinfo'), { version: '3.0.0' })
      assert.deepEqual(await ask(method, 'query_exemplars?query=level&start=1&end=2'), [])
      assert.deepEqual(await ask(method, 'rules?type=record'), { groups: [] })
    }
  })

  it('needs a selector for series', async () => {
    const { failure } = await call(listPrometheusSeries, { as: person, query: {} })

    assert.equal(failure.code, 'query/invalid')
  })
})

describe('a client of Prometheus', () => {
  it('is a program with a token that may read, as a bearer or as a password', async () => {
    const token = { name: 'Grafana', scopes: ['read' as const], days: 30 }
    const { body } = await call(createProgramToken, { as: person, body: token })
    const { secret } = body.details
    const basic = `Basic ${Buffer.from(`grafana:${secret}`).toString('base64')}`

    for (const authorization of [`Bearer ${secret}`, basic]) {
      const { status } = await call(queryPrometheus, { headers: { authorization }, query: { query: 'level' } })
      assert.equal(status, 200)
    }
  })

  it('is refused with another scope, with the password of a person, and without anything', async () => {
    const token = { name: 'Gateway', scopes: ['send-for-units' as const], days: 30 }
    const { body } = await call(createProgramToken, { as: person, body: token })
    const ask = (headers: Record<string, string>) => call(queryPrometheus, { headers, query: { query: 'level' } })

    const other = await ask({ authorization: `Bearer ${body.details.secret}` })
    const password = await ask({ authorization: `Basic ${Buffer.from(`${person.email}:secret`).toString('base64')}` })
    const none = await ask({})

    assert.equal(other.failure.code, 'access/scope-missing')
    assert.equal(password.failure.code, 'auth/missing-token')
    assert.equal(none.failure.code, 'auth/missing-token')
  })

  it('reads the history of requests only as an admin', async () => {
    const viewer = await signInAs({ entity: person.entity })
    await sendRecords(app, pump, 'action_result', [{ messageUTC: ago(1), action_id: 'x', attempts: 2, status: 'OK' }])
    const ask = { query: 'attempts', time: at }

    const theirs = await call(queryPrometheus, { as: viewer, query: ask })
    const own = await call(postPrometheusQuery, { as: person, body: ask })

    assert.deepEqual(theirs.response.json().data.result, [])
    assert.equal(own.response.json().data.result.length, 1)
  })
})
