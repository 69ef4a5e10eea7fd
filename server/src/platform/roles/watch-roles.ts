import type { Logger } from 'pino'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { ROLES, type Role } from './roles.ts'

/** The servers of a portal start one after the other, and a restart may leave none for a while. */
const MISSING_MS = 30_000

interface Parts {
  readonly metrics: Pick<Metrics, 'servers'>
  readonly log: Logger
  /** Milliseconds that pass evenly, from any beginning. */
  readonly steady?: () => number
}

/** The roles that none of these servers has. */
export function missingRoles(servers: readonly { readonly roles: readonly string[] }[]): Role[] {
  return ROLES.filter((role) => !servers.some(({ roles }) => roles.includes(role)))
}

/** Reports in the metrics how many servers have each role, and logs when none has one: each server notices that another kind is gone. */
export function createRoleWatch({ metrics, log, steady = () => performance.now() }: Parts) {
  const missingSince = new Map<Role, number>()
  const logged = new Set<Role>()
  return (servers: readonly { readonly roles: readonly string[] }[]): void => {
    const missing = missingRoles(servers)
    for (const role of ROLES) {
      metrics.servers.set({ role }, servers.filter(({ roles }) => roles.includes(role)).length)
      if (missing.includes(role)) noticeMissing(role)
      else noticeThere(role)
    }
  }

  function noticeMissing(role: Role): void {
    const since = missingSince.get(role) ?? steady()
    missingSince.set(role, since)
    if (steady() - since < MISSING_MS || logged.has(role)) return
    logged.add(role)
    log.error({ role }, 'no running server has this role (FIELDWATCH_ROLES); what it does is not done')
  }

  function noticeThere(role: Role): void {
    missingSince.delete(role)
    if (logged.delete(role)) log.info({ role }, 'a running server has this role again')
  }
}
