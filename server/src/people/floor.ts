import type { FastifyInstance } from 'fastify'
import type { FollowChange } from '#delivery/consequences/declaration.ts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { QueueSms } from '#delivery/sms/queue-sms.ts'
import type { Images } from '#platform/files/images.ts'
import type { Platform } from '#platform/floor.ts'
import type { PeopleLimits } from './access/people-limits.ts'
import { registerAppRoutes } from './apps/app-routes.ts'
import { startFrameOrigins } from './apps/frame-origins.ts'
import { createAdmission, registerAuthRoutes } from './auth/auth-routes.ts'
import { createKnownBrowsers } from './auth/known-browsers.ts'
import { registerOwnSessionRoutes } from './auth/own-session-routes.ts'
import { createAuthenticator } from './credentials/authenticator.ts'
import { createIdTokens } from './credentials/id-tokens.ts'
import { createRefreshTokens } from './credentials/refresh-token.ts'
import { createSealedSecrets } from './credentials/sealed-secrets.ts'
import { loadSigningKeys } from './credentials/signing-keys.ts'
import { createUnsubscribeLinks } from './credentials/unsubscribe-links.ts'
import { registerEntityRoutes } from './entities/entity-routes.ts'
import { registerPhoneVerificationRoutes } from './phone-verification/phone-verification-routes.ts'
import { registerProgramTokenRoutes } from './program-tokens/program-token-routes.ts'
import { registerSecondFactorRoutes } from './second-factor/second-factor-routes.ts'
import { REMOVE_EXPIRED_EVERY_MS, removeExpired } from './tidying/remove-expired.ts'
import type { SessionUserParts } from './users/describe-session-user.ts'
import { registerUserRoutes } from './users/user-routes.ts'

export interface PeopleOptions {
  readonly peopleLimits: PeopleLimits
}

interface Parts
  extends
    PeopleOptions,
    Pick<SessionUserParts, 'extensions'>,
    Pick<Platform, 'database' | 'worker' | 'bus' | 'clock' | 'pause' | 'random' | 'log'> {
  readonly images: Images
  readonly queueMail: QueueMail
  readonly queueSms: QueueSms
  readonly followChange: FollowChange
  readonly publicUrl: () => string
}

/** Connects the rooms about people; the stack closes what they hold. */
export async function composePeople(parts: Parts, stack: AsyncDisposableStack) {
  const { database, worker, clock, log, peopleLimits: limits } = parts
  const { db } = database
  const keys = await loadSigningKeys({ ...parts, db })
  const idTokens = await createIdTokens(keys, clock)
  const secrets = createSealedSecrets(keys)
  const [refreshTokens, browsers] = [createRefreshTokens(keys), createKnownBrowsers(keys)]
  const auth = { ...parts, db, idTokens, refreshTokens, browsers, secrets }
  const frameOrigins = await startFrameOrigins(db, log)
  stack.defer(() => frameOrigins.close())
  worker.repeat(REMOVE_EXPIRED_EVERY_MS, () => removeExpired({ db: database.background.db, clock }))
  return {
    authenticator: createAuthenticator({ db, idTokens, clock }),
    unsubscribeLinks: createUnsubscribeLinks(keys),
    secrets,
    /** Lets people in whom a provider vouches for. */
    admit: createAdmission(auth),
    /** Where apps run that may be opened in frames. */
    frameOrigins: frameOrigins.current,
    routes: (app: FastifyInstance): void => {
      const people = { ...parts, db, limits }
      registerAuthRoutes(app, auth)
      registerOwnSessionRoutes(app, people)
      registerProgramTokenRoutes(app, people)
      registerSecondFactorRoutes(app, auth)
      registerUserRoutes(app, people)
      registerPhoneVerificationRoutes(app, people)
      registerEntityRoutes(app, people)
      registerAppRoutes(app, people)
    },
  }
}
