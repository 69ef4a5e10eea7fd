import { listEvents } from '@fieldwatch/contract/events/events'
import { answerTo, failure } from '#testing/answers.ts'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildEventTable } from '#testing/build-events.ts'
import { current, fill, jump, next, openWizard, sent, TWO_ENTITIES, user } from './testing/open-wizard.tsx'

describe('a new alert', () => {
  // spec 2-2-79
  it('is sent whole, with the time zone of who makes it, and closes the wizard', async () => {
    const { dialog, seen, closed } = await openWizard()
    await fill(dialog)
    expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: /Ada .*\(you\): share as/ }).value).toBe('owner')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Grace Hopper: share as' }), 'viewer')

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    const [request] = sent(seen, 'POST')
    expect(request?.body).toEqual({
      name: 'Cold store too warm',
      description: '',
      entity: 'water',
      devices: ['north'],
      type: 'value',
      source: 'tank',
      event: null,
      condition: { field: 'temp', operator: 'greater than', constant: 8 },
      clearLimit: null,
      forSeconds: 0,
      schedule: null,
      silentSeconds: null,
      graceSeconds: 120,
      interval: 0,
      owners: ['ada'],
      viewers: ['grace'],
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })

  // spec 2-9-01
  it('stores an interval in seconds, a second limit and how long it has to last', async () => {
    const { dialog, seen, closed } = await openWizard()
    await fill(dialog)
    await jump(dialog, '3 Set Conditions')
    await user.click(await dialog.findByRole('checkbox', { name: /Second limit/ }))
    await user.type(dialog.getByLabelText(/Back to OK below/), '9')
    await next(dialog)
    expect(dialog.getByText('The second limit can’t be above the limit.')).toBeDefined()
    await user.clear(dialog.getByLabelText(/Back to OK below/))
    await user.type(dialog.getByLabelText(/Back to OK below/), '6.5')
    await user.type(dialog.getByLabelText('For at least'), '5')
    await next(dialog)
    await user.click(dialog.getByRole('radio', { name: /Repeat while it lasts/ }))
    await user.type(dialog.getByLabelText('Days'), '1')
    await user.type(dialog.getByLabelText('Hours'), '2')
    await user.type(dialog.getByLabelText('Minutes'), '3')
    await next(dialog)
    expect(
      dialog.getByText(
        'Triggered when temp of tank is greater than 8 for at least 5 minutes. OK again when it is less than or equal to 6.5.',
      ),
    ).toBeDefined()

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')[0]?.body).toMatchObject({
      clearLimit: 6.5,
      forSeconds: 300,
      interval: 86_400 + 2 * 3_600 + 3 * 60,
    })
  })

  it('may follow an event table of its devices, and says which ones do not have it', async () => {
    const running = buildEventTable({ name: 'Pump_running', title: 'Pump running', comparison: 'pump.speed > 20' })
    const { dialog, seen, closed } = await openWizard({
      devices: [
        { id: 'north', friendlyName: 'North tank', active: true },
        { id: 'south', friendlyName: 'South tank', active: true },
      ],
      routes: [answerTo(listEvents, ({ path }) => ({ tables: path.includes('north') ? [running] : [] }))],
    })
    await user.type(dialog.getByLabelText(/^Name/), 'Pump runs')
    await next(dialog)
    await user.click(await dialog.findByRole('checkbox', { name: /North tank/ }))
    await user.click(dialog.getByRole('checkbox', { name: /South tank/ }))
    await next(dialog)
    await user.click(dialog.getByRole('radio', { name: /^An event table/ }))
    await next(dialog)
    expect(dialog.getByText('Choose an event table.')).toBeDefined()

    await user.selectOptions(await dialog.findByLabelText(/^Event table/), 'Pump running (1 of 2)')
    await user.type(dialog.getByLabelText('For at least'), '5')

    expect(dialog.getByText('Its events are the times when pump.speed > 20.')).toBeDefined()
    expect(dialog.getByText(/1 of 2 units don’t have this event table/)).toBeDefined()
    expect(
      dialog.getByText('Triggered when an event of Pump running lasts for at least 5 minutes. OK again when it ends.'),
    ).toBeDefined()
    await jump(dialog, '5 Share & Review')
    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))
    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')[0]?.body).toMatchObject({
      type: 'event',
      event: 'Pump_running',
      source: null,
      condition: null,
      forSeconds: 300,
    })
  })

  it('of 100.4 °F is the alert of 38 °C, and says what is stored', async () => {
    const { dialog, seen, closed } = await openWizard({ me: { ...TWO_ENTITIES, measures: { system: 'US' } } })
    await fill(dialog)
    await jump(dialog, '3 Set Conditions')
    const value = await dialog.findByLabelText(/^Value \(°F\)/)
    await user.clear(value)
    await user.type(value, '100.4')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Value \(°F\)/).value).toBe('100.4')
    expect(dialog.getByText('Stored as 38 °C.')).toBeDefined()
    expect(
      await dialog.findByText('Latest of 2 units: 40.1 to 48.2 °F. The condition is met on none of them now.'),
    ).toBeDefined()
    expect(
      dialog.getByText(
        'Triggered when temp of tank is greater than 100.4 °F. OK again when it is less than or equal to 100.4 °F.',
      ),
    ).toBeDefined()
    await jump(dialog, '5 Share')

    await user.click(await dialog.findByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')[0]?.body).toMatchObject({ condition: { constant: 38 } })
  })

  it('may be about silence, learned with a grace time or after a time that is given', async () => {
    const { dialog, seen, closed } = await openWizard({ dataID: 'north' })
    await user.type(dialog.getByLabelText(/^Name/), 'Silent')
    await jump(dialog, '3 Set Conditions')
    await user.click(dialog.getByRole('radio', { name: /^Silence/ }))
    expect(
      await dialog.findByText(
        'Triggered when a unit has sent nothing for longer than usual plus 2 minutes. OK again when it sends.',
      ),
    ).toBeDefined()
    await user.click(dialog.getByRole('radio', { name: /After a fixed time/ }))
    await next(dialog)
    expect(dialog.getByText('Enter a time.')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Silent for/, { selector: 'input' }), '2')
    await jump(dialog, '5 Share & Review')

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')[0]?.body).toMatchObject({
      type: 'silence',
      devices: ['north'],
      source: null,
      condition: null,
      silentSeconds: 7_200,
    })
  })

  it('is made once by a double click', async () => {
    const { dialog, seen, closed } = await openWizard()
    await fill(dialog)

    await user.dblClick(dialog.getByRole('button', { name: 'Create Alert' }))

    await waitFor(() => expect(closed.count).toBe(1))
    expect(sent(seen, 'POST')).toHaveLength(1)
    expect(sent(seen, 'POST')[0]?.idempotencyKey).toBeDefined()
  })

  it('is not made by a double click on Next in step 4', async () => {
    const { dialog, seen } = await openWizard()
    await fill(dialog)
    await jump(dialog, '4 Alert Frequency')

    await user.dblClick(dialog.getByRole('button', { name: 'Next' }))

    expect(current(dialog)).toContain('5 Share & Review')
    expect(sent(seen, 'POST')).toHaveLength(0)
  })

  it('with something missing leads to the step where it is', async () => {
    const { dialog, seen } = await openWizard()
    await user.type(dialog.getByLabelText(/^Name/), 'Cold store')
    await jump(dialog, '5 Share & Review')
    expect(dialog.getByText(/Choose at least one unit/)).toBeDefined()

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    expect(current(dialog)).toContain('2 Select Devices')
    expect(dialog.getByText('Choose at least one unit.')).toBeDefined()
    expect(sent(seen, 'POST')).toHaveLength(0)
  })

  it('that is refused keeps what was entered, and says why', async () => {
    const { dialog, closed } = await openWizard({
      routes: [answerTo(createAlert, () => failure('alert/too-many'))],
    })
    await fill(dialog)

    await user.click(dialog.getByRole('button', { name: 'Create Alert' }))

    expect((await dialog.findByText('The alert was not created.')).closest('[role=alert]')?.textContent).toContain(
      'The sentence of alert/too-many.',
    )
    await jump(dialog, '1 Basic Info')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Cold store too warm')
    expect(closed.count).toBe(0)
  })

  it('is asked about before what was entered is lost', async () => {
    const { dialog, closed } = await openWizard()
    await user.type(dialog.getByLabelText(/^Name/), 'Cold store')

    await user.click(dialog.getByRole('button', { name: 'Cancel' }))

    const question = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }))
    expect(closed.count).toBe(0)
    await user.click(question.getByRole('button', { name: 'Discard' }))
    expect(closed.count).toBe(1)
  })
})
