import type { SessionUser } from '@fieldwatch/contract/people/users'
import { fireEvent } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { jump, openWizard, TWO_ENTITIES, user } from './testing/open-wizard.tsx'

describe('the devices of an alert', () => {
  // spec 2-6-07
  it('are of the entity that an admin chooses, and of the own one for others', async () => {
    const { dialog, seen } = await openWizard()
    await jump(dialog, '2 Select Devices')
    await user.click(await dialog.findByRole('checkbox', { name: /North tank/ }))
    await user.selectOptions(dialog.getByLabelText('Entity'), 'Northern Wells')

    await user.click(await dialog.findByRole('checkbox', { name: /Old well/ }))

    expect(dialog.queryByRole('checkbox', { name: /North tank/ })).toBeNull()
    expect(seen.some(({ path }) => path === '/api/v1/devices/all?entity=wells')).toBe(true)
    // Coming back, the choice is what it was.
    await user.selectOptions(dialog.getByLabelText('Entity'), 'Northwind Water')
    expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /North tank/ })).checked).toBe(true)
  })

  // spec 2-2-80, 2-6-07
  it.each([
    ['an admin', { role: 'admin' }, true],
    ['who holds viewSubentities', { role: 'viewer', permissions: ['viewSubentities'] }, true],
    ['another viewer', { role: 'viewer' }, false],
  ] as const)('of %s: the entity can be chosen: %s', async (_who, me, chooses) => {
    const { dialog } = await openWizard({ me: { ...TWO_ENTITIES, ...me } as Partial<SessionUser> })
    await jump(dialog, '2 Select Devices')
    await dialog.findByRole('checkbox', { name: /North tank/ })

    expect(dialog.queryByLabelText('Entity') !== null).toBe(chooses)
  })

  it('are found among many, and all that is found is chosen at once', async () => {
    const devices = Array.from({ length: 120 }, (_, index) => ({
      id: `unit-${index}`,
      friendlyName: `Pumpé ${index}`,
      active: index > 0,
    }))
    const { dialog } = await openWizard({ devices })
    await jump(dialog, '2 Select Devices')
    fireEvent.change(await dialog.findByLabelText('Search units'), { target: { value: 'PUMPE 11' } })

    await user.click(await dialog.findByLabelText('Select all 11 found'))

    fireEvent.change(dialog.getByLabelText('Search units'), { target: { value: '' } })
    expect(await dialog.findByLabelText('Only selected (11)')).toBeDefined()
    expect(await dialog.findByLabelText(/Pumpé 0 Deactivated/)).toBeDefined()
  })
})
