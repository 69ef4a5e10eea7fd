import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { PickedRange } from './picked-range.ts'
import { RangePopover } from './range-popover.tsx'
import { parseTypedRange } from './typed-range.ts'

const JUNE = '2026-06-01 00:00:00 ~ 2026-06-03 23:59:59'

async function open(initial?: string) {
  const applied: PickedRange[] = []
  const span = initial === undefined ? undefined : parseTypedRange(initial)
  const range: PickedRange | undefined = span && { kind: 'fixed', ...span }
  render(
    <MantineProvider env="test">
      <RangePopover label="Range" action="Show" initial={range} onApply={(next) => applied.push(next)} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choose dates' }))
  const dialog = within(await screen.findByRole('dialog'))
  const show = dialog.getByRole('button', { name: 'Show' })
  return { applied, dialog, show, input: dialog.getByLabelText<HTMLInputElement>('Range') }
}

describe('the choice of a range', () => {
  it('applies the range that is typed, and closes', async () => {
    const { applied, input, show } = await open()
    expect(show.hasAttribute('disabled')).toBe(true)

    await userEvent.type(input, JUNE)
    expect(input.getAttribute('aria-invalid')).not.toBe('true')
    await userEvent.click(show)

    expect(applied).toEqual([{ kind: 'fixed', ...parseTypedRange(JUNE) }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('applies nothing while the input is no range', async () => {
    const { applied, input, show } = await open(JUNE)
    await userEvent.type(input, 'x{Enter}')

    expect(applied).toEqual([])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(show.hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(/Use YYYY-MM-DD HH:mm:ss ~ YYYY-MM-DD HH:mm:ss/)).toBeDefined()
  })

  it('writes the days and times that are chosen in the calendar', async () => {
    const { applied, dialog, input, show } = await open(JUNE)
    await userEvent.click(await dialog.findByRole('button', { name: '8 June 2026' }))
    await userEvent.click(dialog.getByRole('button', { name: '9 June 2026' }))
    expect(input.value).toBe('2026-06-08 00:00:00 ~ 2026-06-09 23:59:59')

    await userEvent.click(show)
    expect(applied).toMatchObject([{ kind: 'fixed', from: new Date(2026, 5, 8).getTime() }])
  })

  // spec 1-2-78
  it('offers the shortcuts', async () => {
    const { applied, dialog, show } = await open()
    const shortcuts = within(await dialog.findByRole('group', { name: 'Shortcuts' }))
    await userEvent.click(shortcuts.getByRole('button', { name: 'Yesterday' }))
    await userEvent.click(show)

    expect(shortcuts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 Days',
      'Last 15 Days',
      'This Month',
      'Last Month',
    ])
    expect(applied).toEqual([{ kind: 'shortcut', shortcut: 'yesterday' }])
  })
})
