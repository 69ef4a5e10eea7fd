import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { createOpenStream } from './live-stream.ts'

const TANK = { dataId: DataId.parse('unit-1'), subject: SourceName.parse('tank'), cursor: 'a.5.' }
const REQUEST = { devices: 'unit-1', sources: [TANK], token: 't1' }

function open(response: Response) {
  const seen: { url: string; authorization: string | null }[] = []
  const fetcher: typeof fetch = async (input, init) => {
    seen.push({
      url: decodeURIComponent(input as string),
      authorization: new Headers(init?.headers).get('authorization'),
    })
    return response
  }
  return { seen, answer: createOpenStream(fetcher)(REQUEST, new AbortController().signal) }
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message }, { status, headers })
}

describe('opening the live stream', () => {
  it('asks for documents and sources with the token as a header', async () => {
    const { seen, answer } = open(new Response('', { status: 200 }))

    expect((await answer).kind).toBe('open')
    expect(seen).toEqual([
      { url: '/api/v1/stream/live?devices=unit-1&data=unit-1/tank@a.5.', authorization: 'Bearer t1' },
    ])
  })

  it('asks for what changed since the page read its units, and sees whether the server knows of that', async () => {
    const seen: string[] = []
    const answers = [new Response(''), new Response('', { headers: { 'X-Carries-On': '1' } })]
    const fetcher: typeof fetch = async (input) => {
      seen.push(input as string)
      return answers.shift() ?? expect.fail('asked too often')
    }
    const ask = () =>
      createOpenStream(fetcher)(
        { devices: 'viewing', since: '5.a', sources: [], token: 't1' },
        new AbortController().signal,
      )

    expect(await ask()).toMatchObject({ kind: 'open', carriesOn: false })
    expect(await ask()).toMatchObject({ kind: 'open', carriesOn: true })
    expect(seen[0]).toBe('/api/v1/stream/live?devices=viewing&since=5.a')
  })

  it.each([
    ['Device not found', refusal(404, 'Device not found', { 'X-Error-Details': 'Device not found' })],
    ['This data does not exist', refusal(404, 'x', { 'X-Error-Details': 'Data could not be found' })],
    ['You may not do this.', refusal(403, 'You may not do this.')],
  ])('is refused with the words %s', async (message, response) => {
    expect(await open(response).answer).toEqual({ kind: 'failed', event: { type: 'refused', message } })
  })

  it('asks for another token when this one is refused', async () => {
    expect(await open(refusal(401, 'x')).answer).toEqual({ kind: 'unauthorised' })
  })

  it.each([429, 500, 502, 503])('takes status %d for something that passes', async (status) => {
    expect(await open(refusal(status, 'x')).answer).toEqual({ kind: 'failed', event: { type: 'lost' } })
  })
})
