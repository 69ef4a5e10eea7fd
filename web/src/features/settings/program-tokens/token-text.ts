import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { ProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

/** What only admins may give a token. */
export const SCOPES_OF_ADMINS: readonly ProgramScope[] = ['send-for-units', 'import-sims', 'metrics']

/** Whom a token of an entity acts as; when it ends or has ended, when it was used last, and how it begins. */
export function tokenFacts(token: ProgramToken, now: number, timeFormat: TimeFormat): string {
  const { role, createdBy, expiresUTC, lastUsedUTC, lastUsedFrom, beginning } = token
  const expiresAt = Date.parse(expiresUTC)
  const expires = formatMoment(expiresAt, timeFormat)
  return [
    ...(role === null
      ? []
      : [createdBy === null ? t('tokens.acts', { role }) : t('tokens.acts.by', { role, creator: createdBy })]),
    expiresAt <= now ? t('tokens.expired.at', { expires }) : t('tokens.expires', { expires }),
    lastUsedUTC === null
      ? t('tokens.used.never')
      : t('tokens.used.last', { used: formatMoment(Date.parse(lastUsedUTC), timeFormat), address: lastUsedFrom }),
    t('tokens.begins', { beginning }),
  ].join(' ')
}
