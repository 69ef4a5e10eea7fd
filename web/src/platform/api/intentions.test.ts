import { buildSessionUser } from '#testing/build-session-user.ts'
import { type Reply, answerTo, failure } from '#testing/answers.ts'
import { getAction, postAction, putAction } from '@fieldwatch/contract/actions/actions'
import { createEntity } from '@fieldwatch/contract/people/entities'
import { DataId } from '@fieldwatch/contract/api/ids'
import { setEntityViewing } from '@fieldwatch/contract/people/users'
import { describe, expect, it } from 'vitest'
import { createFakeServer } from '#testing/fake-server.ts'
import { createApi } from './call.ts'
import { createSend } from './send.ts'

type Answered = Reply<typeof createEntity>

/** The idempotency keys of requests that are answered in turn. */
async function keysOf(requests: readonly { name: string; answer: Answered }[]): Promise<(string | undefined)[]> {
  const answers = requests.map(({ answer }) => answer)
  const server = createFakeServer([answerTo(createEntity, () => answers.shift() ?? made)])
  const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => 'token' })
  for (const { name } of requests) await api.call(createEntity, { body: { name } }).catch(() => undefined)
  return server.seen.map(({ idempotencyKey }) => idempotencyKey)
}

const lost = new TypeError('fetch failed')
const made = { entityID: 'south' }

describe('a request that must not happen twice', () => {
  it('carries the same key when it is sent again because no answer came', async () => {
    const [first, second] = await keysOf([
      { name: 'South', answer: lost },
      { name: 'South', answer: made },
    ])

    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
  })

  it.each([
    ['succeeded', made],
    ['was refused', failure('user/email-taken')],
  ])('carries another key after it %s', async (_how, answer) => {
    const [first, second] = await keysOf([
      { name: 'South', answer },
      { name: 'South', answer: made },
    ])

    expect(second).not.toBe(first)
  })

  it('carries another key when something else is asked for', async () => {
    const [first, second] = await keysOf([
      { name: 'South', answer: lost },
      { name: 'North', answer: made },
    ])

    expect(second).not.toBe(first)
  })

  it('carries another key when the same is asked of another thing, or by another method', async () => {
    const sent = { action_id: 1 }
    const pending = new Promise<never>(() => undefined)
    const server = createFakeServer([
      answerTo(getAction, () => pending),
      answerTo(postAction, () => pending),
      answerTo(putAction, () => sent),
    ])
    const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => 'token' })
    const askOf = (dataId: string) => ({ dataID: DataId.parse(dataId), actionClass: 'Unit', payload: 'Ping' }) as const

    void api.call(getAction, { query: askOf('tank-1') })
    void api.call(getAction, { query: askOf('tank-2') })
    void api.call(postAction, { body: askOf('tank-1') })
    await api.call(putAction, { body: askOf('tank-1') })

    expect(new Set(server.seen.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4)
  })

  it('is distinguished from one whose repetition does no harm, which carries none', async () => {
    const server = createFakeServer([answerTo(setEntityViewing, () => buildSessionUser())])
    const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => 'token' })

    await api.call(setEntityViewing, { body: { entityViewing: [] } })

    expect(server.seen[0]?.idempotencyKey).toBeUndefined()
  })
})
