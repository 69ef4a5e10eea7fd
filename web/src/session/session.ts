import type { SignedIn, signIn } from '@fieldwatch/contract/auth'
import { REFRESH, SIGN_IN, SIGN_OUT } from '@fieldwatch/contract/auth-addresses'
import type { SessionUser } from '@fieldwatch/contract/users'
import { hasCode } from '#api/api-error.ts'
import type { Tokens } from '#api/call.ts'
import { readReply, type Send } from '#api/send.ts'
import type { OtherTabs } from './other-tabs.ts'

/** What is known about the sign-in. `chosen`: the person pressed Sign out, as opposed to a session that ended. */
export type SessionState = { status: 'deciding' } | { status: 'signed-in' } | { status: 'signed-out'; chosen: boolean }

/** The sign-in of this browser. The ID token lives in memory only; the refresh cookie carries it over a reload. */
export interface Session extends Tokens {
  state: () => SessionState
  /** Resolves as soon as it is decided whether someone is signed in. */
  decided: () => Promise<SessionState>
  signIn: (credentials: { email: string; password: string }) => Promise<void>
  signOut: () => Promise<void>
  /** Tells the other tabs that the person looks at other entities now. */
  tellViewing: () => void
  /** Tells of every change of state; returns the function that stops it. */
  subscribe: (listener: (state: SessionState) => void) => () => void
  close: () => void
}

interface SessionOptions {
  send: Send
  tabs: OtherTabs
  /** Somebody is signed in, on a sign-in as on each renewal of the token. */
  onUser: (user: SessionUser) => void
  /** Nobody is signed in any more. */
  onEnd: () => void
}

/** How long the first look at the refresh cookie may take before the visitor goes to Login. */
const RESTORE_TIMEOUT_MS = 15_000

export function createSession({ send, tabs, onUser, onEnd }: SessionOptions): Session {
  const listeners = new Set<(state: SessionState) => void>()
  let state: SessionState = { status: 'deciding' }
  let token: string | undefined
  let renewal: Promise<string | undefined> | undefined

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener(next)
  }

  function begin(signedIn: SignedIn): void {
    token = signedIn.idToken
    onUser(signedIn.user)
    if (state.status !== 'signed-in') become({ status: 'signed-in' })
  }

  function end(chosen: boolean): void {
    token = undefined
    if (state.status === 'signed-out') return
    onEnd()
    become({ status: 'signed-out', chosen })
  }

  async function exchangeCookie(signal?: AbortSignal): Promise<string | undefined> {
    try {
      const response = await tabs.alone(() => send(REFRESH, {}, { signal }))
      begin((await readReply<typeof signIn>(response)).details)
      return token
    } catch (error) {
      if (!hasCode(error, 'auth/missing-token', 'auth/invalid-token', 'auth/expired-token', 'auth/session-ended')) {
        throw error
      }
      end(false)
      return undefined
    }
  }

  function renew(refused: string | undefined): Promise<string | undefined> {
    if (token !== undefined && token !== refused) return Promise.resolve(token)
    renewal ??= exchangeCookie().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  /** The server could not be reached. That ends nothing, but the next call has to ask anew who is there. */
  function lookAgainLater(): void {
    token = undefined
  }

  const restored = exchangeCookie(AbortSignal.timeout(RESTORE_TIMEOUT_MS)).catch(() => end(false))

  tabs.listen((message) => {
    if (message === 'signed-out') end(true)
    // The cookie may be another person's now, or the person looks at another entity: even a signed-in tab looks again.
    else void restored.then(() => renew(token)).catch(lookAgainLater)
  })

  return {
    current: () => token,
    renew,
    state: () => state,
    decided: async () => {
      await restored
      return state
    },
    async signIn(credentials) {
      const response = await send(SIGN_IN, { body: credentials })
      begin((await readReply<typeof signIn>(response)).details)
      tabs.tell('signed-in')
    },
    async signOut() {
      // Even when the server cannot be told, nothing of the session stays in this browser's pages.
      await send(SIGN_OUT, {}).catch(() => undefined)
      tabs.tell('signed-out')
      end(true)
    },
    tellViewing: () => tabs.tell('viewing-changed'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => tabs.close(),
  }
}
