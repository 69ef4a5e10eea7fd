import { answerAt, answerTo, type Answer } from './answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import {
  listEvents,
  getEventGap,
  listEventTags,
  type EventPage,
  type EventTable,
} from '@fieldwatch/contract/events/events'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { getTemplate, type Template } from '@fieldwatch/contract/templates/templates'
import { screen } from '@testing-library/react'
import { buildEventPage, buildEventSummary, buildEventTable } from './build-events.ts'
import { buildTemplate } from './build-template.ts'
import { buildUnit } from './build-unit.ts'
import { createFakeServer, type SeenRequest } from './fake-server.ts'
import { renderUnit } from './render-unit.tsx'

/** The unit whose events are open. */
export const EVENTS_UNIT = buildUnit({
  dataID: 'tank-1',
  friendlyName: 'North tank',
  defaultTemplate: 'tank' as TemplateId,
})

interface Given {
  tables?: EventTable[]
  /** What is answered to a question about occurrences. */
  page?: (query: URLSearchParams) => EventPage
  template?: Partial<Template>
  /** Behind the address of the page. */
  path?: string
  routes?: readonly Answer[]
}

/** Opens the Events page of a unit, with one event table by default. */
export function openEvents({ tables = [buildEventTable()], page, template, path = '', routes = [] }: Given = {}) {
  const server = createFakeServer([
    answerTo(listUnits, () => EVENTS_UNIT),
    answerAt(getTemplate, { id: 'tank' }, () => buildTemplate({ events: [], ...template })),
    answerTo(listEvents, ({ path: asked }) => {
      const query = new URLSearchParams(asked.split('?')[1])
      return query.has('name') ? (page?.(query) ?? buildEventPage([])) : { tables }
    }),
    answerTo(getEventGap, () => ({ maxGapMinutes: 12, origin: 'learned' })),
    answerTo(listEventTags, () => []),
    answerTo(getEventSummary, () => buildEventSummary()),
    ...routes,
  ])
  return { server, ...renderUnit(server.fetch, `/dashboard/tank-1/events${path}`) }
}

/** What was asked about occurrences, oldest first. */
export function askedPages(seen: readonly SeenRequest[]): URLSearchParams[] {
  return seen
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/v1/events?'))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]))
    .filter((query) => query.has('name'))
}

/** An event table on the page. */
export function findCard(title = 'Too warm'): Promise<HTMLElement> {
  return screen.findByRole('region', { name: title })
}
