import { given } from '#platform/given.ts'
import type { ActivityTopic } from '@fieldwatch/contract/activity/activity'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { ActivityNarrowing } from '#shared/activity/activity-queries.ts'

/** What is chosen above the activity; days as `2026-06-01`, in the zone of the browser, both included. */
export interface ActivityChoice {
  readonly search: string
  readonly topic: ActivityTopic | undefined
  readonly entity: EntityId | undefined
  readonly firstDay: string
  readonly lastDay: string
}

export const NO_CHOICE: ActivityChoice = {
  search: '',
  topic: undefined,
  entity: undefined,
  firstDay: '',
  lastDay: '',
}

/** What the server is asked for. A day that is not typed to its end does not narrow. */
export function narrowingOf({ search, topic, entity, firstDay, lastDay }: ActivityChoice): ActivityNarrowing {
  return given({
    search: search.trim() || undefined,
    topic,
    entity,
    from: startOfDay(firstDay, 0)?.toString(),
    to: startOfDay(lastDay, 1)?.toString(),
  })
}

function startOfDay(day: string, daysLater: number): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (match === null) return undefined
  const [year = 0, month = 1, date = 1] = match.slice(1).map(Number)
  const at = new Date(year, month - 1, date + daysLater).getTime()
  return year < 1970 ? undefined : Math.max(0, at)
}
