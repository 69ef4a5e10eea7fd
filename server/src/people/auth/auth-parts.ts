import type { IdTokens } from '#people/credentials/id-tokens.ts'
import type { Platform } from '#platform/floor.ts'
import type { KnownBrowsers } from './known-browsers.ts'
import type { QueueMail } from '#delivery/mail/queue-mail.ts'
import type { SealedSecrets } from '#people/credentials/sealed-secrets.ts'
import type { RefreshTokens } from '#people/credentials/refresh-token.ts'
import type { SessionUserParts } from '#people/users/describe-session-user.ts'

/** What the operations of signing in and out are made of. */
export interface AuthParts
  extends Pick<Platform, 'db' | 'bus' | 'clock' | 'pause' | 'random' | 'log'>, SessionUserParts {
  idTokens: IdTokens
  refreshTokens: RefreshTokens
  browsers: KnownBrowsers
  secrets: SealedSecrets
  queueMail: QueueMail
  /** Where people reach the portal, without a slash at the end. */
  publicUrl: () => string
}

/** Where a request came from. */
export interface Client {
  address: string
  userAgent: string
  /** The cookie of a browser that has signed in before. */
  browser: string | undefined
}
