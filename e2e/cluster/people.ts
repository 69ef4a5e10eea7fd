import { signIn } from '@fieldwatch/contract/people/auth'
import { DataId } from '@fieldwatch/contract/api/ids'
import { parseAdminArguments } from '@fieldwatch/server/commands/admin-arguments'
import { runAdmin } from '@fieldwatch/server/commands/run-admin'
import { openDatabase } from '@fieldwatch/server/platform/database/database'
import { systemRandom } from '@fieldwatch/server/platform/random/random'
import { systemClock } from '@fieldwatch/server/platform/time/clock'
import { pino } from 'pino'
import { call, createUnit, PASSWORD } from '../support/api.ts'
import type { Cluster } from './cluster.ts'
import type { NamedUnit } from './fleet.ts'

/** Someone who reads and changes things by the balancer, whichever server that asks. */
export interface Person {
  readonly email: string
  /** The ID token of a session that is not old. */
  readonly token: () => Promise<string>
}

/** An ID token counts for a quarter of an hour. */
const RENEW_AFTER_MS = 5 * 60_000

/** Makes admins of one entity, as `npm run admin` does. */
export async function createPeople({ postgres, balancer }: Cluster, count: number): Promise<Person[]> {
  const database = openDatabase({ connectionString: postgres.url, connections: 4 }, pino({ level: 'silent' }))
  const emails = Array.from({ length: count }, (_, place) => `person-${place}@cluster.example`)
  try {
    const parts = { db: database.db, clock: systemClock, random: systemRandom, publicUrl: balancer.url }
    for (const email of emails) {
      const words = ['create', '--email', email, '--entity', 'Cluster', '--password', PASSWORD]
      await runAdmin(parts, parseAdminArguments(words))
    }
  } finally {
    await database.close()
  }
  return emails.map((email) => createPerson(balancer, email))
}

function createPerson(portal: { readonly url: string }, email: string): Person {
  let known: { readonly token: string; readonly since: number } | undefined
  return {
    email,
    token: async () => {
      if (known === undefined || performance.now() - known.since > RENEW_AFTER_MS) {
        const { details } = await call(portal, signIn, { body: { email, password: PASSWORD } })
        known = { token: details.idToken, since: performance.now() }
      }
      return known.token
    },
  }
}

/** Adds units of the entity of a person. */
export async function createUnits({ balancer }: Cluster, person: Person, count: number): Promise<NamedUnit[]> {
  const { details } = await call(balancer, signIn, { body: { email: person.email, password: PASSWORD } })
  const user = { email: person.email, token: details.idToken, entity: details.user.entity }
  const units: NamedUnit[] = []
  for (let place = 0; place < count; place += 1) {
    const dataId = DataId.parse(`unit-${place}`)
    units.push({ dataId, token: await createUnit(balancer, user, dataId) })
  }
  return units
}
