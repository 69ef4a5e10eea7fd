import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { DateRangePicker } from './date-range-picker.tsx'
import type { PickedRange } from './picked-range.ts'
import { parseTypedRange } from './typed-range.ts'

const JUNE = '2026-06-01 00:00:00 ~ 2026-06-03 23:59:59'

function open(initial?: string) {
  const heard: (PickedRange | undefined)[] = []
  const span = initial === undefined ? undefined : parseTypedRange(initial)
  render(
    <MantineProvider env="test">
      <DateRangePicker
        label="Range"
        initial={span === undefined ? undefined : { kind: 'fixed', ...span }}
        onChange={(range) => heard.push(range)}
      />
    </MantineProvider>,
  )
  return { heard, input: screen.getByLabelText<HTMLInputElement>('Range') }
}

describe('the date-range picker', () => {
  it('says the range that is typed as soon as it is one', async () => {
    const { heard, input } = open()
    await userEvent.type(input, JUNE)

    expect(heard.at(-2)).toBeUndefined()
    expect(heard.at(-1)).toEqual({ kind: 'fixed', ...parseTypedRange(JUNE) })
    expect(input.getAttribute('aria-invalid')).not.toBe('true')
  })

  it('takes back the range when what stands there is none any more', async () => {
    const { heard, input } = open(JUNE)
    await userEvent.type(input, 'x')

    expect(heard).toEqual([undefined])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(/Use YYYY-MM-DD HH:mm:ss ~ YYYY-MM-DD HH:mm:ss/)).toBeDefined()
  })

  it('writes the days and times that are chosen in the calendar', async () => {
    const { heard, input } = open(JUNE)
    await userEvent.click(screen.getByRole('button', { name: 'Choose dates' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByRole('button', { name: '8 June 2026' }))
    await userEvent.click(within(dialog).getByRole('button', { name: '9 June 2026' }))

    expect(input.value).toBe('2026-06-08 00:00:00 ~ 2026-06-09 23:59:59')
    expect(heard.at(-1)).toMatchObject({ kind: 'fixed', from: new Date(2026, 5, 8).getTime() })
  })

  it('offers the shortcuts', async () => {
    const { heard } = open()
    await userEvent.click(screen.getByRole('button', { name: 'Choose dates' }))
    const shortcuts = await screen.findByRole('group', { name: 'Shortcuts' })
    await userEvent.click(within(shortcuts).getByRole('button', { name: 'Yesterday' }))

    expect(
      within(shortcuts)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Today', 'Yesterday', 'Last 7 Days', 'Last 15 Days', 'This Month', 'Last Month'])
    expect(heard.at(-1)).toEqual({ kind: 'shortcut', shortcut: 'yesterday' })
  })
})
