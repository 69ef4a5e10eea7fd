import type { UserId } from '@fieldwatch/contract/api/ids'
import { Email } from '@fieldwatch/contract/people/email'
import { line } from '@fieldwatch/contract/text/text'
import { createUserStore } from '@fieldwatch/server/people/credentials/user-store'
import { createAuditStore } from '@fieldwatch/server/platform/audit/audit-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError, isDomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { hashSecret } from '@fieldwatch/server/platform/random/hash-secret'
import type { Claims, OpenIdProvider } from './open-id-provider.ts'
import { createOpenIdStore } from './open-id-store.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'random' | 'log'>

/** How long someone may take at the provider. */
export const ATTEMPT_MS = 10 * 60_000

const LONGEST_NAME = 80

/** Begins a sign-in; `browserSecret` stays in the browser. @throws DomainError auth/provider-away */
export async function beginSignIn(
  { db, clock, random, log }: Parts,
  provider: OpenIdProvider,
): Promise<{ url: string; browserSecret: string }> {
  try {
    const { url, state, nonce, codeVerifier } = await provider.begin()
    const browserSecret = random.secret()
    const hashes = { stateHash: hashSecret(state), browserHash: hashSecret(browserSecret) }
    await createOpenIdStore(db).begin({ ...hashes, nonce, codeVerifier, expiresAt: clock() + ATTEMPT_MS })
    return { url: url.href, browserSecret }
  } catch (error) {
    log.warn({ err: error }, 'OpenID Connect provider unreachable')
    throw new DomainError('auth/provider-away', { cause: error })
  }
}

interface Answer {
  query: URLSearchParams
  browserSecret: string
  /** Gives the browser a session of this user. */
  admit: (userId: UserId) => Promise<void>
}

/**
 * Signs in whom the provider vouches for.
 * @throws DomainError auth/provider-refused, auth/provider-unknown, auth/provider-unverified
 */
export async function finishSignIn(parts: Parts, provider: OpenIdProvider, answer: Answer): Promise<void> {
  const { db, clock, log } = parts
  const { query, admit } = answer
  const state = query.get('state') ?? ''
  const begun = await createOpenIdStore(db).take(hashSecret(state), hashSecret(answer.browserSecret), clock())
  if (begun === undefined) throw new DomainError('auth/provider-refused')
  const claims = await provider.finish(query, { state, ...begun }).catch((error: unknown) => {
    log.warn({ err: error }, 'OpenID Connect sign-in failed')
    throw new DomainError('auth/provider-refused', { cause: error })
  })
  try {
    await admit(await findOrAdd(parts, provider, claims))
  } catch (error) {
    if (isDomainError(error)) await recordFailure(parts, claims, error.code)
    throw error
  }
}

async function findOrAdd({ db, clock, random }: Parts, { settings }: OpenIdProvider, claims: Claims): Promise<UserId> {
  const at = clock()
  return db.transaction().execute(async (tx) => {
    const store = createOpenIdStore(tx)
    const users = createUserStore(tx)
    const audit = createAuditStore(tx)
    const { issuer, subject } = claims
    const linked = await store.findUser(claims)
    if (linked !== undefined) {
      const { email } = await users.get(linked)
      return requireActive((await users.findCredential(email)) ?? { userId: linked, active: false })
    }
    const email = Email.safeParse(claims.email).data
    if (email === undefined || !claims.emailVerified) throw new DomainError('auth/provider-unverified')
    const known = await users.findCredential(email)
    if (known !== undefined) {
      requireActive(known)
      await store.link(claims, known.userId, at)
      await audit.recordOwn(known, { at, action: 'link provider', after: { issuer, subject } })
      return known.userId
    }
    const entity = await entityFor(tx, settings.addTo)
    const userId = random.id() as UserId
    const names = { firstName: nameFrom(claims.firstName), lastName: nameFrom(claims.lastName) }
    await users.create({ id: userId, entity, email, passwordHash: undefined, ...names, role: 'viewer' })
    await store.link(claims, userId, at)
    const after = { issuer, subject, email, role: 'viewer' }
    await audit.recordOwn({ userId, entity }, { at, action: 'create user', after })
    return userId
  })
}

/** A name as the provider has it; empty where it cannot be kept or shown. */
function nameFrom(text: string): string {
  return line(LONGEST_NAME).catch('').parse(text.slice(0, LONGEST_NAME).toWellFormed())
}

function requireActive({ userId, active }: { userId: UserId; active: boolean }): UserId {
  if (!active) throw new DomainError('auth/provider-unknown')
  return userId
}

async function entityFor(tx: Db, name: string | undefined) {
  const [entity, another] = name === undefined ? [] : await createOpenIdStore(tx).listEntitiesNamed(name)
  if (entity === undefined || another !== undefined) throw new DomainError('auth/provider-unknown')
  return entity
}

async function recordFailure({ db, clock }: Parts, { email = '' }: Claims, reason: string): Promise<void> {
  const known = await createUserStore(db).findCredential(email)
  await createAuditStore(db).record({
    at: clock(),
    userId: undefined,
    entityId: known?.entity,
    action: 'fail to sign in',
    subjectKind: known === undefined ? 'address' : 'user',
    subjectId: known?.userId ?? Email.safeParse(email).data ?? '',
    after: { reason: REASONS[reason] ?? reason, by: 'provider' },
  })
}

const REASONS: Readonly<Record<string, string>> = {
  'auth/provider-unknown': 'unknown address or disabled',
  'auth/provider-unverified': 'address not verified by the provider',
}
