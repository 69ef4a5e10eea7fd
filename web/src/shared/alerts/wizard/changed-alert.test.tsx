import { buildAlertPage } from '#testing/build-listed-alert.ts'
import { answerTo, failure } from '#testing/answers.ts'
import { updateAlert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildAlert } from '#testing/build-alert.ts'
import { jump, next, openWizard, sent, user } from './testing/open-wizard.tsx'

describe('an alert that is changed', () => {
  it('has its devices before all others', async () => {
    const { dialog } = await openWizard({ alert: buildAlert({ devices: ['south'] }) })
    await jump(dialog, '2 Select Devices')

    const boxes = await dialog.findAllByRole<HTMLInputElement>('checkbox', { name: /tank/ })

    expect(boxes.map(({ checked }) => checked)).toEqual([true, false])
    expect(boxes[0]?.closest('label')?.textContent).toContain('South tank')
    await user.click(dialog.getByRole('checkbox', { name: /North tank/ }))
    expect(dialog.getAllByRole('checkbox', { name: /tank/ })[0]).toBe(boxes[0])
  })

  // spec 2-2-79
  it('is shown in all steps, and only what was changed is sent', async () => {
    const alert = buildAlert({ devices: ['north', 'south'], interval: 5_400, forSeconds: 90, clearLimit: 6 })
    const { dialog, seen, closed } = await openWizard({ alert })
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Cold store too warm')
    await jump(dialog, '3 Set Conditions')
    await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>(/^Value/).value).toBe('8'))
    expect(dialog.getByLabelText<HTMLInputElement>('For at least').value).toBe('90')
    await user.clear(dialog.getByLabelText(/^Value/))
    await user.type(dialog.getByLabelText(/^Value/), '7')
    await jump(dialog, '4 Alert Frequency')
    const [hours, minutes] = ['Hours', 'Minutes'].map((label) => dialog.getByLabelText<HTMLInputElement>(label).value)
    expect([hours, minutes]).toEqual(['1', '30'])
    await next(dialog)

    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'PUT')[0]?.body).toEqual({
      alertID: 'warm',
      version: 3,
      condition: { field: 'temp', operator: 'greater than', constant: 7 },
    })
  })

  it('without a change is not sent', async () => {
    const { dialog, seen, closed } = await openWizard({ alert: buildAlert() })
    await jump(dialog, '5 Share & Review')

    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'PUT')).toHaveLength(0)
  })

  it('meanwhile by another person can be loaded, and what was typed stays', async () => {
    const newer = buildAlert({ name: 'Renamed', description: 'Call Bob.', version: 5 })
    const { dialog, seen, closed } = await openWizard({
      alert: buildAlert(),
      routes: [
        answerTo(updateAlert, ({ body }) =>
          body.version === 5 ? { alertID: 'warm', version: 6 } : failure('alert/changed', { changedBy: 'Bob' }),
        ),
        answerTo(listAlerts, () => buildAlertPage([newer])),
      ],
    })
    await user.clear(dialog.getByLabelText(/^Name/))
    await user.type(dialog.getByLabelText(/^Name/), 'Too warm')
    await jump(dialog, '5 Share & Review')
    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await user.click(await dialog.findByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Load the newer version' })).toBeNull())
    await jump(dialog, '1 Basic Info')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Too warm')
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('Call Bob.')
    await jump(dialog, '5 Share & Review')
    await user.click(dialog.getByRole('button', { name: 'Update Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'PUT').at(-1)?.body).toEqual({ alertID: 'warm', version: 5, name: 'Too warm' })
  })
})
