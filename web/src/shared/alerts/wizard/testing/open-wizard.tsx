import { answerTo, type Answer } from '#testing/answers.ts'
import { listUnits, listUnitNames } from '@fieldwatch/contract/units/units'
import { listSharedOptions, listLatest, listLastValues } from '@fieldwatch/contract/telemetry/data'
import { askNotified } from '@fieldwatch/contract/alerts/alert-recipients'
import { createAlert, updateAlert, type Alert } from '@fieldwatch/contract/alerts/alerts'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { listUsers, type SessionUser } from '@fieldwatch/contract/people/users'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { buildEntityUser } from '#testing/build-entity-user.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { renderPart } from '#testing/render-part.tsx'
import { AlertWizard } from '../alert-wizard.tsx'

export const user = userEvent.setup()

export const TWO_ENTITIES: Partial<SessionUser> = {
  entityData: {
    water: { name: 'Northwind Water', logo: '', icon: '', status: 'active' },
    wells: { name: 'Northern Wells', logo: '', icon: '', status: 'active' },
  },
}

const OPTIONS = [
  { source: 'Alert_Database', units: 2, fields: [{ name: 'count', type: 'int', units: 2 }] },
  { source: 'location', units: 2, fields: [{ name: 'lat', type: 'float', units: 2 }] },
  { source: 'pump', units: 1, fields: [{ name: 'flow', type: 'float', units: 1 }] },
  {
    source: 'tank',
    units: 2,
    fields: [
      { name: 'level', type: 'float', units: 2 },
      { name: 'note', type: 'string', units: 2 },
      { name: 'temp', type: 'float', units: 2 },
    ],
  },
]

const TIMES = { messageUTC: '2026-05-06T12:00:00.000Z', recieveUTC: '2026-05-06T12:00:00.000Z' }

interface Setting {
  alert?: Alert
  dataID?: string
  me?: Partial<SessionUser>
  routes?: readonly Answer[]
  devices?: { id: string; friendlyName: string; active: boolean }[]
}

/** Opens the wizard of a new alert, or of one that is changed, and waits for its steps. */
export async function openWizard({ alert, dataID, me = TWO_ENTITIES, routes = [], devices = DEVICES }: Setting = {}) {
  const closed = { count: 0 }
  const part = renderPart(
    <AlertWizard
      {...(alert === undefined ? {} : { alert })}
      {...(dataID === undefined ? {} : { dataID: dataID as DataId })}
      opened
      onClose={() => {
        closed.count += 1
      }}
    />,
    {
      me,
      routes: [
        answerTo(listUnits, () => buildUnit({ dataID: 'north', entities: ['water' as EntityId] })),
        answerTo(listUnitNames, ({ path }) =>
          path.includes('wells') ? [{ id: 'well', friendlyName: 'Old well', active: true }] : devices,
        ),
        answerTo(listUsers, () => ({
          users: [buildEntityUser({ id: 'ada', firstName: 'Ada' }), buildEntityUser({ id: 'grace' })],
        })),
        answerTo(listSharedOptions, () => OPTIONS),
        answerTo(listLatest, () => [
          { dataID: 'north', subject: 'tank', record: { ...TIMES, temp: 4.5 } },
          { dataID: 'south', subject: 'tank', record: { ...TIMES, temp: 9 } },
        ]),
        answerTo(listLastValues, () =>
          ['north', 'south'].map((dataID) => ({ dataID, atUTC: TIMES.messageUTC, value: 9, unit: '°C' })),
        ),
        answerTo(askNotified, () => ({ notifiesNobody: false })),
        answerTo(createAlert, () => ({ alertID: 'new' })),
        answerTo(updateAlert, () => ({ alertID: 'warm', version: 4 })),
        ...routes,
      ],
    },
  )
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  await dialog.findByRole('list', { name: 'Steps' })
  return { ...part, dialog, closed }
}

const DEVICES = [
  { id: 'north', friendlyName: 'North tank', active: true },
  { id: 'south', friendlyName: 'South tank', active: true },
]

export type Dialog = Awaited<ReturnType<typeof openWizard>>['dialog']

export const next = (dialog: Dialog) => user.click(dialog.getByRole('button', { name: 'Next' }))
export const jump = (dialog: Dialog, step: string) =>
  user.click(within(dialog.getByRole('list', { name: 'Steps' })).getByRole('button', { name: new RegExp(`^${step}`) }))
export const current = (dialog: Dialog) =>
  dialog.getAllByRole('button').find((button) => button.getAttribute('aria-current') === 'step')?.textContent

/** Fills all steps, and ends in the last one. */
export async function fill(dialog: Dialog) {
  await user.type(dialog.getByLabelText(/^Name/), 'Cold store too warm')
  await next(dialog)
  await user.click(await dialog.findByRole('checkbox', { name: /North tank/ }))
  await next(dialog)
  await user.selectOptions(await dialog.findByLabelText(/^Source/), 'tank')
  await user.selectOptions(dialog.getByLabelText(/^Field/), 'temp')
  await user.selectOptions(dialog.getByLabelText(/^Operator/), 'greater than')
  await user.type(dialog.getByLabelText(/^Value/), '8')
  await next(dialog)
  await next(dialog)
}

export const sent = (seen: Awaited<ReturnType<typeof openWizard>>['seen'], method: string) =>
  seen.filter((request) => request.method === method && request.path === '/api/v1/alerts')
