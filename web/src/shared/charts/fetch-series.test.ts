import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { columnFromArray, float64, tableFromColumns, tableToIPC } from '@uwdata/flechette'
import { describe, expect, it } from 'vitest'
import { createApi } from '#platform/api/call.ts'
import { createSend } from '#platform/api/send.ts'
import { fetchEdge, fetchSeries } from './fetch-series.ts'

const REQUEST = {
  dataId: DataId.parse('tank-1'),
  source: SourceName.parse('tank'),
  fields: ['level', 'nothing'],
  from: 0,
  to: 100,
  width: 800,
}

function arrow(headers: Record<string, string>): Response {
  const table = tableFromColumns([
    ['t', columnFromArray(Float64Array.of(10, 20))],
    ['level', columnFromArray([1.5, null], float64())],
  ])
  return new Response(tableToIPC(table, { format: 'stream' })?.slice(), { headers })
}

function buildApi(answer: (url: URL) => Response) {
  const seen: string[] = []
  const fetcher: typeof fetch = async (input) => {
    const url = new URL(new Request(new URL(input as string, 'http://localhost')).url)
    seen.push(url.pathname + url.search)
    return answer(url)
  }
  return { seen, api: createApi(createSend(fetcher), { current: () => 't', renew: async () => undefined }) }
}

describe('fetching a series', () => {
  it('reads times and values, missing ones as NaN, and the cursor from which the stream carries on', async () => {
    const { api, seen } = buildApi(() => arrow({ 'x-cursor': 'a.5.', 'x-sampling': 'm4' }))
    const series = await fetchSeries(api, { ...REQUEST, fields: ['level'] }, new AbortController().signal)

    expect([...series.data.x]).toEqual([10, 20])
    expect([...(series.data.columns[0] ?? [])]).toEqual([1.5, NaN])
    expect(series).toMatchObject({ cursor: 'a.5.', data: { columnMs: 100 / 800 } })
    expect(seen).toEqual(['/api/v1/series/tank-1/tank?fields=level&from=0&to=100&width=800'])
  })

  it('leaves out fields that the source does not have, and gives them a column without values', async () => {
    const { api, seen } = buildApi((url) => {
      if (url.pathname.includes('/options/')) {
        return Response.json({ statusCode: 200, body: { status: 'success', details: { tank: { level: 'float' } } } })
      }
      if (url.searchParams.get('fields') === 'level') return arrow({})
      return Response.json({ code: 'data/field-not-found', message: '' }, { status: 404 })
    })
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
    const bodies: unknown[] = []
    const fetcher: typeof fetch = async (_input, init) => {
      bodies.push(JSON.parse(init?.body as string))
      return Response.json({ statusCode: 200, body: { status: 'success', details: { data: [record] } } })
    }
    const api = createApi(createSend(fetcher), { current: () => 't', renew: async () => undefined })

    expect(await fetchEdge(api, REQUEST, { edge: 'latest', signal: new AbortController().signal })).toEqual({
      source: 'tank',
      record,
    })
    expect(bodies).toEqual([
      { dataID: 'tank-1', subject: 'tank', sort: { field: 'messageUTC', direction: 'desc' }, limit: 1 },
    ])
  })
})
