import { DATA_NOT_FOUND } from '@fieldwatch/contract/api/live-addresses'
import { streamLive } from '@fieldwatch/contract/telemetry/live'
import { answerTo, failure, fromProxy, raw, type Reply } from '#testing/answers.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { describe, expect, it } from 'vitest'
import { createOpenStream, type StreamRequest } from './live-stream.ts'

const TANK = { dataId: DataId.parse('unit-1'), subject: SourceName.parse('tank'), cursor: 'a.5.' }
const REQUEST = { devices: 'unit-1', sources: [TANK], token: 't1' }

function open(...replies: Reply<typeof streamLive>[]) {
  const { fetch, seen } = createFakeServer([answerTo(streamLive, () => replies.shift() ?? failure('server/internal'))])
  const ask = (request: StreamRequest = REQUEST) => createOpenStream(fetch)(request, new AbortController().signal)
  return { seen, ask }
}

describe('opening the live stream', () => {
  it('asks for documents and sources with the token as a header', async () => {
    const { seen, ask } = open(raw(''))

    expect((await ask()).kind).toBe('open')
    expect(seen.map(({ path, authorization }) => [decodeURIComponent(path), authorization])).toEqual([
      ['/api/v1/stream/live?devices=unit-1&data=unit-1/tank@a.5.', 'Bearer t1'],
    ])
  })

  it('asks for what changed since the page read its units, and sees whether the server knows of that', async () => {
    const { seen, ask } = open(raw(''), raw('', { 'X-Carries-On': '1' }))
    const request = { devices: 'viewing', since: '5.a', sources: [], token: 't1' }

    expect(await ask(request)).toMatchObject({ kind: 'open', carriesOn: false })
    expect(await ask(request)).toMatchObject({ kind: 'open', carriesOn: true })
    expect(seen[0]?.path).toBe('/api/v1/stream/live?devices=viewing&since=5.a')
  })

  // spec 1-8-08, 1-8-09, 1-8-10, 2-8-18
  it.each([
    [
      'The sentence of unit/not-found.',
      failure('unit/not-found', undefined, { 'X-Error-Details': 'Device not found' }),
    ],
    [DATA_NOT_FOUND, failure('data/not-found', undefined, { 'X-Error-Details': 'Data could not be found' })],
    ['The sentence of access/forbidden.', failure('access/forbidden')],
  ])('is refused with the words %s', async (message, refusal) => {
    expect(await open(refusal).ask()).toEqual({ kind: 'failed', event: { type: 'refused', message } })
  })

  it('asks for another token when this one is refused', async () => {
    expect(await open(failure('auth/expired-token')).ask()).toEqual({ kind: 'unauthorised' })
  })

  it.each([429, 500, 502, 503])('takes status %d for something that passes', async (status) => {
    expect(await open(fromProxy(status)).ask()).toEqual({ kind: 'failed', event: { type: 'lost' } })
  })
})
