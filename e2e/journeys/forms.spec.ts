import { expect, type Page } from '@playwright/test'
import { signOut } from '@fieldwatch/contract/people/auth'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUser, createUnit, PASSWORD } from '../support/api.ts'
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
    const ada = await createUser(portal, { email: `ada${viewport.width}@forms.example`, entity: ENTITY })
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

    await isInSight(page, /changed it in the meantime/)
    const newer = page.getByRole('button', { name: 'Load the newer version' })
    await expect(newer).toBeInViewport({ ratio: 1 })
    await newer.click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Mine' })).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Renamed' })).toHaveCount(0)
  })
}

test('Escape is for the dialog on top, and a filled form and the end of the tab ask', async ({
  page,
  portal,
  admin,
}) => {
  await createUnit(portal, admin, 'asking-unit')
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/asking-unit`)
  await page.getByRole('navigation', { name: 'Unit' }).getByRole('link', { name: 'Management' }).click()
  await page.getByRole('button', { name: 'Update Device' }).click()
  const form = page.getByRole('dialog', { name: 'Update Device' })
  await form.getByRole('button', { name: 'Add a picture' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture of the unit' })).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Picture of the unit' })).toHaveCount(0)
  await expect(form.getByRole('button', { name: 'Add a picture' })).toBeFocused()

  await form.getByLabel('Description').fill('By the road.')
  await page.mouse.click(5, 400)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('By the road.')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()

  await page.goBack()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await expect(form.getByLabel('Description')).toHaveValue('By the road.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Update Device' })).toBeFocused()
})

test('a person whose session ends signs in over the page, and finds what they typed', async ({ page, portal }) => {
  const email = 'grace@forms.example'
  await createUser(portal, { email, entity: 'Journey Water' })
  await signIn(page, portal, email)
  await page.goto(`${portal.url}/settings`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First Name').fill('Augusta')
  await page.getByLabel('Last Name').fill('King')
  // As an admin, a new password or the end of its time would.
  await page.request.post(portal.url + signOut.path)

  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await expect(question).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await expect(page.getByText('Augusta').first()).toBeVisible()
})
