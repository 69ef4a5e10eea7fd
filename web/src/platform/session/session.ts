import type { listSignInProviders, SignedIn, signIn, SignInProvider } from '@fieldwatch/contract/people/auth'
import {
  CONFIRM_SET_UP,
  PASSKEY_OPTIONS,
  PASSKEY_SIGN_IN,
  PROVIDERS,
  REFRESH,
  SECOND_STEP,
  SET_UP_FACTOR,
  SIGN_IN,
  SIGN_OUT,
} from '@fieldwatch/contract/people/auth-addresses'
import type { getPasskeyOptions } from '@fieldwatch/contract/people/passkeys'
import type { confirmSetUp, setUpSecondFactor, TotpSecret } from '@fieldwatch/contract/people/second-factor'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { hasCode } from '#platform/api/api-error.ts'
import { RENEWABLE, type Tokens } from '#platform/api/call.ts'
import { type Address, readReply, type Send } from '#platform/api/send.ts'
import type { OtherTabs } from './other-tabs.ts'
import type { SessionMark } from './session-mark.ts'

/**
 * Why no one is signed in: no one was; the user pressed Sign out, here or in another tab; the session ended, or does not count any more
 * because the entity requires a second factor; the portal could not be reached.
 */
type SignedOutWhy = 'never' | 'chosen' | 'elsewhere' | EndedWhy | 'unreachable'
type EndedWhy = 'ended' | 'factor-required'

/** The state of the sign-in. `ended`: the session ended under an open page, which waits for the same user. */
export type SessionState =
  | { status: 'deciding' | 'signed-in' }
  | { status: 'ended'; why: EndedWhy }
  | { status: 'signed-out'; why: SignedOutWhy }

/** The sign-in of this browser. The ID token lives in memory only; the refresh cookie carries it over a reload. */
export interface Session extends Tokens {
  state: () => SessionState
  /** Resolves as soon as it is decided whether someone is signed in. */
  decided: () => Promise<SessionState>
  /**
   * @throws ApiError auth/second-factor-needed, with the token for `signInWithCode`; auth/second-factor-to-set-up, with that for
   *   `beginSetUp`
   */
  signIn: (credentials: { email: string; password: string }) => Promise<void>
  /** Continues a sign-in that needs a second factor. */
  signInWithCode: (given: { token: string; code: string }) => Promise<void>
  /** Continues a sign-in for which a second factor has to be set up: what goes into an authenticator app. */
  beginSetUp: (token: string) => Promise<TotpSecret>
  /** Sets it up with the first code. The pages behind open by `enter`, once the recovery codes were kept. */
  finishSetUp: (given: { token: string; code: string }) => Promise<SetUp>
  /** Signs in with what answers the challenge of the portal. */
  signInWithPasskey: (ask: (options: Record<string, unknown>) => Promise<object>) => Promise<void>
  /** By whom people can sign in besides. */
  providers: (signal: AbortSignal) => Promise<readonly SignInProvider[]>
  signOut: () => Promise<void>
  /** Gives up the page of a session that ended. */
  leave: () => void
  /** Tells the other tabs that the viewing entities changed. */
  tellViewing: () => void
  /** Tells of every change of state; returns the function that stops it. */
  subscribe: (listener: (state: SessionState) => void) => () => void
  close: () => void
}

/** A second factor that was set up while signing in. */
export interface SetUp {
  recoveryCodes: readonly string[]
  enter: () => void
}

interface SessionOptions {
  send: Send
  tabs: OtherTabs
  mark: SessionMark
  /** A user is signed in, after a sign-in or a renewal of the token. */
  onUser: (user: SessionUser) => void
  /** No one is signed in any more. */
  onEnd: () => void
}

/** How long the first look at the refresh cookie may take before the visitor goes to Login. */
const RESTORE_TIMEOUT_MS = 15_000

export function createSession({ send, tabs, mark, onUser, onEnd }: SessionOptions): Session {
  const listeners = new Set<(state: SessionState) => void>()
  let state: SessionState = { status: 'deciding' }
  let token: string | undefined
  let renewal: Promise<string | undefined> | undefined
  /** Callers who ask for a token after the end wait until the user is back. */
  let waiting = Promise.withResolvers<string | undefined>()

  function become(next: SessionState): void {
    state = next
    for (const listener of listeners) listener(next)
  }

  function release(): void {
    waiting.resolve(token)
    waiting = Promise.withResolvers()
  }

  function begin(signedIn: SignedIn): void {
    token = signedIn.idToken
    onUser(signedIn.user)
    release()
    if (state.status !== 'signed-in') become({ status: 'signed-in' })
  }

  function end(why: SignedOutWhy): void {
    token = undefined
    release()
    if (state.status === 'signed-out') return
    onEnd()
    become({ status: 'signed-out', why })
  }

  /** The cookie is no longer valid. The page of a signed-in user stays for them to come back. */
  function lose(why: EndedWhy): void {
    mark.clear()
    if (state.status === 'ended') return
    if (state.status !== 'signed-in') return end(why)
    token = undefined
    onEnd()
    become({ status: 'ended', why })
  }

  async function exchangeCookie(signal?: AbortSignal): Promise<string | undefined> {
    try {
      const response = await tabs.alone(() => send(REFRESH, {}, { signal }))
      begin((await readReply<typeof signIn>(response)).details)
      return token
    } catch (error) {
      if (!hasCode(error, ...RENEWABLE)) throw error
      lose(hasCode(error, 'auth/second-factor-required') ? 'factor-required' : 'ended')
      return undefined
    }
  }

  async function enter(address: Address, body: object): Promise<void> {
    const response = await send(address, { body })
    admit((await readReply<typeof signIn>(response)).details)
  }

  function admit(signedIn: SignedIn): void {
    begin(signedIn)
    tabs.tell('signed-in')
  }

  function exchangeOnce(): Promise<string | undefined> {
    renewal ??= exchangeCookie().finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function renew(refused: string | undefined): Promise<string | undefined> {
    if (token !== undefined && token !== refused) return token
    const renewed = state.status === 'ended' ? undefined : await exchangeOnce()
    return renewed === undefined && state.status === 'ended' ? waiting.promise : renewed
  }

  /** The server could not be reached, which ends nothing; the next call tries again. */
  function lookAgainLater(): void {
    token = undefined
  }

  async function restore(): Promise<void> {
    if (!mark.isSet()) return end('never')
    await exchangeCookie(AbortSignal.timeout(RESTORE_TIMEOUT_MS))
  }

  const restored = restore().catch(() => end('unreachable'))

  tabs.listen((message) => {
    if (message === 'signed-out') end('elsewhere')
    // The cookie may belong to another user now, or the viewing entities changed: even a signed-in tab asks again.
    else void restored.then(exchangeOnce).catch(lookAgainLater)
  })

  return {
    current: () => token,
    renew,
    state: () => state,
    decided: async () => {
      await restored
      return state
    },
    signIn: (credentials) => enter(SIGN_IN, credentials),
    signInWithCode: (given) => enter(SECOND_STEP, given),
    beginSetUp: async (setUpToken) =>
      (await readReply<typeof setUpSecondFactor>(await send(SET_UP_FACTOR, { body: { token: setUpToken } }))).details,
    async finishSetUp(given) {
      const { details } = await readReply<typeof confirmSetUp>(await send(CONFIRM_SET_UP, { body: given }))
      const { recoveryCodes, ...signedIn } = details
      return { recoveryCodes, enter: () => admit(signedIn) }
    },
    async signInWithPasskey(ask) {
      const { details } = await readReply<typeof getPasskeyOptions>(await send(PASSKEY_OPTIONS, {}))
      await enter(PASSKEY_SIGN_IN, { passkey: await ask(details) })
    },
    providers: async (signal) =>
      (await readReply<typeof listSignInProviders>(await send(PROVIDERS, {}, { signal }))).details,
    async signOut() {
      // The session ends in this browser even when the server cannot be reached.
      await send(SIGN_OUT, {}).catch(() => undefined)
      mark.clear()
      tabs.tell('signed-out')
      end('chosen')
    },
    leave: () => end(state.status === 'ended' ? state.why : 'ended'),
    tellViewing: () => tabs.tell('viewing-changed'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => tabs.close(),
  }
}
