import { say } from '@fieldwatch/messages/server-sentences'
import {
  confirmTotp as confirmEndpoint,
  enrolTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removeTotp as removeEndpoint,
  resetSecondFactor as resetEndpoint,
} from '@fieldwatch/contract/people/second-factor'
import type { FastifyInstance } from 'fastify'
import { addRoute } from '#platform/http/add-route.ts'
import { done, success } from '#platform/http/envelope.ts'
import { formatTime } from '#platform/time/format-time.ts'
import {
  addPasskey as addPasskeyEndpoint,
  beginPasskey as beginPasskeyEndpoint,
  removePasskey as removePasskeyEndpoint,
  renamePasskey as renamePasskeyEndpoint,
} from '@fieldwatch/contract/people/passkeys'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './own-passkeys.ts'
import { createPasskeyStore } from './passkey-store.ts'
import { beginTotp, confirmTotp, removeTotp } from './own-totp.ts'
import { createRequiredFactorStore } from '#people/entities/required-factor-store.ts'
import { renewRecoveryCodes } from './make-recovery-codes.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import type { SecondFactorParts } from './second-factor-parts.ts'
import { createSecondFactorStore } from '#people/credentials/second-factor-store.ts'

/** What people sign in with besides the password, for themselves and for admins. */
export function registerSecondFactorRoutes(app: FastifyInstance, parts: SecondFactorParts): void {
  addRoute(app, getSecondFactor, async ({ caller }) => {
    const { totpSince, recoveryCodesLeft } = await createSecondFactorStore(parts.db).find(caller.userId)
    const passkeys = await createPasskeyStore(parts.db).listOf(caller.userId)
    const required = await createRequiredFactorStore(parts.db).isRequiredOf(caller.userId)
    return success({
      totpSinceUTC: totpSince === undefined ? null : formatTime(totpSince),
      recoveryCodesLeft,
      required,
      passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
        passkeyID: id,
        name,
        addedUTC: formatTime(addedAt),
        lastUsedUTC: lastUsedAt === undefined ? null : formatTime(lastUsedAt),
      })),
    })
  })

  addRoute(app, enrolTotp, async ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return success(await beginTotp(parts, caller, { ...body, code: body.code }))
  })

  addRoute(app, confirmEndpoint, async ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return success({ recoveryCodes: await confirmTotp(parts, caller, body.code) })
  })

  addRoute(app, removeEndpoint, async ({ caller, body }) => {
    await removeTotp(parts, caller, body)
    return done()
  })

  addRoute(app, makeRecoveryCodes, async ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return success({ recoveryCodes: await renewRecoveryCodes(parts, caller, { ...body, code: body.code }) })
  })

  registerPasskeyRoutes(app, parts)

  addRoute(app, resetEndpoint, async ({ caller, body }) => {
    const { firstName, lastName } = await resetSecondFactor(parts, caller, body.userUID)
    return done(say('answers.done.factor-reset', { name: `${firstName} ${lastName}`.trim() }))
  })
}

function registerPasskeyRoutes(app: FastifyInstance, parts: SecondFactorParts): void {
  addRoute(app, beginPasskeyEndpoint, async ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    const options = await beginPasskey(parts, caller, { ...body, code: body.code })
    return success({ ...options })
  })

  addRoute(app, addPasskeyEndpoint, async ({ caller, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return success({ recoveryCodes: await addPasskey(parts, caller, body) })
  })

  addRoute(app, renamePasskeyEndpoint, async ({ caller, body }) => {
    await renamePasskey(parts, caller, body)
    return done()
  })

  addRoute(app, removePasskeyEndpoint, async ({ caller, body }) => {
    await removePasskey(parts, caller, body)
    return done()
  })
}
