import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PrintProvider } from '#platform/print/print-context.tsx'
import { renderPart } from '#testing/render-part.tsx'
import { PrintedRange } from './printed-range.tsx'
import { PrintMenu } from './print-menu.tsx'

const RANGE = { from: Date.UTC(2026, 10, 22, 8), to: Date.UTC(2026, 10, 23, 8) }

function open() {
  renderPart(
    <PrintProvider>
      <PrintMenu label="More" />
      <PrintedRange span={() => RANGE} />
    </PrintProvider>,
  )
}

it('opens the print dialog of the browser once the page is drawn for paper', async () => {
  const printed: boolean[] = []
  vi.stubGlobal('print', () => printed.push(screen.queryByText(/ – /) !== null))
  open()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Print or save as PDF' }))

  await expect.poll(() => printed).toEqual([true])
})

it('says on paper alone between which times the page shows data', () => {
  open()
  expect(screen.queryByText(/ – /)).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))

  expect(screen.getByText(/^22 Nov 2026.* – 23 Nov 2026/)).toBeDefined()
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/ – /)).toBeNull()
})
