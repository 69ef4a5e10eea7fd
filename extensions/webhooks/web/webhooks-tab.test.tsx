import { answerTo, failure, type Answer } from '@fieldwatch/web/testing/answers.ts'
import { getMe } from '@fieldwatch/contract/people/users'
import {
  listWebhooks,
  createWebhook,
  testWebhook,
  updateWebhook,
  removeWebhook,
  type Webhook,
} from '../contract/webhooks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildSessionUser } from '@fieldwatch/web/testing/build-session-user.ts'
import { renderApp } from '@fieldwatch/web/testing/render-app.tsx'
import { webhookState } from './webhook-text.ts'

const user = userEvent.setup()

function buildWebhook(given: Partial<Webhook> = {}): Webhook {
  return {
    webhookID: 'room' as Webhook['webhookID'],
    entity: 'water' as Webhook['entity'],
    name: 'Control room',
    url: 'https://hooks.example/alerts',
    kind: 'generic',
    active: true,
    failingSinceUTC: null,
    lastError: null,
    lastSuccessUTC: null,
    switchedOffUTC: null,
    version: 3,
    ...given,
  }
}

type Routes = readonly Answer[]

function open({ webhooks = [buildWebhook()], routes = [] }: { webhooks?: Webhook[]; routes?: Routes } = {}) {
  const me = buildSessionUser({ role: 'admin' })
  return renderApp({
    path: '/settings?tab=webhooks',
    user: me,
    routes: [answerTo(getMe, () => me), answerTo(listWebhooks, () => webhooks), ...routes],
  })
}

const card = async () => within(await screen.findByRole('region', { name: 'Control room' }))

beforeEach(() => window.sessionStorage.clear())

describe('the state of a webhook', () => {
  const now = Date.parse('2026-11-22T12:00:00.000Z')
  const before = '2026-11-22T11:58:00.000Z'
  it.each<[Partial<Webhook>, string]>([
    [{}, 'Nothing was sent to it yet.'],
    [{ lastSuccessUTC: before }, 'Working: last success 2 min ago.'],
    [
      { failingSinceUTC: before, lastError: 'It refuses the connection.' },
      'Failing since 2 min ago. It refuses the connection.',
    ],
    [{ active: false }, 'Switched off: it gets no messages.'],
    [
      { active: false, switchedOffUTC: before, lastError: 'There is no such name.' },
      'Switched off by the portal 2 min ago, after three days without a success. There is no such name.',
    ],
  ])('with %o is said: %s', (given, text) => expect(webhookState(buildWebhook(given), now).text).toBe(text))
})

describe('the Webhooks tab', () => {
  it('says what a webhook is for where there is none', async () => {
    open({ webhooks: [] })

    expect(await screen.findByText(/^No webhooks yet\./)).toBeDefined()
  })

  it('adds one by a double click once, and shows its secret until it was kept', async () => {
    const { seen } = open({
      webhooks: [],
      routes: [answerTo(createWebhook, () => ({ webhook: buildWebhook(), secret: 'fwh_once' }))],
    })
    await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeNull())
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }))
    await user.selectOptions(dialog.getByLabelText('Kind'), 'ntfy')
    await user.type(dialog.getByLabelText(/^Name/), 'Pump room')
    await user.type(dialog.getByLabelText(/^Address/), 'https://ntfy.sh/')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText(/ends with its topic/)).toBeDefined()
    await user.type(dialog.getByLabelText(/^Address/), 'pumps')
    await user.dblClick(dialog.getByRole('button', { name: 'Add' }))

    expect(await screen.findByText('fwh_once')).toBeDefined()
    const sent = seen.filter(({ method }) => method === 'POST').filter(({ path }) => path === '/api/v1/webhooks')
    expect(sent.map(({ body }) => body)).toEqual([
      { entity: expect.any(String), name: 'Pump room', url: 'https://ntfy.sh/pumps', kind: 'ntfy' },
    ])
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Back to the secret' }))
    await user.click(screen.getByRole('button', { name: 'I have saved the secret' }))
    await waitFor(() => expect(screen.queryByText('fwh_once')).toBeNull())
  })

  it('says truthfully what came back of a test', async () => {
    const results = [
      { taken: true, status: 200, answer: 'ok', milliseconds: 42, sentence: 'Test delivered: HTTP 200.' },
      {
        taken: false,
        status: null,
        answer: '',
        milliseconds: 10_000,
        sentence: 'It did not answer within 10 seconds.',
      },
    ]
    const { seen } = open({ routes: [answerTo(testWebhook, () => results.shift() ?? failure('server/internal'))] })
    const webhook = await card()

    await user.dblClick(webhook.getByRole('button', { name: 'Send a test' }))
    expect(await webhook.findByText('Test delivered: HTTP 200.')).toBeDefined()
    expect(webhook.getByText('42 ms, answer: ok')).toBeDefined()
    expect(seen.filter(({ path }) => path === '/api/v1/webhooks/test')).toHaveLength(1)
    await user.click(webhook.getByRole('button', { name: 'Send a test' }))
    expect((await webhook.findByRole('alert')).textContent).toContain('It did not answer within 10 seconds.')
  })

  it('shows both versions after a conflict, and continues with what is chosen of each', async () => {
    let webhooks = [buildWebhook()]
    const { seen } = open({
      routes: [
        answerTo(listWebhooks, () => webhooks),
        answerTo(updateWebhook, ({ body }) => {
          if (body.version === 4) return { webhook: buildWebhook(), secret: null }
          webhooks = [buildWebhook({ name: 'Day shift', url: 'https://hooks.example/newer', version: 4 })]
          return failure('webhook/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    await user.click((await card()).getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the webhook' }))
    await user.clear(dialog.getByLabelText(/^Name/))
    await user.type(dialog.getByLabelText(/^Name/), 'Night shift')
    await user.clear(dialog.getByLabelText(/^Address/))
    await user.type(dialog.getByLabelText(/^Address/), 'https://hooks.example/mine')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await user.click(await dialog.findByRole('button', { name: 'Compare both' }))

    const names = within(await dialog.findByRole('radiogroup', { name: 'Name' }))
    expect(names.getByRole<HTMLInputElement>('radio', { name: 'Yours: Night shift' }).checked).toBe(true)
    await user.click(names.getByRole('radio', { name: 'Theirs: Day shift' }))
    await user.click(dialog.getByRole('button', { name: 'Use selected' }))
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Day shift')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      webhookID: 'room',
      version: 4,
      url: 'https://hooks.example/mine',
    })
  })

  it('keeps what was entered when another person changed it in the meantime, and loads the newer one', async () => {
    let webhooks = [buildWebhook()]
    const { seen } = open({
      routes: [
        answerTo(listWebhooks, () => webhooks),
        answerTo(updateWebhook, ({ body }) => {
          if (body.version === 4) return { webhook: buildWebhook(), secret: null }
          webhooks = [buildWebhook({ url: 'https://hooks.example/newer', version: 4 })]
          return failure('webhook/changed', { changedBy: 'Grace Hopper' })
        }),
      ],
    })
    await user.click((await card()).getByRole('button', { name: 'Edit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the webhook' }))
    await user.clear(dialog.getByLabelText(/^Name/))
    await user.type(dialog.getByLabelText(/^Name/), 'Night shift')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/^Grace Hopper changed it in the meantime/)).toBeDefined()

    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLInputElement>(/^Address/).value).toBe('https://hooks.example/newer'),
    )
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(seen.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
      webhookID: 'room',
      version: 4,
      name: 'Night shift',
    })
  })

  it('asks before it switches one off, gives it a new secret or removes it', async () => {
    const { seen } = open({
      routes: [
        answerTo(updateWebhook, () => ({ webhook: buildWebhook({ version: 4 }), secret: 'fwh_new' })),
        answerTo(removeWebhook),
      ],
    })
    const webhook = await card()
    for (const [button, question, confirm] of [
      ['Switch off', 'Switch off Control room?', 'Switch off'],
      ['Remove', 'Remove Control room?', 'Remove'],
      ['New secret', 'Make a new secret for Control room?', 'New secret'],
    ] as const) {
      await user.click(webhook.getByRole('button', { name: button }))
      const dialog = within(await screen.findByRole('dialog', { name: question }))
      await user.click(dialog.getByRole('button', { name: confirm }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull())
    }

    expect(await screen.findByText('fwh_new')).toBeDefined()
    expect(seen.filter(({ method }) => ['PUT', 'DELETE'].includes(method)).map(({ body }) => body)).toEqual([
      { webhookID: 'room', version: 3, active: false },
      { webhookID: 'room' },
      { webhookID: 'room', version: 3, newSecret: true },
    ])
  })
})
