import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorksheet, type Worksheet } from './worksheet.ts'

let worksheet: Worksheet

beforeEach(() => {
  const place = document.createElement('main')
  document.body.replaceChildren(place)
  worksheet = createWorksheet(place)
})

const fields = (name: string) => screen.getAllByLabelText(name)
const type = async (field: HTMLElement | undefined, text: string) => userEvent.type(field ?? document.body, text)

describe('the calibration sheet', () => {
  it('tells slope and offset when both standards have both numbers', async () => {
    const [first, second] = fields('Value of the standard')
    const [reading, other] = fields('Reading')
    await type(first, '100')
    await type(reading, '90')
    await type(second, '200')
    const early = document.querySelector('#result')?.textContent
    await type(other, '190')

    expect(early).toContain('appears when both')
    expect(document.querySelector('#result')?.textContent).toBe(
      'Slope 1.0000, offset 10.000. Enter both on the sensor.',
    )
  })

  it('takes the reading that the portal tells, of the chosen sensor', async () => {
    worksheet.setReadings([
      { name: 'NO3-', value: 162.4 },
      { name: 'pH', value: 6.1 },
    ])
    await userEvent.selectOptions(screen.getByLabelText('Sensor'), 'pH')
    await userEvent.click(screen.getAllByRole('button', { name: 'Take the reading' })[0] ?? document.body)

    expect(screen.getByText('The sensor reads 6.1')).toBeDefined()
    expect(fields('Reading')[0]).toHaveProperty('value', '6.1')
  })

  it('asks for the reading when the portal tells none', () => {
    const [take] = screen.getAllByRole('button', { name: 'Take the reading' })

    expect(screen.getByText('No reading here: type what the sensor shows.')).toBeDefined()
    expect(take).toHaveProperty('disabled', true)
  })
})
