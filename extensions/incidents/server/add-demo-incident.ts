import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { type EventPage, listEvents } from '@fieldwatch/contract/events/events'
import { getMe } from '@fieldwatch/contract/people/users'
import { createIncident, listIncidents } from '../contract/incidents.ts'
import { addNote, listNotes } from '@fieldwatch/notes/contract/notes'
import type { DemoCall } from '@fieldwatch/server/demo/call-demo'

const UNIT = 'cold-store-01'
const NOTE = 'Door left open after the delivery. The seal is fine.'
const TITLE = 'Cold store too warm after a delivery'
const CONCLUSIONS = [
  'The door stood open while the delivery was put away.',
  'The goods stayed below 8 °C. A door closer is ordered.',
].join('\n\n')

/**
 * Adds a note on the longest warm period of the cold store, and keeps that time as an incident, unless they are there. Needs the event
 * tables of the demo.
 */
export async function addDemoIncident(call: DemoCall): Promise<void> {
  const query = { dataID: UNIT, name: 'Too warm', sort: 'duration', direction: 'desc', pageSize: 1 } as const
  // With a name it answers a page of occurrences.
  const [longest] = ((await call(listEvents, { query })).details as EventPage).occurrences
  if (longest?.endUTC == null) return
  const { startUTC, endUTC } = longest
  if ((await call(getMe, {})).details.extensions.includes('notes')) await addDemoNote(call, { startUTC, endUTC })
  const { incidents } = (await call(listIncidents, {})).details
  if (incidents.some(({ title }) => title === TITLE)) return
  await call(createIncident, {
    body: {
      title: TITLE,
      severity: 'major',
      from: new Date(Date.parse(startUTC) - HOUR_MS).toISOString(),
      to: new Date(Date.parse(endUTC) + HOUR_MS).toISOString(),
      moment: startUTC,
      dataIDs: [UNIT],
      fields: ['air_temperature', 'product_temperature'].map((field) => ({ source: 'cold_store', field })),
      conclusions: CONCLUSIONS,
    },
  })
}

async function addDemoNote(call: DemoCall, times: { startUTC: string; endUTC: string }): Promise<void> {
  const { notes } = (await call(listNotes, { query: { dataID: UNIT } })).details
  if (!notes.some(({ text }) => text === NOTE))
    await call(addNote, { body: { dataID: UNIT, source: 'cold_store', ...times, text: NOTE } })
}
