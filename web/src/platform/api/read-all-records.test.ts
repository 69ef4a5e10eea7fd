import { answerTo, failure, fromProxy } from '#testing/answers.ts'
import { queryData } from '@fieldwatch/contract/telemetry/data'
import { describe, expect, it } from 'vitest'
import { createFakeServer } from '#testing/fake-server.ts'
import { createApi } from './call.ts'
import { readAllRecords } from './read-all-records.ts'
import { createSend } from './send.ts'

const AT = '2026-05-06T12:00:00.000Z'
const query = { dataID: 'truck-1', subject: 'location' }

/** A source of that many records, in pages of two. */
function open(count: number) {
  const server = createFakeServer([
    answerTo(queryData, ({ body }) => {
      const from = Number(body.cursor ?? 0)
      const data = Array.from({ length: Math.min(2, count - from) }, (_unused, place) => ({
        messageUTC: AT,
        recieveUTC: AT,
        n: from + place,
      }))
      const pagination = { ...query, cursor: String(from + 2), hasNext: from + 2 < count }
      return { data, pagination }
    }),
  ])
  const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => undefined })
  return { api, server }
}

describe('reading all records of a query', () => {
  // spec 1-7-13, 1-7-24, 2-7-06
  it('posts each pagination back until there is no next page, and joins the pages', async () => {
    const { api, server } = open(5)
    const counts: number[] = []
    const records = await readAllRecords(api, query, { onPage: (count) => counts.push(count) })

    expect(records.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4])
    expect(counts).toEqual([2, 4, 5])
    expect(server.seen.map(({ body }) => body)).toEqual([
      query,
      { ...query, cursor: '2', hasNext: true },
      { ...query, cursor: '4', hasNext: true },
    ])
  })

  // spec 1-7-25, 2-7-07
  it('fails when a page says that it is not a success', async () => {
    const server = createFakeServer([answerTo(queryData, () => fromProxy(200, JSON.stringify({ statusCode: 500 })))])
    const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => undefined })

    await expect(readAllRecords(api, query)).rejects.toThrow('The Data API answered 500')
  })

  it('fails when a page is refused', async () => {
    const server = createFakeServer([answerTo(queryData, () => failure('data/not-found'))])
    const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => undefined })

    await expect(readAllRecords(api, query)).rejects.toMatchObject({ code: 'data/not-found' })
  })
})
