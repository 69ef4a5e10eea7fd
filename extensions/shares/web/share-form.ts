import { ShareDraft } from '../contract/shares.ts'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { ShownThing } from '@fieldwatch/web/platform/extensions/slots.ts'
import { portalNow } from '@fieldwatch/web/platform/time/portal-clock.ts'

export interface ShareValues {
  /** Empty: never. */
  days: string
  password: string
  /** One origin on each line. */
  origins: string
  /** Only for a map. */
  title: string
  /** Positions that go on with the time, or those of the moment that is looked at. */
  positions: 'live' | 'fixed'
}

/** The request that a form makes now. */
export function draftOf({ days, password, origins, ...map }: ShareValues, thing: ShownThing): ShareDraft {
  const pages = originsOf(origins)
  const settings = {
    ...(days === '' ? {} : { expiresUTC: new Date(portalNow() + Number(days) * DAY_MS).toISOString() }),
    ...(password === '' ? {} : { password }),
    ...(pages.length === 0 ? {} : { origins: pages }),
  }
  return { ...whatOf(thing, map), ...settings }
}

// oxlint-disable-next-line typescript/consistent-return -- the switch is exhaustive, and the compiler checks it
function whatOf(thing: ShownThing, { title, positions }: Pick<ShareValues, 'title' | 'positions'>): ShareDraft {
  switch (thing.kind) {
    case 'overview':
      return { kind: 'overview', what: { dataID: thing.dataId } }
    case 'chart':
      return { kind: 'chart', what: { dataID: thing.dataId, chart: thing.chart, range: thing.range } }
    case 'events': {
      const { dataId: dataID, table, range, filter } = thing
      return { kind: 'events', what: { dataID, table, range, ...(hasFilter(thing) ? { filter } : {}) } }
    }
    case 'incident':
      return { kind: 'incident', what: { incidentID: thing.incidentID } }
    case 'map': {
      const at = positions === 'fixed' ? { atUTC: new Date(thing.at ?? portalNow()).toISOString() } : {}
      return { kind: 'map', what: { title: title.trim(), dataIDs: [...thing.dataIds], ...at } }
    }
  }
}

/** Whether only some events are shared. */
export function hasFilter({ filter }: Extract<ShownThing, { kind: 'events' }>): boolean {
  return Object.values(filter).some((part) => part !== undefined)
}

/** Names in lower case without the slash that browsers put behind a copied address. */
function originsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== '').map((line) => line.toLowerCase().replace(/\/$/, '')))]
}

/** What a web page contains to show the link in a frame. */
export function embedText(link: string): string {
  return `<iframe src="${link}" title="Fieldwatch" width="100%" height="600" referrerpolicy="no-referrer"></iframe>`
}

/** The errors of a form by its fields, of which the origins are one. */
export function shareErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldOf(path), text]))
}

function fieldOf(path: string): string {
  if (path === 'expiresUTC') return 'days'
  if (path === 'what.title') return 'title'
  return path.startsWith('origins') ? 'origins' : path
}

export function checkDraft(draft: ShareDraft) {
  return ShareDraft.safeParse(draft)
}
