import { readFile } from 'node:fs/promises'
import { createEvent, listEvents, setEventTag } from '@fieldwatch/contract/events/events'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { expect } from '@playwright/test'
import { call, createUnit } from '@fieldwatch/e2e/support/api'
import { signIn, test } from '@fieldwatch/e2e/journeys/journey'

test.use({ timezoneId: 'Asia/Kathmandu' })

const at = (minute: number): string => new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString()

test('a report is made with its first rows in sight, downloaded as it was shown, and mailed regularly', async ({
  page,
  portal,
  admin,
}) => {
  const dataID = 'Report-1'
  const { token } = admin
  const unitToken = await createUnit(portal, admin, dataID)
  const send = (source: string, body: object[]) =>
    call(portal, ingestSource, { params: { dataID, source }, body, token: unitToken })
  const temps = [22.125, 25, 19, -4, 30.5, 18]
  await send(
    'room',
    temps.map((temp, minute) => ({ messageUTC: at(minute), temp })),
  )
  await send('gpgga_Internal', [{ messageUTC: at(1), lat: 59.5, lon: -18.25 }])
  const table = { dataID, name: 'Too_warm' }
  const values = [{ source: 'room', field: 'temp' }] as never
  const draft = { ...table, title: 'Too warm', comparison: 'room.temp > 20', startDate: '2026-01-01', values }
  await call(portal, createEvent, { token, body: draft })
  const state = async () => {
    const { details } = await call(portal, listEvents, { token, query: table })
    return 'state' in details && details.state
  }
  await expect.poll(state).toBe('ready')
  await call(portal, setEventTag, { token, body: { ...table, eventStartUTC: at(4), tag: '=Tür, "offen"' } })

  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/${dataID}/events`)
  const selector = page.getByRole('combobox', { name: 'Report of Too warm' })
  await selector.click()
  await page.getByRole('option', { name: '+ Create New Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create A New Report' })
  await dialog.getByLabel('Report name').fill('Per Event')
  for (const [index, value] of ['tag', 'startUTC', 'room.temp'].entries()) {
    if (index > 0) await dialog.getByRole('button', { name: 'Add column' }).click()
    const column = dialog.getByRole('group', { name: `Column ${index + 1}`, exact: true })
    await column.getByLabel('Value').selectOption(value)
  }
  await dialog.getByRole('checkbox', { name: /^Include Coordinates/ }).check()
  // The tag goes behind the start.
  const handles = dialog.getByTitle('Drag to reorder')
  await handles.nth(0).dragTo(handles.nth(1), { targetPosition: { x: 5, y: 30 } })
  await expect(dialog.getByText('column 1 is now at position 2 of 3.')).toBeAttached()

  const rows = dialog.getByRole('region', { name: 'Report preview' }).getByRole('row')
  await expect(rows.nth(1)).toHaveText('2026-06-01 05:45:0022.1359.5 -18.25')
  const cells = async (row: number) =>
    rows
      .nth(row)
      .getByRole(row === 0 ? 'columnheader' : 'cell')
      .allInnerTexts()
  const shown = [await cells(0), await cells(1), await cells(2)]
  expect(shown).toEqual([
    ['Start', 'Tag', 'Room Temp', 'coordinates'],
    ['2026-06-01 05:45:00', '', '22.13', '59.5 -18.25'],
    ['2026-06-01 05:49:00', '=Tür, "offen"', '30.50', ''],
  ])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(selector).toHaveValue('per_event')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download per_event' }).click()
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Report-1_per_event.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    [
      '\uFEFFStart,Tag,Room Temp,coordinates',
      '2026-06-01 05:45:00,,22.13,59.5 -18.25',
      '2026-06-01 05:49:00,"\'=Tür, ""offen""",30.50,',
      '',
    ].join('\r\n'),
  )

  await page.getByRole('button', { name: 'Schedule report of per_event' }).click()
  const schedule = page.getByRole('dialog', { name: 'Schedule report' })
  await schedule.getByLabel('Name').fill('Warm days')
  await schedule.getByLabel('Every').selectOption('week')
  await schedule.getByRole('button', { name: 'Schedule report' }).click()
  const made = page.getByRole('dialog', { name: 'Warm days' })
  await made.getByRole('button', { name: 'Send one now' }).dblclick()
  await expect(made.getByText('The report is being created.')).toBeVisible()
  await made.getByRole('link', { name: 'All scheduled reports' }).click()
  const card = page.getByRole('region', { name: 'Warm days' })
  await expect(card.getByText(/, created\./)).toBeVisible()
  const [, ...mails] = (await portal.outbox()).split('Subject: Warm days of ')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^Attached: Report-1_too_warm_per_event_\d{4}-\d\d-\d\d\.csv, \d+ bytes$/m)
})
