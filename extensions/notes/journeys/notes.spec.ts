import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { ingestSource } from '@fieldwatch/contract/telemetry/ingest'
import { call, createUnit, createUser, type SignedInUser } from '@fieldwatch/e2e/support/api'
import type { Portal } from '@fieldwatch/e2e/support/portal'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn, signInToDashboard, test } from '@fieldwatch/e2e/journeys/journey'

const template = TemplateDefinition.parse({
  title: 'Tank',
  timeSeries: {
    charts: [
      {
        title: 'Level',
        type: 'timeseries',
        specifications: { tank: [{ field: 'level', friendlyName: 'Level', unit: 'm' }] },
      },
    ],
  },
})

const MINUTE = 60_000
/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A tank with half an hour of levels, which has a place. */
async function createTank(portal: Portal, admin: SignedInUser, dataID: string): Promise<void> {
  const token = await createUnit(portal, admin, dataID)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    dataID,
    admin.entity,
    template,
  ])
  await portal.sql('update unit set default_template = $1 where data_id = $1', [dataID])
  const times = Array.from({ length: 30 }, (_, place) => new Date(Date.now() - (30 - place) * MINUTE).toISOString())
  const send = (source: string, body: object) => call(portal, ingestSource, { params: { dataID, source }, body, token })
  await send('location', { messageUTC: times[0], lat: 55.195, lon: -1.6878 })
  await send(
    'tank',
    times.map((messageUTC, level) => ({ messageUTC, level })),
  )
}

const mapOf = (page: Page): Locator => page.getByRole('region', { name: 'Map of the units' })

test('a note with a picture shows on the map, in the charts, in the replay and in a file, and nowhere for others', async ({
  page,
  portal,
  browser,
}) => {
  const admin = await createUser(portal, { email: 'notes@journey.example', entity: 'Noted Water' })
  const stranger = await createUser(portal, { email: 'notes-other@journey.example', entity: 'Other Water' })
  await createTank(portal, admin, 'noted-tank')
  await createTank(portal, stranger, 'other-tank')
  await signInToDashboard(page, portal, admin.email)
  await mapOf(page)
    .getByRole('button', { name: /^noted-tank, / })
    .click()
  await mapOf(page).getByRole('button', { name: 'Notes on noted-tank' }).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  const form = page.getByRole('dialog', { name: 'Add note' })
  await form.getByRole('textbox', { name: 'Note' }).fill('Pump replaced')
  await form.locator('input[type=file]').setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: PICTURE })
  await form.getByRole('textbox', { name: 'Description of the picture' }).fill('The new pump')
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick()
  await expect(form).toBeHidden()
  const about = page.getByRole('dialog', { name: 'About noted-tank' })
  await expect(about.getByText('Pump replaced')).toHaveCount(1)
  await page.keyboard.press('Escape')

  const marker = mapOf(page).getByRole('button', { name: /^Note of .*: Pump replaced$/ })
  await marker.click()
  const here = page.getByRole('dialog', { name: 'Note at this place' })
  await here.getByRole('button', { name: 'Show the picture: The new pump' }).click()
  const picture = page.getByRole('dialog', { name: /^Picture of the note of / })
  await expect(picture.getByRole('img', { name: 'The new pump' })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await here.getByRole('link', { name: /^Open noted-tank at / }).click()

  const panel = page.getByRole('region', { name: 'Notes' })
  await expect(panel.getByText('Pump replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Download Level' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All series and notes, CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(/\r\n\r\nstartUTC,endUTC,source,text,by\r\n[^\r]*,,,Pump replaced,/)

  const [from, to] = [new Date(Date.now() - 60 * MINUTE).toISOString(), new Date(Date.now() + MINUTE).toISOString()]
  const replayed = (moment: string) =>
    `${portal.url}/dashboard?replay=${encodeURIComponent(`${from}~${to}`)}&moment=${encodeURIComponent(moment)}`
  await page.goto(replayed(from))
  await expect(page.getByRole('button', { name: /^At this moment: .*no notes/ })).toBeVisible()
  await expect(marker).toHaveCount(0)
  await page.getByRole('slider', { name: 'Moment' }).press('End')
  await expect(page.getByRole('button', { name: /^At this moment: .*1 note/ })).toBeVisible()
  await expect(marker).toBeVisible()

  const theirs = await browser.newPage()
  await signInToDashboard(theirs, portal, stranger.email)
  await expect(mapOf(theirs).getByRole('button', { name: /^other-tank, / })).toBeVisible()
  await expect(mapOf(theirs).getByRole('button', { name: /^Note of / })).toHaveCount(0)
  await theirs.goto(`${portal.url}/notes`)
  await expect(theirs.getByText('No notes yet.')).toBeVisible()
  await theirs.close()
})

test('two people who edit a note see each other’s change, on a phone and by keys alone', async ({
  page,
  portal,
  browser,
}) => {
  const admin = await createUser(portal, { email: 'notes-two@journey.example', entity: 'Two Water' })
  const other = await createUser(portal, { email: 'notes-two-b@journey.example', entity: 'Two Water' })
  await createTank(portal, admin, 'twice-noted')
  const pages = [page, await browser.newPage()] as const
  for (const [index, one] of pages.entries()) {
    await one.setViewportSize({ width: 390, height: 844 })
    await signIn(one, portal, index === 0 ? admin.email : other.email)
    await one.goto(`${portal.url}/dashboard/twice-noted/time-series`)
  }
  const [mine, theirs] = pages
  await mine.getByRole('button', { name: 'Add note' }).press('Enter')
  const form = mine.getByRole('dialog', { name: 'Add note' })
  await form.getByRole('textbox', { name: 'Note' }).fill('Valve closed')
  await expectNoViolations(mine)
  await form.getByRole('button', { name: 'Add', exact: true }).press('Enter')

  // The open page of the other person shows it, too.
  for (const one of pages) {
    await one.getByRole('button', { name: /^Edit the note of / }).press('Enter')
    await one.getByRole('dialog', { name: 'Edit note' }).getByRole('textbox', { name: 'Note' }).fill('')
  }
  const edit = (one: Page): Locator => one.getByRole('dialog', { name: 'Edit note' })
  await edit(theirs).getByRole('textbox', { name: 'Note' }).fill('Valve closed by the crew')
  await edit(theirs).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(edit(theirs)).toBeHidden()
  await edit(mine).getByRole('textbox', { name: 'Note' }).fill('Valve open again')
  await edit(mine).getByRole('button', { name: 'Save' }).press('Enter')

  await expect(edit(mine).getByRole('alert')).toBeVisible()
  await expect(edit(mine).getByRole('textbox', { name: 'Note' })).toHaveValue('Valve open again')
  const panel = theirs.getByRole('region', { name: 'Notes' })
  await expect(panel.getByText('Valve closed by the crew')).toBeVisible()
  expect(await mine.locator('#content').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await theirs.close()
})
