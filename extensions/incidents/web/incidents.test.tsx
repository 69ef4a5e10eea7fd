import type { SourceName } from '@fieldwatch/contract/api/ids'
import {
  changeIncident,
  getIncident,
  type Incident,
  type IncidentDetails,
  listConclusions,
  listIncidents,
  refreshIncident,
  removeIncident,
} from '../contract/incidents.ts'
import { listSharedOptions } from '@fieldwatch/contract/telemetry/data'
import { listUnits } from '@fieldwatch/contract/units/units'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportReport } from './report/export-report.ts'
import { type Answer, answerTo, failure, whole } from '@fieldwatch/web/testing/answers.ts'
import { buildIncident } from './testing/build-incident.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { onlyBody, pressTwice } from '@fieldwatch/web/testing/press-twice.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { readIncidentsSearch } from './incidents-search.ts'

const user = userEvent.setup()

function open(path: string, ...routes: readonly Answer[]) {
  return renderApp({ path, user: buildSessionUser(), routes })
}

const openOne = (incident: IncidentDetails, ...routes: readonly Answer[]) =>
  open(
    '/incidents/7',
    ...routes,
    answerTo(getIncident, () => incident),
  )

const listed = ({ incidentID, ...rest }: Partial<IncidentDetails>): Incident => {
  const {
    conclusions: _c,
    takenBy: _b,
    mayTakeAgain: _m,
    timeline: _t,
    isCut: _i,
    details: _d,
    ...incident
  } = buildIncident(rest)
  return { ...incident, incidentID: incidentID ?? 7 }
}

beforeEach(() => window.sessionStorage.clear())

async function choose(item: string): Promise<void> {
  await screen.findByRole('region', { name: 'Timeline' })
  await user.click(await screen.findByRole('button', { name: 'More about this incident' }))
  await user.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
}

describe('a portal without incidents', () => {
  it('has no page of them, and no link to one', async () => {
    renderApp({ path: '/incidents', user: buildSessionUser({ extensions: [] }) })

    await screen.findByText('There is no such page')
    expect(screen.queryByRole('link', { name: 'Incidents' })).toBeNull()
  })
})

describe('the list of incidents', () => {
  it('is in the navigation', async () => {
    open(
      '/dashboard',
      answerTo(listUnits, () => []),
      answerTo(listIncidents, () => ({ incidents: [], total: 0 })),
    )

    await user.click(await screen.findByRole('link', { name: 'Incidents' }))

    expect(await screen.findByText(/^No incidents yet/)).toBeDefined()
  })

  it('is searched and sorted on the server, which the address keeps', async () => {
    const { seen } = open(
      '/incidents',
      answerTo(listIncidents, ({ query: { text } }) =>
        text === undefined
          ? {
              incidents: [listed({}), listed({ incidentID: 8, title: 'Leak', unitNames: ['A', 'B'], units: 5 })],
              total: 2,
            }
          : { incidents: [], total: 0 },
      ),
    )

    expect((await screen.findByRole('link', { name: 'Overflow' })).getAttribute('href')).toBe('/incidents/7')
    expect(screen.getByText('A, B and 3 more')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /Severity/ }))
    await waitFor(() => expect(seen.at(-1)?.path).toContain('sort=severity'))
    await user.type(screen.getByRole('searchbox', { name: 'Title, conclusions or unit' }), 'dam')

    expect(await screen.findByText('No incident matches. Change the text or the severity.')).toBeDefined()
    expect(window.location.search).toContain('text=dam')
  })

  it('says that there are none yet, or why they cannot be loaded', async () => {
    let fails = true
    open(
      '/incidents',
      answerTo(listIncidents, () => (fails ? failure('server/internal') : { incidents: [], total: 0 })),
    )

    expect(await screen.findByText('Failed to load the incidents')).toBeDefined()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/^No incidents yet/)).toBeDefined()
  })

  it('is narrowed by an address, as far as it can be read', () => {
    expect(readIncidentsSearch({ text: 17, severity: 'major', sort: 'title', order: 'asc' })).toEqual({
      text: '17',
      severity: 'major',
      sort: 'title',
      order: 'asc',
    })
    expect(Object.values(readIncidentsSearch({ text: {}, severity: 'worst', sort: 'x', order: 'desc' }))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('an incident', () => {
  it('shows what happened, who was notified, and what was received later', async () => {
    openOne(buildIncident())

    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    expect(timeline.getByText('High: began')).toBeDefined()
    expect(timeline.getByText(/^Received later: 1 Mar 2026/)).toBeDefined()
    expect(timeline.getByText('Value 9.5 °C, limit 8 °C')).toBeDefined()
    expect(timeline.getByText('ada@example.com: triggered by mail, sent')).toBeDefined()
    expect(timeline.getAllByRole('link', { name: 'Open the replay of North tank' })[0]?.getAttribute('href')).toContain(
      '/dashboard/tank-01?replay=',
    )
    expect(screen.getByRole('img', { name: 'tank · level of North tank: 1 m to 9 m' })).toBeDefined()
    expect(screen.getByRole('cell', { name: '1.25 m' })).toBeDefined()
  })

  it('is a file that loads nothing and in which texts stay texts', async () => {
    openOne(buildIncident({ title: '</title><script>alert(1)</script>', conclusions: 'a < b & "c"' }))
    const article = await screen.findByRole('article')

    const file = await exportReport(article, { title: '</title><script>', footer: 'Exported.' }).text()

    expect(file).toContain("default-src 'none'")
    expect(file).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(file).toContain('a &lt; b &amp; "c"')
    const read = new DOMParser().parseFromString(file, 'text/html')
    expect(read.querySelectorAll('script, img, a, link, iframe')).toHaveLength(0)
    expect(read.querySelectorAll('svg path')).toHaveLength(1)
    expect(read.title).toBe('</title><script>')
    expect(read.body.textContent).toContain('Exported.')
  })

  it('keeps the conclusions that were typed when someone else was quicker', async () => {
    let version = 1
    const newer = buildIncident({ version: 2, title: 'Flood', conclusions: 'The pump stopped.' })
    const { seen } = open(
      '/incidents/7',
      answerTo(changeIncident, () =>
        version === 1 ? failure('incident/changed', { changedBy: 'Grace Hopper' }) : listed({}),
      ),
      answerTo(getIncident, () => (version === 1 ? buildIncident() : newer)),
    )
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const conclusions = await screen.findByRole('textbox', { name: 'Conclusions' })
    await user.type(conclusions, ' It was old.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const load = await screen.findByRole('button', { name: /Load/ })
    version = 2
    await user.click(load)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Flood'))
    expect((conclusions as HTMLTextAreaElement).value).toBe('The pump stopped. It was old.')

    pressTwice(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual({ incidentID: 7, version: 2, conclusions: 'The pump stopped. It was old.' })
  })

  it('takes its copy again once, with the charts that are chosen', async () => {
    const { seen } = openOne(
      buildIncident(),
      answerTo(listSharedOptions, () =>
        whole({
          statusCode: 200 as const,
          body: {
            status: 'success' as const,
            details: [
              { source: 'room' as SourceName, units: 1, fields: [{ name: 'temp', type: 'float' as const, units: 1 }] },
            ],
          },
        }),
      ),
      answerTo(refreshIncident, () => listed({ version: 2 })),
    )
    await choose('Take the copy again')
    const dialog = await screen.findByRole('dialog', { name: 'Take the copy of this incident again?' })
    await user.click(within(dialog).getByRole('combobox', { name: 'Charts' }))
    await user.click(await screen.findByRole('option', { name: 'room · temp', hidden: true }))
    pressTwice(within(dialog).getByRole('button', { name: 'Take the copy again' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onlyBody(seen, 'POST /api/v1/incidents/snapshot')).toEqual({
      incidentID: 7,
      version: 1,
      fields: [
        { source: 'tank', field: 'level' },
        { source: 'room', field: 'temp' },
      ],
    })
  })

  it('shows how its conclusions were before', async () => {
    openOne(
      buildIncident(),
      answerTo(listConclusions, () => ({
        versions: [
          { savedUTC: '2026-03-02T09:00:00.000Z', by: 'Ada', text: 'The pump stopped.' },
          { savedUTC: '2026-03-02T08:00:00.000Z', by: null, text: '' },
        ],
      })),
    )
    await choose('Versions of the conclusions')
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions of the conclusions' }))

    expect(await dialog.findByText('The pump stopped.')).toBeDefined()
    expect(dialog.getByText('(empty)')).toBeDefined()
  })

  it('is deleted once, and leads back to the list', async () => {
    const { seen } = openOne(
      buildIncident(),
      answerTo(removeIncident, () => undefined),
      answerTo(listIncidents, () => ({ incidents: [], total: 0 })),
    )
    await choose('Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete Overflow?' })
    pressTwice(within(dialog).getByRole('button', { name: 'Delete' }))

    expect(await screen.findByText(/^No incidents yet/)).toBeDefined()
    expect(onlyBody(seen, 'DELETE /api/v1/incidents')).toEqual({ incidentID: 7 })
  })

  it('has no buttons to change it for others, and is gone for people of another entity', async () => {
    openOne(buildIncident({ mayChange: false, mayTakeAgain: false, conclusions: '', details: [], units: 0 }))

    expect(await screen.findByText('You have no access to any of its units.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /conclusions/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'More about this incident' }))
    expect((await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent)).toEqual([
      'Versions of the conclusions',
    ])
  })

  it('that does not exist says so', async () => {
    open(
      '/incidents/9',
      answerTo(getIncident, () => failure('incident/not-found')),
    )

    expect(await screen.findByText(/^This incident no longer exists/)).toBeDefined()
  })
})
