import { getMe } from '@fieldwatch/contract/people/users'
import {
  createNetworkServer,
  listNetworkServers,
  type NetworkServer,
  removeNetworkServer,
  updateNetworkServer,
} from '../contract/network-servers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerTo, type Answer, failure } from '@fieldwatch/web/testing/answers.ts'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { brokerState, catchUpState, networkServerState } from './network-server-text.ts'

const user = userEvent.setup()

function buildServer(given: Partial<NetworkServer> = {}): NetworkServer {
  return {
    networkServerID: 'lns' as NetworkServer['networkServerID'],
    entity: 'water' as NetworkServer['entity'],
    name: 'North',
    kind: 'things-stack',
    url: 'https://eu1.cloud.thethings.network',
    application: 'field',
    fPort: 10,
    confirmed: true,
    catchUp: false,
    active: true,
    failingSinceUTC: null,
    lastError: null,
    lastSuccessUTC: null,
    caughtUpUTC: null,
    catchUpError: null,
    brokerUrl: '',
    brokerUser: '',
    brokerConnectedUTC: null,
    brokerMessageUTC: null,
    brokerError: null,
    version: 3,
    ...given,
  }
}

function open({ servers = [buildServer()], routes = [] }: { servers?: NetworkServer[]; routes?: Answer[] } = {}) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({
    path: '/settings?tab=network-servers',
    user: me,
    routes: [answerTo(getMe, () => me), answerTo(listNetworkServers, () => servers), ...routes],
  })
}

beforeEach(() => localStorage.clear())

describe('the network servers of an entity', () => {
  it('are explained where there are none', async () => {
    open({ servers: [] })
    expect(await screen.findByText(/^No network servers yet\./)).toBeDefined()
  })

  it('are added by a double click once, with what is missing said beside its field', async () => {
    const { seen } = open({ servers: [], routes: [answerTo(createNetworkServer, () => buildServer())] })
    await user.click(await screen.findByRole('button', { name: 'Add network server' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a network server' }))
    await user.type(dialog.getByLabelText(/^Name/), 'North')
    await user.type(dialog.getByLabelText(/^Address/), 'https://eu1.cloud.thethings.network')
    await user.type(dialog.getByLabelText(/^API key/), 'NNSXS.KEY')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('The Things Stack needs the id of the application.')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Application ID/), 'field')
    await user.click(dialog.getByRole('switch', { name: /^Read missed uplinks/ }))
    await user.dblClick(dialog.getByRole('button', { name: 'Add' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(
      seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/network-servers')).map(({ body }) => body),
    ).toEqual([
      {
        entity: expect.any(String),
        name: 'North',
        kind: 'things-stack',
        url: 'https://eu1.cloud.thethings.network',
        key: 'NNSXS.KEY',
        application: 'field',
        fPort: 1,
        confirmed: true,
        catchUp: true,
        brokerUrl: '',
        brokerUser: '',
        brokerPassword: '',
      },
    ])
  })

  it('keep their API key when it is left empty, and what was typed after a conflict', async () => {
    let servers = [buildServer()]
    const { seen } = open({
      routes: [
        answerTo(listNetworkServers, () => servers),
        answerTo(updateNetworkServer, ({ body }) => {
          if (body.version === 4) return buildServer({ version: 5 })
          servers = [buildServer({ name: 'South', version: 4 })]
          return failure('network-server/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the network server' }))
    await user.clear(dialog.getByLabelText(/^Application ID/))
    await user.type(dialog.getByLabelText(/^Application ID/), 'pumps')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('South'))
    expect(dialog.getByLabelText<HTMLInputElement>(/^Application ID/).value).toBe('pumps')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      networkServerID: 'lns',
      version: 4,
      application: 'pumps',
    })
  })

  it('are switched off and removed after a question', async () => {
    const { seen } = open({
      routes: [answerTo(updateNetworkServer, () => buildServer()), answerTo(removeNetworkServer)],
    })
    for (const [button, question] of [
      ['Switch off', 'Switch off North?'],
      ['Remove', 'Remove North?'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: button }))
      const dialog = within(await screen.findByRole('dialog', { name: question }))
      await user.click(dialog.getByRole('button', { name: button }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect(seen.filter(({ method }) => ['PUT', 'DELETE'].includes(method)).map(({ body }) => body)).toEqual([
      { networkServerID: 'lns', version: 3, active: false },
      { networkServerID: 'lns' },
    ])
  })

  it('say how they are', () => {
    const now = Date.parse('2026-11-27T12:00:00Z')
    const at = '2026-11-27T11:55:00Z' as NetworkServer['lastSuccessUTC']
    const text = (given: Partial<NetworkServer>) => networkServerState(buildServer(given), now).text
    expect(text({})).toBe('Nothing was sent to it yet.')
    expect(text({ lastSuccessUTC: at })).toMatch(/^Working: took a downlink 5 min/)
    expect(text({ failingSinceUTC: at, lastError: 'HTTP 401.' })).toMatch(/retried\. HTTP 401\.$/)
    expect(text({ active: false })).toBe('Switched off: requests wait.')
    const missed = (given: Partial<NetworkServer>) => catchUpState(buildServer({ catchUp: true, ...given }), now)?.text
    expect(missed({ catchUp: false })).toBeUndefined()
    expect(missed({ kind: 'chirpstack' })).toBeUndefined()
    expect(missed({ caughtUpUTC: at })).toMatch(/^Missed uplinks: read 5 min/)
    expect(missed({ catchUpError: 'HTTP 403.' })).toMatch(/HTTP 403\.$/)
    const broker = (given: Partial<NetworkServer>) =>
      brokerState(buildServer({ kind: 'chirpstack', brokerUrl: 'mqtts://b', ...given }), now)
    expect(broker({ brokerUrl: '' })).toBeUndefined()
    expect(broker({ active: false })).toBeUndefined()
    expect(broker({})?.text).toBe('MQTT: connecting…')
    expect(broker({ brokerError: 'Wrong.' })).toEqual({
      state: 'failing',
      text: 'MQTT: not connected, retrying. Wrong.',
    })
    expect(broker({ brokerConnectedUTC: at })).toEqual({ state: 'good', text: 'MQTT: connected, no message yet.' })
    const heard = { brokerConnectedUTC: at, brokerMessageUTC: at }
    expect(broker(heard)?.text).toMatch(/^MQTT: connected, last message 5 min/)
    expect(broker({ ...heard, brokerError: 'QoS 0.' })?.state).toBe('failing')
  })
})
