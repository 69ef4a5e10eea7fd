import { listTemplateGallery } from '@fieldwatch/contract/templates/template-gallery'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { fromProxy, answerTo, failure, type Answer } from '#testing/answers.ts'
import { createEntity, getEntity } from '@fieldwatch/contract/people/entities'
import { listUnits } from '@fieldwatch/contract/units/units'
import { setEntityViewing } from '@fieldwatch/contract/people/users'
import { describe, expect, it } from 'vitest'
import { createFakeServer } from '#testing/fake-server.ts'
import { ApiError } from './api-error.ts'
import { createApi, type Tokens } from './call.ts'
import { createSend } from './send.ts'

const goodToken: Tokens = { current: () => 'good', renew: async () => 'good' }

function apiOf(routes: readonly Answer[], tokens = goodToken) {
  const server = createFakeServer(routes)
  return { api: createApi(createSend(server.fetch), tokens), seen: server.seen }
}

describe('a call', () => {
  // spec 1-7-01, 2-6-13, 2-7-01
  it('carries the ID token, the parameters and the query, and reads the reply', async () => {
    const { api, seen } = apiOf([answerTo(listTemplateGallery, () => ({ templates: [], total: 0 }))])

    const reply = await api.call(listTemplateGallery, { query: { search: 'pump 1' } })

    expect(reply).toEqual({ status: 'success', details: { templates: [], total: 0 } })
    expect(seen).toEqual([
      { method: 'GET', path: '/api/v1/templates/gallery?search=pump+1', authorization: 'Bearer good', body: undefined },
    ])
  })

  it('leaves out of the query what is undefined', async () => {
    const { api, seen } = apiOf([answerTo(listUnits, () => [])])

    await api.call(listUnits, { query: { dataID: undefined } })

    expect(seen[0]?.path).toBe('/api/v1/devices')
  })

  it('writes parameters so that they stay within their part of the path', async () => {
    const sent: unknown[] = []
    const send = createSend(async (address) => {
      sent.push(address)
      throw new TypeError('Failed to fetch')
    })

    await expect(createApi(send, goodToken).call(getEntity, { params: { id: '../users' } })).rejects.toThrow(ApiError)

    expect(sent).toEqual(['/api/v1/entities/..%2Fusers'])
  })

  it('sends a body as JSON', async () => {
    const { api, seen } = apiOf([answerTo(setEntityViewing, () => buildSessionUser())])

    await api.call(setEntityViewing, { body: { entityViewing: ['water'] } })

    expect(seen[0]?.body).toEqual({ entityViewing: ['water'] })
  })

  it('sends texts and files as a form, and leaves out what is undefined', async () => {
    const { api, seen } = apiOf([answerTo(createEntity, () => ({ entityID: 'south' }))])
    const logo = new File(['picture'], 'logo.png', { type: 'image/png' })

    await api.call(createEntity, { body: { name: 'South', url: undefined, logo } })

    expect(seen[0]?.body).toBeInstanceOf(FormData)
    expect([...((seen[0]?.body ?? new FormData()) as FormData)]).toEqual([
      ['name', 'South'],
      ['logo', logo],
    ])
  })
})

describe('a failed call', () => {
  it('throws the code, the message and the fields of the answer', async () => {
    const fields = { name: 'Too long.' }
    const { api } = apiOf([answerTo(listUnits, () => failure('request/invalid', { fields }))])

    const error: unknown = await api.call(listUnits, { query: {} }).catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'request/invalid',
      message: 'The sentence of request/invalid.',
      status: 400,
      details: { fields },
    })
  })

  it('has the code network when no server answers', async () => {
    const { api } = apiOf([answerTo(listUnits, () => new TypeError('Failed to fetch'))])

    await expect(api.call(listUnits, { query: {} })).rejects.toMatchObject({ code: 'network', status: 0 })
  })

  it.each([
    [502, 'server/unavailable'],
    [500, 'server/internal'],
  ])('has a code even when a proxy answers %s in its own words', async (status, code) => {
    const { api } = apiOf([answerTo(listUnits, () => fromProxy(status))])

    await expect(api.call(listUnits, { query: {} })).rejects.toMatchObject({ code })
  })

  it('passes an abort on as it is', async () => {
    const { api } = apiOf([answerTo(listUnits, () => [])])
    const reason = new Error('The page was left')

    await expect(api.call(listUnits, { query: {} }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('a call with a token that has expired', () => {
  const routes = [
    answerTo(listUnits, ({ authorization }: { authorization: string | undefined }) =>
      authorization === 'Bearer new' ? [] : failure('auth/expired-token'),
    ),
  ]

  it('is repeated once with a new one', async () => {
    const { api, seen } = apiOf(routes, { current: () => 'old', renew: async () => 'new' })

    await expect(api.call(listUnits, { query: {} })).resolves.toMatchObject({ details: [] })
    expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new'])
  })

  it('fails when the session is over', async () => {
    const { api, seen } = apiOf(routes, { current: () => 'old', renew: async () => undefined })

    await expect(api.call(listUnits, { query: {} })).rejects.toMatchObject({ code: 'auth/expired-token' })
    expect(seen).toHaveLength(1)
  })

  it('fails when the new one is refused too', async () => {
    const { api, seen } = apiOf(routes, { current: () => 'old', renew: async () => 'older' })

    await expect(api.call(listUnits, { query: {} })).rejects.toMatchObject({ code: 'auth/expired-token' })
    expect(seen).toHaveLength(2)
  })

  it('is not repeated when something else was refused', async () => {
    const { api, seen } = apiOf([answerTo(listUnits, () => failure('access/forbidden'))])

    await expect(api.call(listUnits, { query: {} })).rejects.toMatchObject({ code: 'access/forbidden' })
    expect(seen).toHaveLength(1)
  })
})
