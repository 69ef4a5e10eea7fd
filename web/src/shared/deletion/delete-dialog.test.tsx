import { answerTo } from '#testing/answers.ts'
import { type AffectedThing, listConsequences } from '@fieldwatch/contract/consequences/consequences'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { findEnabled } from '#testing/find-enabled.ts'
import { renderPart } from '#testing/render-part.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

function open(things: AffectedThing[], confirmed: () => void = () => undefined) {
  renderPart(
    <DeleteDialog
      change={{ kind: 'unit-deleted', dataIDs: ['tank-1' as DataId] }}
      title="Delete North tank?"
      typed="North tank"
      busy={false}
      failure={undefined}
      onConfirm={confirmed}
      onClose={() => undefined}
    >
      It disappears at once.
    </DeleteDialog>,
    { routes: [answerTo(listConsequences, () => ({ things, more: [] }))] },
  )
}

describe('the question before a thing is deleted', () => {
  it('shows what depends on it, and waits for its name', async () => {
    let pressed = 0
    open([{ kind: 'alert', id: 'a', name: 'Too full', follows: 'ends' }], () => (pressed += 1))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete North tank?' }))
    expect(await dialog.findByText('1 alert: Too full')).toBeDefined()
    expect(dialog.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true)

    await userEvent.type(dialog.getByRole('textbox', { name: 'Type North tank to confirm' }), 'North tank')
    await userEvent.click(await findEnabled(dialog, 'Delete'))

    expect(pressed).toBe(1)
  })

  it('cannot be confirmed while something keeps it', async () => {
    open([{ kind: 'calculated source', id: '1', name: 'share', follows: 'blocks' }])
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete North tank?' }))
    expect(await dialog.findByText('1 calculated source: share')).toBeDefined()

    await userEvent.type(dialog.getByRole('textbox', { name: 'Type North tank to confirm' }), 'North tank')

    expect(dialog.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true)
  })
})
