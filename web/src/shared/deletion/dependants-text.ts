import { formatCount } from '@fieldwatch/contract/text/number-text'
import type { DependantEffect, DependantGroup, DependantKind } from '@fieldwatch/contract/units/dependants'

/** What happens to the things of a group, as the words above them. */
const EFFECTS: Readonly<Record<DependantEffect, string>> = {
  blocks: 'Delete these first, or change them',
  deleted: 'Deleted too',
  ended: 'End, and keep the reason',
  paused: 'Paused, with the reason',
  'handed over': 'Get a new owner',
  changed: 'Continue without it',
}

const PLURALS: Readonly<Record<DependantKind, string>> = {
  alert: 'alerts',
  'event table': 'event tables',
  'scheduled report': 'scheduled reports',
  'calculated source': 'calculated sources',
  chart: 'charts',
  unit: 'units',
  source: 'sources',
  user: 'users',
  'sub-entity': 'sub-entities',
  template: 'templates',
  label: 'labels',
  'SIM card': 'SIM cards',
  webhook: 'webhooks',
  token: 'tokens',
  request: 'requests',
}

export interface DependantLine {
  readonly heading: string
  readonly text: string
}

/** A group in a line: `2 alerts: Too warm, Silent`. */
export function lineOf({ kind, effect, total, names }: DependantGroup): DependantLine {
  const count = `${formatCount(total)} ${total === 1 ? kind : PLURALS[kind]}`
  const more = total - names.length
  const listed = [...names, ...(more > 0 && names.length > 0 ? [`${formatCount(more)} more`] : [])]
  return { heading: EFFECTS[effect], text: listed.length === 0 ? count : `${count}: ${listed.join(', ')}` }
}

/** Whether something keeps the thing from being deleted. */
export function isBlocked(groups: readonly DependantGroup[]): boolean {
  return groups.some(({ effect }) => effect === 'blocks')
}
