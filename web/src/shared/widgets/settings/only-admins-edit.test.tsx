import { answerAt, answerTo } from '#testing/answers.ts'
import { listUnits } from '@fieldwatch/contract/units/units'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { listCalculations } from '@fieldwatch/contract/calculations/calculations'
import { listEvents } from '@fieldwatch/contract/events/events'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildEventPage, buildEventSummary, buildEventTable } from '#testing/build-events.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildTemplate } from '#testing/build-template.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { renderUnit } from '#testing/render-unit.tsx'

const REASON = 'Only admins can edit the dashboard, the events and the calculated sources of this unit.'
const UNIT = buildUnit({ dataID: 'tank-1', defaultTemplate: 'tank' as TemplateId })
const TEMPLATE = buildTemplate({
  overview: { gauges: [{ title: 'Level', range: [0, 10], source: 'tank', field: 'level' }] },
  timeSeries: { charts: [] },
  events: [],
})
/** Alerts and notes are the viewer's own: they change nothing of the unit. */
const EDITING = /^(Edit|Delete|Add(?! note)|Refresh|Customize|Create(?! an alert))/

interface Opened {
  role?: 'admin' | 'viewer'
  onlyAdminsEdit?: boolean
}

function open(tab: string, { role = 'viewer', onlyAdminsEdit = true }: Opened = {}) {
  const server = createFakeServer([
    answerTo(listUnits, () => ({ ...UNIT, ...(onlyAdminsEdit ? { onlyAdminsEdit } : {}) })),
    answerAt(getTemplate, { id: 'tank' }, () => ({ ...TEMPLATE, editable: !onlyAdminsEdit })),
    answerTo(listCalculations, () => []),
    answerTo(listEvents, ({ path }) => (path.includes('name=') ? buildEventPage([]) : { tables: [buildEventTable()] })),
    answerTo(getEventSummary, () => buildEventSummary()),
  ])
  renderUnit(server.fetch, `/dashboard/tank-1${tab}`, buildSessionUser({ role }))
}

describe('a unit that only admins edit', () => {
  it.each(['', '/time-series', '/events'])(
    'has nothing to edit with for viewers on "%s", and says why',
    async (tab) => {
      open(tab)

      expect(await screen.findByText(REASON)).toBeDefined()
      if (tab === '/events') await screen.findByRole('heading', { name: 'Too warm' })
      expect(screen.queryAllByRole('button', { name: EDITING })).toEqual([])
      expect(screen.queryByRole('checkbox')).toBeNull()
    },
  )

  it('shows viewers its calculated sources without a way to change them', async () => {
    open('/time-series')
    await userEvent.click(await screen.findByRole('button', { name: 'Calculated sources' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Calculated sources' }))
    expect(await dialog.findByText(REASON)).toBeDefined()
    expect(dialog.queryByRole('button', { name: EDITING })).toBeNull()
  })

  it('is edited by admins as before', async () => {
    open('/events', { role: 'admin' })

    expect(await screen.findByRole('button', { name: 'Edit Too warm' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Add Event Table' })).toBeDefined()
    expect(screen.queryByText(REASON)).toBeNull()
  })

  it.each([
    ['', 'Edit Level'],
    ['/time-series', 'Add Chart'],
    ['/events', 'Customize Columns'],
  ])('is edited by viewers on "%s" where the entity lets them', async (tab, name) => {
    open(tab, { onlyAdminsEdit: false })

    expect((await screen.findAllByRole('button', { name }))[0]).toBeDefined()
    expect(screen.queryByText(REASON)).toBeNull()
  })
})
