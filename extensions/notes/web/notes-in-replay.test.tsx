import type { DataId } from '@fieldwatch/contract/api/ids'
import { getState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { listUnits } from '@fieldwatch/contract/units/units'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerTo } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { buildUnit } from '@fieldwatch/web/testing/build-unit.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { listNotes, type Note } from '../contract/notes.ts'

const NOON = '2026-05-01T12:00:00.000Z'
const PATH = `/dashboard?replay=${encodeURIComponent('2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z')}&moment=${encodeURIComponent(NOON)}`
const NOTHING = { records: [], alerts: [], occurrences: [], requests: [], configurations: [] }

/** As on the server: a page after another, the newest note first. */
function notesAt(...times: readonly string[]) {
  return answerTo(listNotes, ({ query: { after = '0.0' } }) => {
    const place = Number.parseInt(after, 10)
    const time = times[place]
    const next = place + 1 < times.length ? `${place + 1}.0` : null
    return { notes: time === undefined ? [] : [noteAt(time, place + 1)], next }
  })
}

function noteAt(startUTC: string, noteID: number): Note {
  const about = { dataID: 'pump-1' as DataId, deviceName: 'North pump', source: null, text: 'Pump replaced', by: null }
  const rest = { endUTC: null, position: null, picture: null, mayChange: false, version: 1 }
  return { ...about, ...rest, noteID, startUTC, createdUTC: startUTC }
}

it('A replay counts the notes up to the moment, however many later ones its range has', async () => {
  renderApp({
    path: PATH,
    user: buildSessionUser(),
    routes: [
      answerTo(listUnits, () => [buildUnit({ dataID: 'pump-1', friendlyName: 'North pump' })]),
      answerTo(getState, ({ body }) => ({
        units: body.dataIDs.map((dataID) => ({
          dataID,
          ...NOTHING,
          position: null,
          active: true,
          lastActivityUTC: NOON,
        })),
      })),
      notesAt(
        '2026-05-01T18:00:00.000Z',
        '2026-05-01T17:00:00.000Z',
        '2026-05-01T11:00:00.000Z',
        '2026-05-01T09:00:00.000Z',
      ),
      answerTo(listStateSteps, () => ({ steps: [], more: false })),
    ],
  })

  expect(await screen.findByText(/^At this moment: .* 2 notes$/)).toBeDefined()
})
