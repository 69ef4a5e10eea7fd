import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { setTimeout as sleep } from 'node:timers/promises'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import {
  createEvent,
  type EventPage,
  type EventTable,
  listEvents,
  setEventTag,
} from '@fieldwatch/contract/events/events'
import type { DemoCall } from './call-demo.ts'
import { HISTORY_DAYS } from './history-plan.ts'

export interface DemoTable {
  readonly dataID: string
  /** As the templates of the demo have it. */
  readonly name: string
  readonly comparison: string
  readonly values: readonly { readonly source: string; readonly field: string }[]
  /** What the longest events are tagged with, one each. */
  readonly tags: readonly string[]
}

/** The event tables of the demo, on units whose templates have their entries. */
export const DEMO_EVENTS: readonly DemoTable[] = [
  {
    dataID: 'cold-store-01',
    name: 'Too warm',
    comparison: 'cold_store.air_temperature > 7',
    values: [
      { source: 'cold_store', field: 'air_temperature' },
      { source: 'cold_store', field: 'product_temperature' },
    ],
    tags: ['Door left open', 'Door left open', 'Delivery', 'Door left open', 'Defrost'],
  },
  {
    dataID: 'water-tank-01',
    name: 'Level low',
    comparison: 'tank.level < 40',
    values: [
      { source: 'tank', field: 'level' },
      { source: 'tank', field: 'outflow' },
    ],
    tags: ['Morning demand', 'Main burst', 'Morning demand'],
  },
  {
    dataID: 'truck-01',
    name: 'Trips',
    comparison: 'location trips',
    values: [],
    tags: ['Inspection round'],
  },
]

interface Options {
  readonly now: number
  readonly tables?: readonly DemoTable[]
  /** Is called until all occurrences are found; waits a moment by default. */
  readonly wait?: () => Promise<unknown>
}

/** How often it is asked whether all occurrences are found. */
const MOST_QUESTIONS = 600
const QUESTION_MS = 100

/**
 * Makes the event tables over the history that are not there yet, and tags some of what they find, as a person would. Returns how many
 * events there are.
 */
export async function addDemoEvents(
  call: DemoCall,
  { now, tables: wanted = DEMO_EVENTS, wait = () => sleep(QUESTION_MS) }: Options,
): Promise<number> {
  let count = 0
  for (const { dataID, name, comparison, values, tags } of wanted) {
    const startDate = new Date(now - HISTORY_DAYS * DAY_MS).toISOString()
    // Without a name it answers the tables.
    const { tables } = (await call(listEvents, { query: { dataID } })).details as { tables: readonly EventTable[] }
    if (!tables.some((table) => nameOfEvent(table.name) === nameOfEvent(name)))
      await call(createEvent, { body: { dataID, name, comparison, startDate, values: [...values] } })
    const query = { dataID, name, sort: 'duration', direction: 'desc', pageSize: tags.length } as const
    const { occurrences, pagination } = await readWhenFound(() => call(listEvents, { query }), wait)
    count += pagination.total
    for (const [index, { startUTC }] of occurrences.entries())
      await call(setEventTag, { body: { dataID, name, eventStartUTC: startUTC, tag: tags[index] } })
  }
  return count
}

async function readWhenFound(
  read: () => Promise<{ details?: unknown }>,
  wait: () => Promise<unknown>,
): Promise<EventPage> {
  for (let asked = 0; ; asked += 1) {
    // With a name it answers a page of occurrences.
    const page = (await read()).details as EventPage
    if (page.state === 'ready' || asked === MOST_QUESTIONS) return page
    await wait()
  }
}
