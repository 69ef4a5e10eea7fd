import type { DataId } from '@fieldwatch/contract/api/ids'
import { getState, type UnitState } from '@fieldwatch/contract/replay/state'
import { listStateSteps } from '@fieldwatch/contract/replay/state-steps'
import { listUnits } from '@fieldwatch/contract/units/units'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { answerTo } from '#testing/answers.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderApp } from '#testing/render-app.tsx'

const NOON = '2026-05-01T12:00:00.000Z'
const PATH = `/dashboard?replay=${encodeURIComponent('2026-05-01T00:00:00.000Z~2026-05-02T00:00:00.000Z')}&moment=${encodeURIComponent(NOON)}`

const fleet = [
  buildUnit({ dataID: 'pump-1', friendlyName: 'North pump', lastActivityUTC: new Date().toISOString() }),
  buildUnit({ dataID: 'pump-2', friendlyName: 'South pump', active: false }),
]

/** The north pump had been silent for two hours, and the south pump was active. */
function stateOf(dataID: DataId): UnitState {
  const lastActivityUTC = dataID === 'pump-1' ? '2026-05-01T10:00:00.000Z' : NOON
  const nothing = { records: [], alerts: [], occurrences: [], requests: [], configurations: [] }
  return { dataID, ...nothing, position: null, active: true, lastActivityUTC }
}

function open() {
  const asked: { dataIDs: readonly string[]; at: string }[] = []
  renderApp({
    path: PATH,
    user: buildSessionUser(),
    routes: [
      answerTo(listUnits, () => fleet),
      answerTo(getState, ({ body }) => {
        asked.push(body)
        return { units: body.dataIDs.map(stateOf) }
      }),
      answerTo(listStateSteps, () => ({ steps: [], more: false })),
    ],
  })
  return asked
}

describe('the replay of the fleet', () => {
  it('shows who was active at the moment, and counts them', async () => {
    const asked = open()
    await screen.findByText('2 hours ago')

    expect(screen.getByText('Current')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Activated' }).textContent).toBe('Activated2')
    expect(asked.at(-1)).toMatchObject({ dataIDs: ['pump-1', 'pump-2'], at: NOON })
  })

  it('asks only for the units that the search leaves', async () => {
    const asked = open()
    await screen.findByText('2 hours ago')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search Units' }), 'south')

    await waitFor(() => expect(asked.at(-1)?.dataIDs).toEqual(['pump-2']))
  })

  it('has no buttons that change units', async () => {
    open()
    await screen.findByText('2 hours ago')

    expect(screen.queryByRole('button', { name: 'Add unit' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Import units' })).toBeNull()
    expect(screen.getByRole('link', { name: /North pump/ }).getAttribute('href')).toContain('moment=2026-05-01T12')
  })
})
