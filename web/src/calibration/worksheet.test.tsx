import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Themed } from '#app/themed.tsx'
import type { LiveReading } from './messages.ts'
import { Worksheet } from './worksheet.tsx'

function renderSheet(readings: readonly LiveReading[] = []) {
  render(
    <Themed>
      <Worksheet readings={readings} />
    </Themed>,
  )
}

const fields = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name)
const type = async (field: HTMLElement | undefined, text: string) => userEvent.type(field ?? document.body, text)
const result = () => screen.getByRole('region', { name: 'Result' }).querySelector('output')?.textContent

describe('the calibration sheet', () => {
  it('shows slope and offset when both standards have both numbers', async () => {
    renderSheet()
    const [first, second] = fields('Value of the standard')
    const [reading, other] = fields('Reading')
    await type(first, '100')
    await type(reading, '90')
    await type(second, '200')
    const early = result()
    await type(other, '190')

    expect(early).toContain('appears when both')
    expect(result()).toBe('Slope 1.0000, offset 10.000. Enter both on the sensor.')
  })

  it('takes the reading that the portal sends, of the chosen sensor', async () => {
    renderSheet([
      { name: 'NO3-', value: 162.4 },
      { name: 'pH', value: 6.1 },
    ])
    await userEvent.selectOptions(screen.getByLabelText('Sensor'), 'pH')
    await userEvent.click(screen.getAllByRole('button', { name: 'Use current reading' })[0] ?? document.body)

    expect(screen.getByText('The sensor reads 6.1')).toBeDefined()
    expect(fields('Reading')[0]?.value).toBe('6.1')
  })

  it('asks for the reading when the portal sends none', () => {
    renderSheet()
    const [take] = screen.getAllByRole('button', { name: 'Use current reading' })

    expect(screen.getByText('No reading. Enter what the sensor shows.')).toBeDefined()
    expect(take).toHaveProperty('disabled', true)
  })

  it('takes numbers with a decimal comma, says what is none, and forgets them with the sensor', async () => {
    renderSheet()
    const entries: [string, number, string][] = [
      ['Value of the standard', 0, '4,01'],
      ['Reading', 0, '4,01'],
      ['Value of the standard', 1, '7'],
      ['Reading', 1, '7'],
    ]
    for (const [name, place, text] of entries) await type(fields(name)[place], text)
    expect(result()).toContain('Slope 1.0000')
    await type(fields('Reading')[1], ' mg')
    expect(screen.getByText('This is not a number. Write it like 12 or 4.01.')).toBeDefined()

    await userEvent.selectOptions(screen.getByLabelText('Sensor'), 'K+')

    expect(fields('Value of the standard')[0]?.value).toBe('')
    expect(fields('Reading')[0]?.value).toBe('')
  })
})
