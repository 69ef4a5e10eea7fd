import type { DataId } from '@fieldwatch/contract/api/ids'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as extensions from '#extensions.ts'
import { renderPart } from '#testing/render-part.tsx'
import { Slot } from './slot.tsx'
import { useMomentMenu } from './use-moment-menu.tsx'
import { installExtensions, type WebExtension } from './web-extension.ts'

const visits: WebExtension = {
  name: 'visits',
  slots: { 'map.layer': ({ dataId }) => <p>Visits of {dataId ?? 'all units'}</p> },
  momentMenu: [
    {
      label: () => 'Visits',
      labelOf: (title) => `Visits of ${title}`,
      Dialog: ({ moment, onClose }) => <button onClick={onClose}>Close {moment.title}</button>,
    },
  ],
}

function install(...installed: readonly WebExtension[]): void {
  installExtensions(installed)
  onTestFinished(() => installExtensions(Object.values(extensions)))
}

describe('a slot', () => {
  it('shows the parts of the extensions that fill it', () => {
    install({ name: 'trips' }, visits)

    renderPart(<Slot name="map.layer" of={{ dataId: 'pump-1' as DataId }} />, {
      me: { extensions: ['trips', 'visits'] },
    })

    expect(screen.getByText('Visits of pump-1')).toBeDefined()
  })
})

describe('the menu of a moment', () => {
  it('opens the dialog of an extension, which closes itself', async () => {
    install(visits)
    const user = userEvent.setup()
    renderPart(<Menu />, { me: { extensions: ['visits'] } })

    await user.click(screen.getByRole('button', { name: 'Visits' }))
    await user.click(screen.getByRole('button', { name: 'Close Pump 1' }))

    expect(screen.getAllByRole('button')).toHaveLength(1)
  })

  it('has nothing of an extension that is off', () => {
    install(visits)

    renderPart(<Menu />, { me: { extensions: [] } })

    expect(screen.queryByRole('button')).toBeNull()
  })
})

function Menu() {
  const menu = useMomentMenu()
  const moment = { dataId: 'pump-1' as DataId, title: 'Pump 1', from: 1, around: { from: 0, to: 2 } }
  return (
    <>
      {menu
        .entries(() => moment)
        .map(({ label, onSelect }) => (
          <button key={label} onClick={onSelect}>
            {label}
          </button>
        ))}
      {menu.dialog}
    </>
  )
}
