import { fireEvent, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { current, jump, next, openWizard, user } from './testing/open-wizard.tsx'

describe('the alert wizard', () => {
  // spec 2-2-77, 2-2-78, 2-4-18, 2-9-07
  it('has 5 steps, and any circle leads to its step', async () => {
    const { dialog } = await openWizard()
    const circles = within(dialog.getByRole('list', { name: 'Steps' })).getAllByRole('button')
    expect(circles.map(({ textContent }) => textContent?.replace(/,.*/, ''))).toEqual([
      '1 Basic Info',
      '2 Select Devices',
      '3 Set Conditions',
      '4 Alert Frequency',
      '5 Share & Review',
    ])

    expect(circles.map(({ textContent }) => textContent?.endsWith(', complete'))).not.toContain(true)

    for (const step of ['5 Share & Review', '2 Select Devices', '4 Alert Frequency', '1 Basic Info']) {
      await jump(dialog, step)
      expect(current(dialog)).toContain(step)
    }
    expect(circles.map(({ textContent }) => textContent?.endsWith(', complete'))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })

  // spec 2-4-17, 2-5-25, 2-5-26, 2-5-27
  it('goes from a step to the next one only when it is complete, and says what is missing', async () => {
    const { dialog } = await openWizard()

    await next(dialog)
    expect(dialog.getByText('A name is required.')).toBeDefined()
    await user.type(dialog.getByLabelText(/^Name/), '   ')
    await next(dialog)
    expect(current(dialog)).toContain('1 Basic Info')
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'é'.repeat(101) } })
    await next(dialog)
    expect(dialog.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'é'.repeat(100) } })
    await next(dialog)

    await dialog.findByRole('checkbox', { name: /North tank/ })
    await next(dialog)
    expect(dialog.getByText('Choose at least one unit.')).toBeDefined()
    await user.click(dialog.getByRole('checkbox', { name: /North tank/ }))
    await next(dialog)

    await dialog.findByLabelText(/^Source/)
    await next(dialog)
    for (const text of ['Choose a source.', 'Choose a field.', 'Choose an operator.', 'Enter a value.'])
      expect(dialog.getByText(text)).toBeDefined()
    await user.type(dialog.getByLabelText(/^Value/), '1e400')
    await next(dialog)
    expect(dialog.getByText('This is not a number. Write it like 12 or 1.5.')).toBeDefined()
    expect(current(dialog)).toContain('3 Set Conditions')
  })

  // spec 2-5-28
  it('offers equal, not equal, greater than and less than, with the limit itself or without', async () => {
    const { dialog } = await openWizard({ dataID: 'north' })
    await jump(dialog, '3 Set Conditions')

    const operator = await dialog.findByLabelText(/^Operator/)

    expect(
      within(operator)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Choose…',
      'equal',
      'not equal',
      'greater than',
      'less than',
      'greater than or equal',
      'less than or equal',
    ])
  })

  // spec 2-3-23
  it('offers the numbers that the devices share, none of a hidden source, with what they are now', async () => {
    const { dialog } = await openWizard()
    await jump(dialog, '2 Select Devices')
    await user.click(await dialog.findByRole('checkbox', { name: 'Select all 2' }))
    await jump(dialog, '3 Set Conditions')

    const source = await dialog.findByLabelText(/^Source/)
    expect(
      within(source)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'tank', 'pump (1 of 2)'])
    await user.selectOptions(source, 'tank')
    const field = dialog.getByLabelText(/^Field/)
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose…', 'level', 'temp'])
    await user.selectOptions(field, 'temp')
    await user.selectOptions(dialog.getByLabelText(/^Operator/), 'greater than')
    await user.type(dialog.getByLabelText(/^Value/), '8')

    expect(dialog.getByLabelText(/^Value \(°C\)/)).toBeDefined()
    expect(
      await dialog.findByText('Latest of 2 units: 4.5 to 9 °C. The condition is met on 1 of 2 units now.'),
    ).toBeDefined()
    expect(
      dialog.getByText('Triggered when temp of tank is greater than 8. OK again when it is less than or equal to 8.'),
    ).toBeDefined()
    await user.selectOptions(source, 'pump')
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Field/).value).toBe('flow')
    expect(dialog.getByText(/1 of 2 units have not sent this yet/)).toBeDefined()
  })

  // spec 2-5-29, 2-5-30
  it('asks how often in days, hours and minutes, of which one is above 0', async () => {
    const { dialog } = await openWizard()
    await jump(dialog, '4 Alert Frequency')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Once per event/ }).checked).toBe(true)
    await user.click(dialog.getByRole('radio', { name: /Repeat while it lasts/ }))

    for (const label of ['Days', 'Hours', 'Minutes']) {
      const { type, min, step } = dialog.getByLabelText<HTMLInputElement>(label)
      expect({ type, min, step }).toEqual({ type: 'number', min: '0', step: '1' })
    }
    await next(dialog)
    expect(dialog.getByText('Enter days, hours or minutes above 0.')).toBeDefined()
    await user.type(dialog.getByLabelText('Hours'), '-2')
    await next(dialog)
    expect(dialog.getByText('Enter a whole number, 0 or more.')).toBeDefined()
    await user.clear(dialog.getByLabelText('Hours'))
    await user.type(dialog.getByLabelText('Hours'), '36')
    expect(dialog.getByText(/a reminder every 36 hours while it lasts/)).toBeDefined()
    await next(dialog)
    expect(current(dialog)).toContain('5 Share & Review')
  })
})
