import { answerTo, failure } from '#testing/answers.ts'
import type { DataId, EntityId, LabelId } from '@fieldwatch/contract/api/ids'
import {
  listLabels,
  labelUnits,
  updateLabel,
  createLabel,
  removeLabel,
  type Label,
} from '@fieldwatch/contract/units/labels'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { pressTwice } from '#testing/press-twice.ts'
import { LabelsDialog } from './labels-dialog.tsx'
import { UnitLabelsDialog } from './unit-labels-dialog.tsx'

const user = userEvent.setup()
const labels: Label[] = [
  label({ labelID: 'spare' as LabelId, name: 'Has a spare', units: 12 }),
  label({ labelID: 'urgent' as LabelId, name: 'Urgent', colour: 'red', units: 1 }),
]
const routes = [answerTo(listLabels, () => labels)]
const close = (): void => undefined

function label(given: Partial<Label>): Label {
  const label = { name: 'Label', colour: 'blue', units: 0, version: 3 } as const
  return { labelID: 'label' as LabelId, entity: 'water' as EntityId, ...label, ...given }
}

describe('the labels of a unit', () => {
  const unit = { dataID: 'pump' as DataId, friendlyName: 'Pump', labels: ['spare' as LabelId] }

  it('are sent as what was ticked and unticked', async () => {
    const { seen } = renderPart(<UnitLabelsDialog unit={unit} onClose={close} />, {
      routes: [...routes, answerTo(labelUnits, () => ({ changed: 1 }))],
    })

    await user.click(await screen.findByRole('checkbox', { name: /Has a spare/ }))
    await user.click(screen.getByRole('checkbox', { name: /Urgent/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({
        dataIDs: ['pump'],
        add: ['urgent'],
        remove: ['spare'],
      }),
    )
  })

  it('stay as they were when they are refused, with the reason', async () => {
    renderPart(<UnitLabelsDialog unit={unit} onClose={close} />, {
      routes: [...routes, answerTo(labelUnits, () => failure('label/too-many-on-unit'))],
    })

    await user.click(await screen.findByRole('checkbox', { name: /Urgent/ }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('The sentence of label/too-many-on-unit.')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Urgent/ }).checked).toBe(true)
  })
})

describe('the labels of an entity', () => {
  it('are renamed and recoloured from the version that was seen', async () => {
    const { seen } = renderPart(<LabelsDialog onClose={close} />, {
      routes: [...routes, answerTo(updateLabel, () => label({}))],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Has a spare' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit label' })

    await user.clear(within(dialog).getByRole('textbox', { name: 'Name' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Spare at hand')
    await user.click(within(dialog).getByRole('radio', { name: 'Green' }))
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))

    await waitFor(() =>
      expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({
        labelID: 'spare',
        version: 3,
        name: 'Spare at hand',
        colour: 'green',
      }),
    )
  })

  it('say at the name that another one has it', async () => {
    renderPart(<LabelsDialog onClose={close} />, {
      routes: [...routes, answerTo(createLabel, () => failure('label/name-taken'))],
    })
    await user.click(await screen.findByRole('button', { name: 'Add label' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add label' })

    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Urgent')
    await user.click(within(dialog).getByRole('button', { name: 'Add' }))

    const name = within(dialog).getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  })

  it('are deleted after a question that says how many units have them', async () => {
    const { seen } = renderPart(<LabelsDialog onClose={close} />, {
      routes: [...routes, answerTo(removeLabel, () => ({ units: 12 }))],
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Has a spare' }))
    const question = await screen.findByRole('dialog', { name: 'Delete the label “Has a spare”?' })

    expect(await within(question).findByText(/^12 units\./)).toBeDefined()
    await user.click(within(question).getByRole('button', { name: 'Delete' }))

    await waitFor(() => expect(seen.find(({ method }) => method === 'DELETE')?.body).toEqual({ labelID: 'spare' }))
  })

  it('are added once by a double click', async () => {
    const { seen } = renderPart(<LabelsDialog onClose={close} />, {
      routes: [...routes, answerTo(createLabel, () => label({}))],
    })
    await user.click(await screen.findByRole('button', { name: 'Add label' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add label' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Needs a visit')

    pressTwice(dialog.getByRole('button', { name: 'Add' }))

    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add label' })).toBeNull())
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it('keep both changes when another person changed one in the meantime', async () => {
    let versions = 0
    const newer = label({ labelID: 'spare' as LabelId, name: 'Has a spare', colour: 'red', version: 4 })
    const { seen } = renderPart(<LabelsDialog onClose={close} />, {
      routes: [
        answerTo(listLabels, () => (versions === 0 ? labels : [newer])),
        answerTo(updateLabel, () => {
          versions += 1
          return versions === 1 ? failure('label/changed', { changedBy: 'Grace Hopper' }) : newer
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Has a spare' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit label' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' here')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Grace Hopper changed it in the meantime')

    await user.click(dialog.getByRole('button', { name: 'Load the newer version' }))
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Red' }).checked).toBe(true))
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Has a spare here')
    await user.click(dialog.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(versions).toBe(2))
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      labelID: 'spare',
      version: 4,
      name: 'Has a spare here',
    })
  })
})
