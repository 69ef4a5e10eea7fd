import { answerTo } from '#testing/answers.ts'
import { askNotified } from '@fieldwatch/contract/alerts/alert-recipients'
import { listUsers } from '@fieldwatch/contract/people/users'
import type { Alert } from '@fieldwatch/contract/alerts/alerts'
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildAlert } from '#testing/build-alert.ts'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { jump, openWizard, sent, user } from './testing/open-wizard.tsx'

describe('sharing', () => {
  it('keeps an owner', async () => {
    const { dialog, seen } = await openWizard({ alert: buildAlert() })
    await jump(dialog, '5 Share & Review')
    await user.selectOptions(await dialog.findByRole('combobox', { name: 'Ada Lovelace (you): share as' }), 'none')

    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    expect(dialog.getByRole('group', { name: 'Share with' }).textContent).toContain(
      'An alert needs at least one owner.',
    )
    expect(sent(seen, 'PUT')).toHaveLength(0)
  })

  it.each([
    [{}, 'You get them by email to ada@northwind.example.'],
    [
      { phone: '+15550100', notifications: { alerts: { emailEnable: true, smsEnable: true } } },
      'You get them by email to ada@northwind.example and by SMS to +15550100.',
    ],
    [
      { notifications: { alerts: { emailEnable: false, smsEnable: true } } },
      'You get none: email and SMS are off in your profile, under Notification Preferences.',
    ],
  ])('says with %o where the own messages go', async (me, text) => {
    const { dialog } = await openWizard({ me })
    await jump(dialog, '5 Share & Review')

    expect(await dialog.findByText(text)).toBeDefined()
  })

  it('says before it is saved that nobody would be notified, and no more once somebody is', async () => {
    const { dialog, seen } = await openWizard({
      alert: buildAlert(),
      routes: [answerTo(askNotified, ({ body }) => ({ notifiesNobody: !JSON.stringify(body).includes('grace') }))],
    })
    await jump(dialog, '5 Share & Review')

    expect(await dialog.findByText(/^Nobody is notified of this alert\./)).toBeDefined()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Grace Hopper: share as' }), 'viewer')

    await expect.poll(() => dialog.queryByText(/^Nobody is notified/)).toBeNull()
    expect(seen.find(({ path }) => path === '/api/v1/alerts/recipients')?.body).toMatchObject({
      alertID: 'warm',
      entity: 'water',
      source: 'tank',
      devices: ['north'],
      people: ['ada'],
    })
  })

  // spec 2-2-81
  it('lists the users of the entity, and those of others who have the alert', async () => {
    const alert = buildAlert({
      owners: ['ada', 'olga'],
      people: [{ id: 'olga', name: 'Olga of above' }] as unknown as Alert['people'],
    })
    const { dialog } = await openWizard({ alert })
    await jump(dialog, '5 Share & Review')

    const list = within(await dialog.findByRole('group', { name: 'Share with' }))

    expect(list.getAllByRole('combobox').map((select) => select.getAttribute('aria-label'))).toEqual([
      'Ada Lovelace (you): share as',
      'Grace Hopper: share as',
      'Olga of above: share as',
    ])
  })

  it('finds people among many', async () => {
    const users = Array.from({ length: 300 }, (_, index) =>
      buildEntityUser({ id: `user-${index}`, firstName: 'User', lastName: `${index}` }),
    )
    const { dialog } = await openWizard({ routes: [answerTo(listUsers, () => ({ users }))] })
    await jump(dialog, '5 Share & Review')
    expect(await dialog.findByText('And 281 more. Search to see them.')).toBeDefined()

    await user.type(dialog.getByLabelText('Search users'), 'user 250')

    expect(await dialog.findByRole('combobox', { name: 'User 250: share as' })).toBeDefined()
  })
})
