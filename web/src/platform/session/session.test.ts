import { answerTo, failure } from '#testing/answers.ts'
import { refresh, signIn, signOut } from '@fieldwatch/contract/people/auth'
import { describe, expect, it } from 'vitest'
import { createSend } from '#platform/api/send.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { createFakeBrowser } from '#testing/fake-tabs.ts'
import { createSession } from './session.ts'

/** A server with one refresh cookie, as all tabs of a browser share it. */
function createAuthServer({ signedIn }: { signedIn: boolean }) {
  let cookie = signedIn
  let issued = 0
  const grant = () => {
    cookie = true
    issued += 1
    return { idToken: `token-${issued}`, expiresAt: '2026-05-06T12:15:00.000Z', user: buildSessionUser() }
  }
  return createFakeServer([
    answerTo(refresh, () => (cookie ? grant() : failure('auth/missing-token'))),
    answerTo(signIn, ({ body }) =>
      (body as { password: string }).password === 'right' ? grant() : failure('auth/invalid-credential'),
    ),
    answerTo(signOut, () => {
      cookie = false
      return undefined
    }),
  ])
}

function openTab(server: ReturnType<typeof createFakeServer>, browser = createFakeBrowser(), { marked = true } = {}) {
  const events: string[] = []
  const cleared: string[] = []
  const session = createSession({
    send: createSend(server.fetch),
    tabs: browser.openTab(),
    mark: { isSet: () => marked, clear: () => void cleared.push('mark') },
    onUser: ({ email }) => events.push(`user ${email}`),
    onEnd: () => events.push('end'),
  })
  return { session, events, cleared }
}

const credentials = { email: 'ada@northwind.example', password: 'right' }

describe('a page that opens', () => {
  // spec 1-2-19
  it('does not know who is there before the server has said so', async () => {
    const { session } = openTab(createAuthServer({ signedIn: true }))

    expect(session.state()).toEqual({ status: 'deciding' })
    expect(await session.decided()).toEqual({ status: 'signed-in' })
  })

  it('carries on a session by its cookie', async () => {
    const { session, events } = openTab(createAuthServer({ signedIn: true }))

    await session.decided()

    expect(session.current()).toBe('token-1')
    expect(events).toEqual(['user ada@northwind.example'])
  })

  it('is signed out without one, and takes its mark away', async () => {
    const { session, cleared } = openTab(createAuthServer({ signedIn: false }))

    expect(await session.decided()).toEqual({ status: 'signed-out', why: 'ended' })
    expect(session.current()).toBeUndefined()
    expect(cleared).toEqual(['mark'])
  })

  it('asks for no session without a former sign-in', async () => {
    const server = createAuthServer({ signedIn: false })
    const { session } = openTab(server, createFakeBrowser(), { marked: false })

    expect(await session.decided()).toEqual({ status: 'signed-out', why: 'never' })
    expect(server.seen).toEqual([])
  })

  // spec 1-2-21
  it('is signed out when the check itself fails', async () => {
    const server = createFakeServer([answerTo(refresh, () => new TypeError('Failed to fetch'))])

    expect(await openTab(server).session.decided()).toEqual({ status: 'signed-out', why: 'unreachable' })
  })
})

describe('signing in', () => {
  it('makes the session known', async () => {
    const { session, events } = openTab(createAuthServer({ signedIn: false }))
    await session.decided()

    await session.signIn(credentials)

    expect(session.state()).toEqual({ status: 'signed-in' })
    expect(events).toEqual(['end', 'user ada@northwind.example'])
  })

  it('fails with the code of the server and stays signed out', async () => {
    const { session } = openTab(createAuthServer({ signedIn: false }))
    await session.decided()

    await expect(session.signIn({ ...credentials, password: 'wrong' })).rejects.toMatchObject({
      code: 'auth/invalid-credential',
    })
    expect(session.state().status).toBe('signed-out')
  })
})

describe('a token that was refused', () => {
  it('is renewed once for all who ask at the same time', async () => {
    const server = createAuthServer({ signedIn: true })
    const { session } = openTab(server)
    await session.decided()

    const tokens = await Promise.all([session.renew('token-1'), session.renew('token-1'), session.renew('token-1')])

    expect(tokens).toEqual(['token-2', 'token-2', 'token-2'])
    expect(server.seen).toHaveLength(2)
  })

  it('is not renewed again when a newer one is at hand', async () => {
    const server = createAuthServer({ signedIn: true })
    const { session } = openTab(server)
    await session.decided()
    await session.renew('token-1')

    expect(await session.renew('token-1')).toBe('token-2')
    expect(server.seen).toHaveLength(2)
  })

  it('ends the session when the cookie is refused too, and is renewed for all who wait once the person is back', async () => {
    const server = createAuthServer({ signedIn: true })
    const { session, events } = openTab(server)
    await session.decided()
    await server.fetch('/api/v1/auth/sign-out', { method: 'POST' })
    const ended = Promise.withResolvers<void>()
    session.subscribe(() => ended.resolve())

    const renewed = session.renew('token-1')
    await ended.promise
    const later = session.renew(undefined)
    const state = session.state()
    await session.signIn(credentials)

    expect(state).toEqual({ status: 'ended', why: 'ended' })
    expect(events.at(-2)).toBe('end')
    expect(await Promise.all([renewed, later])).toEqual(['token-2', 'token-2'])
    expect(session.state()).toEqual({ status: 'signed-in' })
  })

  it('is not renewed any more when the person gives the page up', async () => {
    const server = createAuthServer({ signedIn: true })
    const { session } = openTab(server)
    await session.decided()
    await server.fetch('/api/v1/auth/sign-out', { method: 'POST' })
    const ended = Promise.withResolvers<void>()
    session.subscribe(() => ended.resolve())
    const renewed = session.renew('token-1')
    await ended.promise

    session.leave()

    expect(await renewed).toBeUndefined()
    expect(session.state()).toEqual({ status: 'signed-out', why: 'ended' })
  })

  it('is renewed when the person comes back in another tab', async () => {
    const [server, browser] = [createAuthServer({ signedIn: true }), createFakeBrowser()]
    const [one, other] = [openTab(server, browser), openTab(server, browser)]
    await Promise.all([one.session.decided(), other.session.decided()])
    await server.fetch('/api/v1/auth/sign-out', { method: 'POST' })
    const ended = Promise.withResolvers<void>()
    one.session.subscribe(() => ended.resolve())
    const renewed = one.session.renew(one.session.current())
    await ended.promise

    await other.session.signIn(credentials)

    expect(await renewed).toMatch(/^token-/)
    expect(one.session.state()).toEqual({ status: 'signed-in' })
  })

  it('keeps the session while the server cannot be reached', async () => {
    let away = false
    const inner = createAuthServer({ signedIn: true })
    const { session } = openTab({
      ...inner,
      fetch: async (input, init) => {
        if (away) throw new TypeError('Failed to fetch')
        return inner.fetch(input, init)
      },
    })
    await session.decided()
    away = true

    await expect(session.renew('token-1')).rejects.toMatchObject({ code: 'network' })
    expect(session.state()).toEqual({ status: 'signed-in' })
  })
})

describe('the tabs of a browser', () => {
  it('are all signed out by one', async () => {
    const [server, browser] = [createAuthServer({ signedIn: true }), createFakeBrowser()]
    const [one, other] = [openTab(server, browser), openTab(server, browser)]
    await Promise.all([one.session.decided(), other.session.decided()])

    await one.session.signOut()

    expect(one.session.state()).toEqual({ status: 'signed-out', why: 'chosen' })
    expect(other.session.state()).toEqual({ status: 'signed-out', why: 'elsewhere' })
    expect(other.events.at(-1)).toBe('end')
  })

  it('are all signed in by one', async () => {
    const [server, browser] = [createAuthServer({ signedIn: false }), createFakeBrowser()]
    const [one, other] = [openTab(server, browser), openTab(server, browser)]
    await Promise.all([one.session.decided(), other.session.decided()])
    const heard = Promise.withResolvers<void>()
    other.session.subscribe(() => heard.resolve())

    await one.session.signIn(credentials)
    await heard.promise

    expect(other.session.state()).toEqual({ status: 'signed-in' })
  })

  it('learn from one that the person looks at another entity', async () => {
    const [server, browser] = [createAuthServer({ signedIn: true }), createFakeBrowser()]
    const [one, other] = [openTab(server, browser), openTab(server, browser)]
    await Promise.all([one.session.decided(), other.session.decided()])

    one.session.tellViewing()

    await expect.poll(() => [one.events.length, other.events.length]).toEqual([1, 2])
  })

  it('stay signed in when the server cannot be reached at a word from one, and ask again with the next call', async () => {
    const [server, browser] = [createAuthServer({ signedIn: true }), createFakeBrowser()]
    const refused = Promise.withResolvers<void>()
    let away = false
    const other = openTab(
      {
        ...server,
        fetch: async (input, init) => {
          if (!away) return server.fetch(input, init)
          refused.resolve()
          throw new TypeError('Failed to fetch')
        },
      },
      browser,
    )
    const one = openTab(server, browser)
    await Promise.all([one.session.decided(), other.session.decided()])
    away = true

    one.session.tellViewing()
    await refused.promise
    await expect.poll(() => other.session.current()).toBeUndefined()
    away = false

    expect(other.session.state()).toEqual({ status: 'signed-in' })
    expect(await other.session.renew(undefined)).toMatch(/^token-/)
    expect(other.events).not.toContain('end')
  })

  it('sign out even when the server does not answer', async () => {
    const server = createFakeServer([
      answerTo(refresh, () => ({ idToken: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: buildSessionUser() })),
      answerTo(signOut, () => new TypeError('Failed to fetch')),
    ])
    const { session } = openTab(server)
    await session.decided()

    await session.signOut()

    expect(session.state()).toEqual({ status: 'signed-out', why: 'chosen' })
    expect(session.current()).toBeUndefined()
  })
})
