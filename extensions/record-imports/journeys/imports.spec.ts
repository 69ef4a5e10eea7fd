import { formatCount } from '@fieldwatch/contract/text/number-text'
import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createUnit, createUser } from '@fieldwatch/e2e/support/api'
import { AXE_FORM_SCREENS } from '@fieldwatch/e2e/journeys/axe-screens'
import { expectNoViolations } from '@fieldwatch/e2e/journeys/axe'
import { signIn, test } from '@fieldwatch/e2e/journeys/journey'

/** `npm test -- million` imports a million lines; otherwise it is quick. */
const LINES = Number(process.env['FIELDWATCH_IMPORT_LINES'] ?? 2_000)
const START = Date.parse('2025-06-01T00:00:00Z')

/** Lines of a logger with five fields that wrote every ten seconds, and one line that is none. */
function* linesOfLogger(): Generator<string> {
  yield 'time,temp,humidity,pressure,flow,open\n'
  for (let index = 0; index < LINES; index += 1) {
    const time = new Date(START + index * 10_000).toISOString()
    const temp = (20 + 5 * Math.sin(index / 500)).toFixed(2)
    yield `${time},${temp},${50 + (index % 200) / 10},${1000 + (index % 40)},${(index % 1000) / 8},${index % 50 === 0}\n`
  }
  yield 'end of file,,,,,\n'
}

test('records of a file are imported with a verdict for each line, and the import is undone', async ({
  page,
  portal,
}, testInfo) => {
  test.slow(LINES > 100_000)
  const admin = await createUser(portal, { email: 'imports@journey.example', entity: 'Import Water' })
  await createUnit(portal, admin, 'old-logger')
  const path = testInfo.outputPath('logger.csv')
  await writeFile(path, linesOfLogger())
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/old-logger/management/data`)
  await page.getByRole('button', { name: 'Import records' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import records' })
  await dialog.locator('input[type=file]').setInputFiles(path)
  const begun = Date.now()
  await dialog.getByRole('button', { name: 'Continue' }).click()

  await expect(dialog.getByLabel('Source')).toHaveValue('logger')
  await expect(dialog.getByLabel('Column with the time', { exact: true })).toHaveValue('0')
  await expect(dialog.getByRole('table', { name: /^The first records/ })).toContainText('25')
  for (const { colorScheme, viewport } of AXE_FORM_SCREENS) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await expectNoViolations(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()

  const count = formatCount(LINES)
  await expect(dialog.getByText(`Imported logger.csv: ${count} new, 1 refused.`)).toBeVisible({ timeout: 300_000 })
  const description = `${count} lines: ${((Date.now() - begun) / 1000).toFixed(1)} s`
  test.info().annotations.push({ type: 'time', description })
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  const row = page.getByRole('row', { name: /logger\.csv/ })
  await expect(row).toContainText(`${count} new, 1 refused`)
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(row).toContainText('Undone', { timeout: 300_000 })
})
