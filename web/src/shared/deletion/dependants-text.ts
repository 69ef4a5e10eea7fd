import type { DependantEffect, DependantGroup, DependantKind } from '@fieldwatch/contract/units/dependants'
import { t } from './texts.ts'

/** What happens to the things of a group, as the words above them. */
const EFFECTS = {
  blocks: 'deletion.effect.blocks',
  deleted: 'deletion.effect.deleted',
  ended: 'deletion.effect.ended',
  paused: 'deletion.effect.paused',
  'handed over': 'deletion.effect.handed-over',
  changed: 'deletion.effect.changed',
} as const satisfies Record<DependantEffect, string>

const COUNTS = {
  alert: 'deletion.kind.alert',
  'event table': 'deletion.kind.event-table',
  'scheduled report': 'deletion.kind.scheduled-report',
  'calculated source': 'deletion.kind.calculated-source',
  chart: 'deletion.kind.chart',
  unit: 'deletion.kind.unit',
  source: 'deletion.kind.source',
  user: 'deletion.kind.user',
  'sub-entity': 'deletion.kind.sub-entity',
  template: 'deletion.kind.template',
  label: 'deletion.kind.label',
  place: 'deletion.kind.place',
  'SIM card': 'deletion.kind.sim',
  webhook: 'deletion.kind.webhook',
  'network server': 'deletion.kind.network-server',
  token: 'deletion.kind.token',
  'shared link': 'deletion.kind.shared-link',
  wallboard: 'deletion.kind.wallboard',
  incident: 'deletion.kind.incident',
  request: 'deletion.kind.request',
} as const satisfies Record<DependantKind, string>

interface DependantLine {
  readonly heading: string
  readonly text: string
}

/** A group in a line: `2 alerts: Too warm, Silent`. */
export function lineOf({ kind, effect, total, names }: DependantGroup): DependantLine {
  const count = t(COUNTS[kind], { total })
  const more = total - names.length
  const listed = [...names, ...(more > 0 && names.length > 0 ? [t('deletion.more', { count: more })] : [])]
  const text = listed.length === 0 ? count : t('deletion.line', { count, names: listed.join(', ') })
  return { heading: t(EFFECTS[effect]), text }
}

/** Whether something keeps the thing from being deleted. */
export function isBlocked(groups: readonly DependantGroup[]): boolean {
  return groups.some(({ effect }) => effect === 'blocks')
}
