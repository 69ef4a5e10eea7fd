import type { AlertHappening } from '@fieldwatch/contract/alert-history'
import type { EventBand } from '#records/events/event-bands.ts'

/** A change that began or ended a stretch in which an alert was triggered on a unit. */
export interface Turn {
  readonly happening: Extract<AlertHappening, 'high' | 'ok' | 'changed'>
  readonly at: number
  /** The limit at that time; null for a silence, and for a change of the alert. */
  readonly limit: number | null
}

/** When an alert was triggered within a range, by what changed in it and the last change before, in the order of time. */
export function triggeredBands(turns: readonly Turn[], { from, to }: { from: number; to: number }): EventBand[] {
  const bands: EventBand[] = []
  let since: number | undefined
  const close = (until: number): void => {
    if (since !== undefined && until >= from) bands.push({ from: since, to: until, count: 1 })
    since = undefined
  }
  for (const { happening, at } of turns) {
    if (happening !== 'high') close(at)
    else since ??= at
  }
  close(to)
  return bands
}

/** The limit that held by the end of the changes; undefined when none of them knows. */
export function limitOf(turns: readonly Turn[]): number | undefined {
  return turns.findLast(({ limit }) => limit !== null)?.limit ?? undefined
}
