import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ID_TOKEN_SECONDS, jwks } from '@fieldwatch/contract/people/auth'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import type { EntityId, SessionId } from '@fieldwatch/contract/api/ids'
import { getMe } from '@fieldwatch/contract/people/users'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { systemRandom } from '#platform/random/random.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createSessionStore } from './session-store.ts'
import { loadSigningKeys } from './signing-keys.ts'

const database = await createTestDatabase()
const first = await createTestApp({ database })
const { call, clock, db, features, signInAs, signInWith } = first
const second = await createTestApp({ database, clock })

async function refusal(authorization: string): Promise<ErrorCode> {
  const { status, failure } = await call(getMe, { headers: { authorization } })
  assert.equal(status, 401)
  return failure.code
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function sessionIdOf({ idToken }: SignedInUser): SessionId {
  return decodeJwt(idToken)['sid'] as SessionId
}

describe('an ID token', () => {
  it('is needed', async () => {
    const { status, failure } = await call(getMe)

    assert.equal(status, 401)
    assert.equal(failure.code, 'auth/missing-token')
    assert.equal(await refusal('Basic bm9ib2R5OnBhc3M='), 'auth/missing-token')
    assert.equal(await refusal('Bearer'), 'auth/missing-token')
  })

  it('is one of ours, unchanged', async () => {
    const user = await signInAs()
    const other = await signInAs()
    const [head = '', , signature = ''] = user.idToken.split('.')
    const [, foreignPayload = ''] = other.idToken.split('.')

    assert.equal(await refusal('Bearer nonsense'), 'auth/invalid-token')
    assert.equal(await refusal(`Bearer ${head}.${foreignPayload}.${signature}`), 'auth/invalid-token')
  })

  it('is signed, and not by another key', async () => {
    const user = await signInAs()
    const claims = decodeJwt(user.idToken)
    const { kid } = decodeProtectedHeader(user.idToken)
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: kid ?? '' }).sign(privateKey)
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: kid ?? '' })
      .sign(Buffer.from(JSON.stringify((await call(jwks)).body)))

    assert.equal(await refusal(`Bearer ${forged}`), 'auth/invalid-token')
    assert.equal(await refusal(`Bearer ${symmetric}`), 'auth/invalid-token')
    assert.equal(await refusal(`Bearer ${encode({ alg: 'none', kid })}.${encode(claims)}.`), 'auth/invalid-token')
  })

  it('is good for 15 minutes', async () => {
    const user = await signInAs()

    clock.advance(ID_TOKEN_SECONDS * 1000 - 1)
    const before = await call(getMe, { as: user })
    clock.advance(1)
    const after = await refusal(user.bearer)

    assert.equal(before.status, 200)
    assert.equal(after, 'auth/expired-token')
  })

  it('can be checked by others with the public keys, which hold nothing secret', async () => {
    const user = await signInAs()

    const { body } = await call(jwks)
    const { payload } = await jwtVerify(user.idToken, createLocalJWKSet({ keys: body.keys }), {
      currentDate: new Date(clock()),
    })

    assert.equal(payload.sub, user.userId)
    assert.deepEqual(Object.keys(body.keys[0] ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  })

  it('of one server is good at another', async () => {
    const user = await signInAs()

    const { status, body } = await second.call(getMe, { as: user })

    assert.equal(status, 200)
    assert.equal(body.details.id, user.userId)
  })
})

describe('signing keys', () => {
  it('are the same for servers that start at once on a new database', async () => {
    await db.deleteFrom('signingKey').execute()

    const loaded = await Promise.all(
      Array.from({ length: 4 }, () => loadSigningKeys({ db, clock, random: systemRandom })),
    )

    assert.equal(new Set(loaded.map(([newest]) => newest.id)).size, 1)
    assert.deepEqual(new Set(loaded.map((keys) => keys.length)), new Set([1]))
  })
})

describe('a caller', () => {
  it('is refused from the moment on at which the user is disabled', async () => {
    const user = await signInAs()
    const before = await call(getMe, { as: user })

    await db.updateTable('appUser').set({ status: 'disabled' }).where('id', '=', user.userId).execute()

    assert.equal(before.status, 200)
    assert.equal(await refusal(user.bearer), 'auth/session-ended')
  })

  it('is refused when the session has ended or expired', async () => {
    const ended = await signInAs()
    const expired = await signInAs()
    await createSessionStore(db).end(sessionIdOf(ended), clock())
    await db
      .updateTable('session')
      .set({ expiresAt: new Date(clock()) })
      .where('id', '=', sessionIdOf(expired))
      .execute()

    assert.equal(await refusal(ended.bearer), 'auth/session-ended')
    assert.equal(await refusal(expired.bearer), 'auth/session-ended')
  })

  it('reaches what role and permissions say, the own entity first, and looks at what was chosen of it', async () => {
    const top = await buildEntity(db, { id: 'z-top' as EntityId })
    const below = await buildEntity(db, { id: 'b-below' as EntityId, parentId: top })
    const deep = await buildEntity(db, { id: 'a-deep' as EntityId, parentId: below })
    const other = await buildEntity(db)
    const callerOf = async (given: Parameters<typeof buildUser>[1]) => {
      const { email } = await buildUser(db, { entityId: top, ...given })
      return features.authenticator.authenticate((await signInWith(email)).bearer, '127.0.0.1')
    }

    const viewer = await callerOf({ role: 'viewer' })
    const holder = await callerOf({ role: 'viewer', permissions: ['viewSubentities'] })
    const admin = await callerOf({ role: 'admin' })
    const lowerAdmin = await callerOf({ role: 'admin', entityId: below })
    const choosy = await callerOf({ role: 'admin', entityViewing: [deep, other] })
    const lost = await callerOf({ role: 'viewer', entityViewing: [deep] })

    assert.deepEqual([viewer.reach, viewer.viewing], [[top], [top]])
    assert.deepEqual(
      [holder.reach, holder.viewing],
      [
        [top, deep, below],
        [top, deep, below],
      ],
    )
    assert.deepEqual(admin.reach, [top, deep, below])
    assert.deepEqual(lowerAdmin.reach, [below, deep])
    assert.deepEqual([choosy.reach, choosy.viewing], [[top, deep, below], [deep]])
    assert.deepEqual([lost.reach, lost.viewing], [[top], [top]])
  })
})
