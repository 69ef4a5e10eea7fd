import { answerAt, failure, type Answer } from '#testing/answers.ts'
import { getUnsubscription, unsubscribeByLink } from '@fieldwatch/contract/delivery/unsubscribing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

const user = userEvent.setup()
const ALERT = { kind: 'alert', alertName: 'Too warm', reportName: null }

function open(routes: readonly Answer[] = []) {
  let subscribed = true
  return renderApp({
    path: '/unsubscribe/a-link',
    marked: false,
    routes: [
      answerAt(getUnsubscription, { link: 'a-link' }, () => ({ ...ALERT, subscribed })),
      answerAt(unsubscribeByLink, { link: 'a-link' }, () => {
        subscribed = false
        return undefined
      }),
      ...routes,
    ],
  })
}

beforeEach(() => window.sessionStorage.clear())

describe('the page of the link in a mail', () => {
  it('sends nothing until its button is pressed, once by a double click, and then says the way back', async () => {
    const { seen } = open()
    expect(await screen.findByText('Alert: Too warm')).toBeDefined()
    expect(seen.some(({ path }) => path.startsWith('/unsubscribe'))).toBe(false)

    await user.dblClick(screen.getByRole('button', { name: 'Unsubscribe' }))

    expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeDefined()
    expect(seen.filter(({ path }) => path.startsWith('/unsubscribe'))).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Open Settings' }).getAttribute('href')).toBe('/settings?tab=alerts')
  })

  it('ends a report for this person, once by a double click', async () => {
    let reportName: string | null = 'Daily'
    const { seen } = open([
      answerAt(getUnsubscription, { link: 'a-link' }, () => ({
        kind: 'report',
        alertName: null,
        reportName,
        subscribed: reportName !== null,
      })),
      answerAt(unsubscribeByLink, { link: 'a-link' }, () => {
        reportName = null
        return undefined
      }),
    ])
    expect(await screen.findByText('Report: Daily')).toBeDefined()

    await user.dblClick(screen.getByRole('button', { name: 'Unsubscribe' }))

    expect(await screen.findByRole('heading', { name: 'You are not subscribed to this report' })).toBeDefined()
    expect(seen.filter(({ path }) => path.startsWith('/unsubscribe'))).toHaveLength(1)
  })

  it('says why it did not work, and can be pressed again', async () => {
    let tries = 0
    open([
      answerAt(unsubscribeByLink, { link: 'a-link' }, () => {
        tries += 1
        return tries === 1 ? failure('request/rate-limited') : undefined
      }),
    ])
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was changed. Try again.')

    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }))

    await waitFor(() => expect(tries).toBe(2))
  })

  it.each([
    ['is incomplete', () => failure('alert/link-invalid'), 'This link is incomplete'],
    [
      'is of an alert that is gone',
      () => ({ ...ALERT, alertName: null, subscribed: false }),
      'You are not subscribed to this alert',
    ],
    ['was used before', () => ({ ...ALERT, subscribed: false }), 'You are unsubscribed'],
  ])('says of a link that %s what it is', async (_what, answer, heading) => {
    open([answerAt(getUnsubscription, { link: 'a-link' }, answer)])

    expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull()
  })
})
