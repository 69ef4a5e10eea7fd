import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { getDataOptions, getSeries, queryData } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { createApi } from '#platform/api/call.ts'
import { createSend } from '#platform/api/send.ts'
import { type Answer, answerTo, failure } from '#testing/answers.ts'
import { buildSeriesReply } from '#testing/build-series-reply.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { fetchEdge, fetchSeries } from './fetch-series.ts'

const REQUEST = {
  dataId: DataId.parse('tank-1'),
  source: SourceName.parse('tank'),
  fields: ['level', 'nothing'],
  from: 0,
  to: 100,
  width: 800,
}

const arrow = (headers: Record<string, string> = {}) => buildSeriesReply([10, 20], { level: [1.5, null] }, headers)

function buildApi(...answers: Answer[]) {
  const { fetch, seen } = createFakeServer(answers)
  return { seen, api: createApi(createSend(fetch), { current: () => 't', renew: async () => undefined }) }
}

describe('fetching a series', () => {
  it('reads times and values, missing ones as NaN, and the cursor from which the stream carries on', async () => {
    const { api, seen } = buildApi(answerTo(getSeries, () => arrow({ 'x-cursor': 'a.5.', 'x-sampling': 'm4' })))
    const series = await fetchSeries(api, { ...REQUEST, fields: ['level'] }, new AbortController().signal)

    expect([...series.data.x]).toEqual([10, 20])
    expect([...(series.data.columns[0] ?? [])]).toEqual([1.5, NaN])
    expect(series).toMatchObject({ cursor: 'a.5.', data: { columnMs: 100 / 800 } })
    expect(seen.map(({ path }) => path)).toEqual(['/api/v1/series/tank-1/tank?fields=level&from=0&to=100&width=800'])
  })

  it('leaves out fields that the source does not have, and gives them a column without values', async () => {
    const { api, seen } = buildApi(
      answerTo(getDataOptions, () => ({ tank: { level: 'float' } })),
      answerTo(getSeries, ({ path }) => (path.includes('nothing') ? failure('data/field-not-found') : arrow())),
    )
    const { data } = await fetchSeries(api, REQUEST, new AbortController().signal)

    expect(data.columns.map((column) => [...column])).toEqual([
      [1.5, NaN],
      [NaN, NaN],
    ])
    expect(data.columnMs).toBe(0)
    expect(seen).toHaveLength(3)
  })
})

describe('the latest known value', () => {
  it('is the newest record: limit 1, by messageUTC, descending', async () => {
    const record = { messageUTC: '2026-06-01T00:00:00.000Z', recieveUTC: '2026-06-01T00:00:00.000Z', level: 1 }
    const pagination = { dataID: 'tank-1', subject: 'tank', hasNext: false }
    const { api, seen } = buildApi(answerTo(queryData, () => ({ data: [record], pagination })))

    expect(await fetchEdge(api, REQUEST, { edge: 'latest', signal: new AbortController().signal })).toEqual({
      source: 'tank',
      record,
    })
    expect(seen.map(({ body }) => body)).toEqual([
      { dataID: 'tank-1', subject: 'tank', sort: { field: 'messageUTC', direction: 'desc' }, limit: 1 },
    ])
  })
})
