import { Email } from '@fieldwatch/contract/people/email'
import { createAuditStore } from '#platform/audit/audit-store.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createUserStore, type Credential } from '#people/credentials/user-store.ts'
import type { AuthParts, Client } from './auth-parts.ts'
import type { KnownBrowser } from './known-browsers.ts'
import { networkOf } from '#platform/http/network.ts'
import { verifyPassword } from '#people/credentials/password-hash.ts'
import {
  type Attempt,
  createSignInFailureStore,
  type LockedWhere,
  tooManyRequests,
} from '#people/credentials/sign-in-failure-store.ts'
import { LOCK_MS, slowedBy } from '#people/credentials/sign-in-policy.ts'
import { requireSecondStep } from './second-step.ts'
import { enter, type Entry } from './start-session.ts'
import type { Pause } from '#platform/time/clock.ts'

interface Credentials {
  email: string
  password: string
}

type SignIn = (credentials: Credentials, client: Client) => Promise<Entry>

/**
 * Creates the operation. It throws auth/invalid-credential alike for an unknown address, a wrong password and a disabled account,
 * auth/too-many-requests after too many failures, and auth/second-factor-needed or auth/second-factor-to-set-up where a right password is
 * not enough. Sign-ins to one account from one network run one after the other, so that attempts that will succeed do not count against
 * each other.
 */
export function createSignIn(parts: AuthParts): SignIn {
  const { db, clock, browsers, pause } = parts
  const queued = createQueues()
  const waitInLane = createSlowLanes(pause)

  return async (credentials, client) => {
    const network = networkOf(client.address)
    const credential = await createUserStore(db).findCredential(credentials.email)
    const browser = browsers.read(client.browser)
    const known = credential !== undefined && browser?.users.includes(credential.userId) === true
    if (!known) {
      const slow = slowedBy(await createSignInFailureStore(db).countAccounts(network, clock()))
      if (slow > 0) await waitInLane(network, slow)
    }
    const trying = { credentials, client, network, browser: known ? browser : undefined }
    return queued(`${credentials.email.toLowerCase()} ${network}`, async () => {
      const userId = await judge(parts, trying, credential)
      await requireSecondStep(parts, userId)
      return enter(parts, { userId, proof: 'password' }, client)
    })
  }
}

interface Trying {
  credentials: Credentials
  client: Client
  network: string
  /** The browser, when this account has signed in with it before. */
  browser: KnownBrowser | undefined
}

async function judge(parts: AuthParts, trying: Trying, credential: Credential | undefined) {
  const { db, clock, random } = parts
  const { credentials, network, browser } = trying
  const failures = createSignInFailureStore(db)
  const attempt = { id: random.id(), account: credentials.email, network, browser: browser?.id, at: clock() }
  const locks = await failures.begin(attempt)
  const matches = await verifyPassword(credential?.passwordHash, credentials.password)
  if (credential === undefined || !credential.active || !matches) {
    await recordFailure(parts, trying, { attempt, locks, credential, matches })
    throw new DomainError('auth/invalid-credential')
  }
  await failures.succeed(attempt)
  return credential.userId
}

interface Failed {
  attempt: Attempt
  locks: LockedWhere | undefined
  credential: Credential | undefined
  matches: boolean
}

/** Does the same work whether the account exists or not, so that timing does not reveal it. */
async function recordFailure(
  { db }: AuthParts,
  { credentials: { email } }: Trying,
  { attempt, locks, credential, matches }: Failed,
): Promise<void> {
  const { at } = attempt
  await db.transaction().execute(async (tx) => {
    await createSignInFailureStore(tx).fail(attempt)
    const audit = createAuditStore(tx)
    const subject = {
      at,
      userId: undefined,
      entityId: credential?.entity,
      subjectKind: credential === undefined ? 'address' : 'user',
      // Keeps only what looks like an address: users type passwords into the wrong field.
      subjectId: credential?.userId ?? Email.safeParse(email).data ?? '',
    }
    await audit.record({ ...subject, action: 'fail to sign in', after: { reason: reasonOf(credential, matches) } })
    if (locks !== undefined) {
      const untilUTC = new Date(at + LOCK_MS).toISOString()
      await audit.record({ ...subject, action: 'lock sign-in', after: { where: locks, untilUTC } })
    }
  })
}

function reasonOf(credential: Credential | undefined, matches: boolean): string {
  if (credential === undefined) return 'unknown address'
  if (credential.passwordHash === undefined) return 'no password yet'
  return matches ? 'disabled' : 'wrong password'
}

/** The most attempts of one network that wait: the last one then waits a minute at the longest pause. */
const MOST_WAITING = 30

/** Starts the attempts of one network one after the other, each after a pause. */
function createSlowLanes(pause: Pause) {
  const queued = createQueues()
  const waiting = new Map<string, number>()

  /** @throws DomainError auth/too-many-requests when too many of this network wait already */
  return async (network: string, milliseconds: number): Promise<void> => {
    const before = waiting.get(network) ?? 0
    if (before >= MOST_WAITING) throw tooManyRequests(before * milliseconds)
    waiting.set(network, before + 1)
    try {
      await queued(network, () => pause(milliseconds))
    } finally {
      const rest = (waiting.get(network) ?? 1) - 1
      if (rest === 0) waiting.delete(network)
      else waiting.set(network, rest)
    }
  }
}

/** Runs work with the same key one after the other, in the order of asking. */
function createQueues() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key)
    const mine = before === undefined ? work() : before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
