import { buildTemplate } from '#testing/build-template.ts'
import { answerTo, failure, type Answer } from '#testing/answers.ts'
import { listTemplates, putTemplate } from '@fieldwatch/contract/templates/templates'
import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import { createUnit } from '@fieldwatch/contract/units/units'
import { listLatest } from '@fieldwatch/contract/telemetry/data'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ApiProvider } from '#platform/api/api-context.tsx'
import { createApi } from '#platform/api/call.ts'
import { createSend } from '#platform/api/send.ts'
import { DialogStackProvider } from '#ui/components/dialog-stack.tsx'
import { UnsavedPage } from '#ui/components/unsaved-context.tsx'
import { LiveContext } from '#platform/live/live-context.ts'
import { meQuery } from '#platform/session/me-queries.ts'
import { buildSessionUser } from '#testing/build-session-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createFakeLive } from '#testing/fake-live.ts'
import { createFakeServer } from '#testing/fake-server.ts'
import { onlyBody, pressTwice } from '#testing/press-twice.ts'
import { AddUnitDialog } from './add-unit-dialog.tsx'

const user = userEvent.setup()

const record = { messageUTC: '2026-11-21T08:00:00.000Z', recieveUTC: '2026-11-21T08:00:00.100Z', level: 71.4 }

function openDialog(routes: readonly Answer[] = []) {
  const server = createFakeServer([
    answerTo(listTemplates, () => [{ id: 'tank', title: 'Tank' }]),
    answerTo(getConnectionSettings, () => ({
      httpUrl: 'http://portal.example',
      mqttUrl: 'mqtt://portal.example:1884',
      doors: [],
      ports: {},
    })),
    answerTo(createUnit, () => ({ dataID: 'north-tank', token: 'fw_secret' })),
    answerTo(listLatest, () => [{ dataID: 'north-tank', subject: 'level', record }]),
    answerTo(putTemplate, () => buildTemplate()),
    ...routes,
  ])
  const live = createFakeLive()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const api = createApi(createSend(server.fetch), { current: () => 'token', renew: async () => undefined })
  client.setQueryData(meQuery(api).queryKey, buildSessionUser())
  const root = createRootRoute({ component: Outlet })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <AddUnitDialog onClose={() => undefined} />,
  })
  const charts = createRoute({
    getParentRoute: () => root,
    path: '/dashboard/$dataID/time-series',
    component: () => 'The charts',
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([home, charts]), history, defaultPendingMs: 0 })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ApiProvider value={api}>
          <LiveContext value={live.client}>
            <UnsavedPage>
              <DialogStackProvider>
                <RouterProvider router={router as never} />
              </DialogStackProvider>
            </UnsavedPage>
          </LiveContext>
        </ApiProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { live, seen: server.seen }
}

async function addUnit(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Add unit' }))
  await user.type(dialog.getByLabelText(/^Name/), 'North tank')
  pressTwice(dialog.getByRole('button', { name: 'Add unit' }))
}

describe('adding a unit', () => {
  it('suggests a dataID, and shows the token with commands that use it', async () => {
    const { seen } = openDialog()
    await addUnit()

    const dialog = within(await screen.findByRole('dialog', { name: 'Connect the unit' }))
    expect(dialog.getByText('fw_secret')).toBeDefined()
    expect(await dialog.findByText(/^mosquitto_pub -h portal.example -p 1884 -q 1 -u north-tank/)).toBeDefined()
    expect(dialog.getByText(/^curl http:\/\/portal.example\/api\/v1\/ingest\/north-tank\/level/)).toBeDefined()
    expect(dialog.getByText(/Waiting for the first record/)).toBeDefined()
    expect(onlyBody(seen, 'POST /api/v1/devices')).toEqual({
      friendlyName: 'North tank',
      dataID: 'north-tank',
      entities: ['water'],
      description: '',
    })
  })

  it('has programs for units with its address, dataID and token filled in', async () => {
    openDialog()
    await addUnit()

    await user.selectOptions(await screen.findByLabelText('What sends'), 'Raspberry Pi (Python)')
    expect(screen.queryByText(/^curl/)).toBeNull()
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy' }).disabled).toBe(false))
    await user.click(screen.getByRole('button', { name: 'Copy' }))

    const program = await navigator.clipboard.readText()
    expect(program).toContain('PORTAL = "mqtt://portal.example:1884"')
    expect(program).toContain('DATA_ID = "north-tank"\nTOKEN = "fw_secret"')
    const guide = screen.getByRole<HTMLAnchorElement>('link', { name: 'How to set it up' })
    expect(guide.getAttribute('href')).toBe('/docs/guides/raspberry-pi.html')
  })

  it('shows the first record when it arrives, and puts it on a chart', async () => {
    const { live, seen } = openDialog()
    await addUnit()
    await screen.findByText(/Waiting for the first record/)
    const lastActivityUTC = new Date().toISOString()

    act(() => live.modify(buildUnit({ dataID: 'north-tank', lastMessage: 'level' as never, lastActivityUTC })))

    const arrived = within(await screen.findByRole('region', { name: 'Newest record of level' }))
    expect(arrived.getByText('71.4')).toBeDefined()
    expect(arrived.getByText(/^21 Nov 2026, .* ago\)$/)).toBeDefined()
    const drawn = within(arrived.getByRole('figure', { name: 'First values of level' }))
    expect(drawn.getByText('A line appears with the second record.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show it on a chart' }))
    expect(await screen.findByText('The charts')).toBeDefined()
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({
      dataID: 'north-tank',
      template: {
        events: [],
        title: 'level',
        timeSeries: {
          charts: [
            {
              title: 'level',
              type: 'timeseries',
              specifications: { level: [{ field: 'level', friendlyName: 'level' }] },
            },
          ],
        },
      },
    })
  })

  it('does not take what another unit sent for it', async () => {
    const { live } = openDialog()
    await addUnit()
    await screen.findByText(/Waiting for the first record/)

    act(() =>
      live.modify(
        buildUnit({
          dataID: 'other',
          lastMessage: 'level' as never,
          lastActivityUTC: new Date().toISOString(),
        }),
      ),
    )

    expect(screen.getByText(/Waiting for the first record/)).toBeDefined()
  })

  it('says why it could not, and keeps what was typed', async () => {
    openDialog([answerTo(createUnit, () => failure('unit/exists'))])
    await addUnit()

    expect((await screen.findByRole('alert')).textContent).toContain('The sentence of unit/exists.')
    expect(screen.getByLabelText<HTMLInputElement>(/^dataID/).value).toBe('north-tank')
  })

  it('asks for a name and a dataID that is one', async () => {
    openDialog()
    const dialog = within(await screen.findByRole('dialog', { name: 'Add unit' }))

    await user.click(dialog.getByRole('button', { name: 'Add unit' }))

    expect(dialog.getByText('Enter a name.')).toBeDefined()
    expect(dialog.getByText(/^A dataID is 1 to 64/)).toBeDefined()
  })
})
