import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { Dialog } from './dialog.tsx'
import { useUnsaved } from './unsaved-context.tsx'

const user = userEvent.setup()

function Name() {
  const [name, setName] = useState('')
  useUnsaved(name !== '')
  return <input aria-label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
}

function Page() {
  const [opened, setOpened] = useState(false)
  const [inner, setInner] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Edit
      </button>
      {opened ? (
        <Dialog title="Person" onClose={() => setOpened(false)} transitionProps={{ duration: 0 }}>
          <Name />
          <button type="button" onClick={() => setInner(true)}>
            Picture
          </button>
        </Dialog>
      ) : undefined}
      {inner ? (
        <Dialog title="Cut" onClose={() => setInner(false)}>
          <button type="button">Zoom</button>
        </Dialog>
      ) : undefined}
    </>
  )
}

describe('a dialog', () => {
  it('closes on Escape and gives the focus back', async () => {
    renderPart(<Page />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Person' })

    await user.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }))
  })

  it('asks before Escape or its cross loses what was entered', async () => {
    renderPart(<Page />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(await screen.findByLabelText('Name'), 'Ada')

    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard what you entered?' })).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')

    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks no more once what was entered is taken back', async () => {
    renderPart(<Page />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.type(await screen.findByLabelText('Name'), 'A')
    await user.clear(screen.getByLabelText('Name'))

    await user.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('over another one takes Escape alone, and gives the focus back to the one below', async () => {
    renderPart(<Page />)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('button', { name: 'Picture' }))
    await screen.findByRole('dialog', { name: 'Cut' })

    await user.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cut' })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Person' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Picture' }))
  })

  it('asks for what the form around it holds too, and not for what the page held before', async () => {
    function Owner() {
      const [opened, setOpened] = useState(false)
      return (
        <>
          <Name />
          <button type="button" onClick={() => setOpened(true)}>
            Edit
          </button>
          {opened ? <Form onClose={() => setOpened(false)} /> : undefined}
        </>
      )
    }
    function Form({ onClose }: { onClose: () => void }) {
      const [changed, setChanged] = useState(false)
      useUnsaved(changed)
      return (
        <Dialog title="Person" onClose={onClose}>
          <button type="button" onClick={() => setChanged(true)}>
            Change
          </button>
        </Dialog>
      )
    }
    renderPart(<Owner />)
    await user.type(screen.getByLabelText('Name'), 'Ada')
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await screen.findByRole('dialog', { name: 'Person' })

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(await screen.findByRole('button', { name: 'Change' }))
    await user.keyboard('{Escape}')

    expect(await screen.findByRole('dialog', { name: 'Discard what you entered?' })).toBeDefined()
  })
})
