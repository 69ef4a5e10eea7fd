import { expect } from '@playwright/test'
import { createSim } from '@fieldwatch/contract/units/sims'
import { putTemplate, TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { call, createUser, createUnit, type SignedInUser } from '../support/api.ts'
import { moveTo } from '../support/move-to.ts'
import type { Portal } from '../support/portal.ts'
import { AXE_FORM_SCREENS, AXE_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, signInToDashboard, test } from './journey.ts'

for (const { colorScheme, size, viewport } of AXE_SCREENS) {
  test(`axe finds nothing on ${size} in the ${colorScheme} theme`, async ({ page, portal, admin }) => {
    // It walks through more than a dozen screens.
    test.slow()
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = () => expectNoViolations(page)

    for (const path of ['/login', '/reset-password', '/reset-password#token=abc']) {
      await page.goto(`${portal.url}${path}`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await look()
    }

    const dataID = `axe-${colorScheme}-${viewport.width}`
    await createUnit(portal, admin, dataID)
    await signInToDashboard(page, portal, admin.email)
    await expect(page.getByText(dataID).first()).toBeVisible()
    await look()

    await moveTo(page, `/dashboard/${dataID}`)
    await expect(page.getByRole('heading', { name: dataID })).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Add Widget' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
    await look()
    await page.keyboard.press('Escape')

    await showTemplate(portal, admin, dataID)
    await page.reload()
    await expect(page.getByRole('meter', { name: 'Level' })).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Edit Level' }).first().click()
    await expect(page.getByLabel('Threshold')).toBeVisible()
    await look()
    await page.getByRole('textbox', { name: 'Step 1 colour' }).click()
    await expect(page.getByRole('button', { name: '#0072b2' }).first()).toBeVisible()
    await look()
    await moveTo(page, `/dashboard/${dataID}/time-series`)
    await page.getByRole('button', { name: 'Edit Level' }).click()
    await expect(page.getByLabel('Title')).toBeFocused()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Level' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete widget' })).toBeVisible()
    await look()
    await moveTo(page, '/dashboard/no-such-unit')
    await expect(page.getByRole('heading', { name: 'Device not found' })).toBeVisible()
    await look()
  })
}

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  test(`axe finds nothing around a unit and its cards on ${size} in the ${colorScheme} theme`, async ({
    page,
    portal,
  }) => {
    test.slow()
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = () => expectNoViolations(page)
    const dataID = `around-${colorScheme}-${viewport.width}`
    const admin = await createUser(portal, { email: `${dataID}@journey.example`, entity: dataID })
    await createUnit(portal, admin, dataID)
    const chart = {
      title: 'pH',
      type: 'timeseries' as const,
      specifications: { ph: [{ field: 'ph', friendlyName: 'pH' }] },
    }
    const template = TemplateDefinition.parse({ title: 'Panel', timeSeries: { pageTechTools: true, charts: [chart] } })
    await call(portal, putTemplate, { token: admin.token, body: { dataID, template } })
    for (const iccid of ['8944501234567890124', '8944501234567890132']) {
      await call(portal, createSim, { token: admin.token, body: { entity: admin.entity, iccid, dataID } })
    }
    await portal.admin('app', 'add', '--name', dataID, '--url', '/page_blth_app', '--entity', dataID)
    await portal.admin('app', 'tab', '--app', dataID, '--unit', dataID)
    await signIn(page, portal, admin.email)

    await page.goto(`${portal.url}/dashboard?filter=deactivated`)
    await expect(page.getByText('No units found')).toBeVisible()
    await look()
    await moveTo(page, '/dashboard')
    await page.getByRole('button', { name: 'Sort and columns' }).click()
    await page.getByText('Table', { exact: true }).click()
    await expect(page.getByRole('rowheader', { name: dataID })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Columns' })).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit labels' }).click()
    await page.getByRole('button', { name: 'Add label' }).click()
    await expect(page.getByRole('dialog', { name: 'Add label' })).toBeVisible()
    await look()
    await moveTo(page, `/dashboard/${dataID}/time-series`)
    await expect(page.getByRole('region', { name: 'Newest pH' })).toBeVisible()
    await look()
    await moveTo(page, `/dashboard/${dataID}/${dataID}`)
    const sheet = page.frameLocator('iframe')
    await expect(sheet.getByRole('heading', { name: 'Calibration with two standards' })).toBeVisible()
    await look()
    await moveTo(page, `/applications/${dataID}`)
    await expect(sheet.getByRole('heading', { name: 'Calibration with two standards' })).toBeVisible()
    await look()

    await moveTo(page, `/dashboard/${dataID}/management/data`)
    await expect(page.getByText('No messages of this unit were refused.')).toBeVisible()
    await look()
    await page.getByRole('link', { name: 'Status' }).click()
    await expect(page.getByText('No request has been sent to this unit.')).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Update Device' }).click()
    await expect(page.getByLabel('Friendly name')).toBeVisible()
    await look()

    await moveTo(page, '/settings?tab=templates')
    await page.getByRole('button', { name: 'Add template' }).click()
    await expect(page.getByRole('dialog', { name: 'Add a template' })).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=reports')
    await expect(page.getByText(/^No scheduled reports yet/)).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=shares')
    await expect(page.getByText(/^No shared links yet/)).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=boards')
    await page.getByRole('button', { name: 'New wallboard' }).click()
    await page.getByRole('button', { name: 'Add tile' }).click()
    await expect(page.getByRole('dialog', { name: 'Add tile' })).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await expect(page.getByRole('dialog', { name: 'Add a webhook' })).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=network-servers')
    await page.getByRole('button', { name: 'Add network server' }).click()
    await expect(page.getByRole('dialog', { name: 'Add a network server' })).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=tokens')
    await page.getByRole('button', { name: 'Add token' }).click()
    await expect(page.getByRole('dialog', { name: 'Add a token' })).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=my-company')
    await page.getByRole('button', { name: `Require a second factor of ${dataID}` }).click()
    await expect(page.getByRole('list', { name: 'Users without a second factor' })).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=jobs')
    await expect(page.getByText(/^Nothing is in progress/)).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=delivery-log')
    await expect(page.getByText(/^No notifications yet/)).toBeVisible()
    await look()
    await moveTo(page, '/settings?tab=activity')
    await page.getByRole('button', { name: 'Signed in' }).first().click()
    await expect(page.getByRole('dialog').getByRole('row', { name: /^Browser/ })).toBeVisible()
    await look()
    await moveTo(page, '/notes')
    await expect(page.getByText('No notes yet. Write one below the charts of a unit.')).toBeVisible()
    await look()
    await moveTo(page, '/sim-cards')
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
    await look()
    await page.getByRole('button', { name: 'Remove 2 SIM cards' }).click()
    await expect(page.getByRole('dialog', { name: 'Remove 2 SIM cards?' })).toBeVisible()
    await look()
  })
}

/** Gives a unit a template with a widget of every kind. */
async function showTemplate(portal: Portal, admin: SignedInUser, dataID: string): Promise<void> {
  const level = { field: 'level', friendlyName: 'Level', unit: 'm' }
  const template = TemplateDefinition.parse({
    title: 'Tank',
    overview: {
      gauges: [
        {
          title: 'Level',
          range: [0, 6],
          source: 'tank',
          field: 'level',
          color: '#0072b2',
          delta: 2,
          threshold: 5,
          steps: [{ range: [0, 3], color: '#009e73', thickness: 0.3 }],
        },
      ],
      infoCards: [{ topic: 'Tank', specifications: { tank: [level] } }],
      statistics: [{ topic: 'Totals', specifications: { tank: [level] } }],
      tables: [{ title: 'Last', type: 'generic', specifications: { tank: [level] } }],
      maps: [{ title: 'Place', source: 'location', latitudeField: 'lat', longitudeField: 'lon' }],
      eventLog: { title: 'Events', specifications: { tank: [level] } },
    },
    timeSeries: {
      charts: [{ title: 'Level', type: 'timeseries', specifications: { tank: [{ ...level, color: '#0072b2' }] } }],
    },
  })
  await call(portal, putTemplate, { token: admin.token, body: { dataID, template } })
}
