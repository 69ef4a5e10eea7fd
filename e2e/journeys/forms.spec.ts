import { expect, type Page } from '@playwright/test'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates'
import { call, createPerson, createUnit } from '../support/api.ts'
import { signIn, test } from './journey.ts'

const ENTITY = 'Forms Water'

const isInSight = (page: Page, text: RegExp) => expect(page.getByText(text)).toBeInViewport({ ratio: 1 })

test('a first visit makes no request that fails, and says nothing to the console', async ({ page, portal }) => {
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  page.on('response', (response) => response.status() >= 400 && wrong.push(response.url()))

  await page.goto(portal.url)

  await expect(page.getByLabel('Email')).toBeFocused()
  await page.waitForLoadState('networkidle')
  expect(wrong).toEqual([])
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  test(`a failed save of a long form is seen and undone on ${viewport.width} × ${viewport.height}`, async ({
    page,
    portal,
  }) => {
    const dataID = `long-form-${viewport.width}`
    const ada = await createPerson(portal, { email: `ada${viewport.width}@forms.example`, entity: ENTITY })
    await createUnit(portal, ada, dataID)
    const template = (title: string) =>
      TemplateDefinition.parse({
        title: 'Charts',
        timeSeries: {
          charts: [
            {
              title,
              type: 'timeseries',
              specifications: {
                tank: ['a', 'b', 'c'].map((field) => ({ field, friendlyName: field, color: '#ff8800' })),
              },
            },
          ],
        },
      })
    const saved = await call(portal, putTemplate, { token: ada.token, body: { dataID, template: template('Level') } })
    await page.setViewportSize(viewport)
    await signIn(page, portal, ada.email)
    await page.goto(`${portal.url}/dashboard/${dataID}/time-series`)
    await page.getByRole('button', { name: 'Edit Level' }).click()
    await page.getByLabel('Title').fill('Mine')
    const { id, version } = saved.details
    await call(portal, putTemplate, {
      token: ada.token,
      body: { templateID: id, dataID, version, template: template('Renamed') },
    })

    await page.getByRole('button', { name: 'Save' }).click()

    await isInSight(page, /changed it meanwhile/)
    const newer = page.getByRole('button', { name: 'Load the newer one' })
    await expect(newer).toBeInViewport({ ratio: 1 })
    await newer.click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Mine' })).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Renamed' })).toHaveCount(0)
  })
}
