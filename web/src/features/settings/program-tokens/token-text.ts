import type { ProgramScope } from '@fieldwatch/contract/api/program-scopes'
import type { ProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import type { TimeFormat } from '@fieldwatch/contract/people/users'

/** What a token is made for, as a person chooses it. */
export const SCOPE_TEXT: Readonly<Record<ProgramScope, { label: string; description: string; ofAdmins: boolean }>> = {
  read: { label: 'Read', description: 'Look at devices, records, alerts and settings.', ofAdmins: false },
  'manage-units': {
    label: 'Manage devices',
    description: 'Add and change devices, and send requests to them.',
    ofAdmins: false,
  },
  'send-for-units': {
    label: 'Send for devices',
    description: 'Send records by HTTP in the place of any device of the entity.',
    ofAdmins: true,
  },
  'import-sims': { label: 'Import SIM cards', description: 'Import, add and change SIM cards.', ofAdmins: true },
  metrics: {
    label: 'Metrics',
    description: 'Read the figures of the whole portal, as Prometheus does.',
    ofAdmins: true,
  },
}

/** When a token ends or has ended, and when it was used last. */
export function tokenTimes(token: ProgramToken, now: number, timeFormat: TimeFormat): string {
  const { expiresUTC, lastUsedUTC, lastUsedFrom } = token
  const expiresAt = Date.parse(expiresUTC)
  const end = `${expiresAt <= now ? 'Expired' : 'Expires'} ${formatMoment(expiresAt, timeFormat)}`
  if (lastUsedUTC === null) return `${end}, never used`
  return `${end}, last used ${formatMoment(Date.parse(lastUsedUTC), timeFormat)} from ${lastUsedFrom}`
}
