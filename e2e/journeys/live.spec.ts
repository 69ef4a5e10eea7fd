import { expect } from '@playwright/test'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createUnit } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { signIn, test } from './journey.ts'

const level = { field: 'level', friendlyName: 'Level', unit: '%' }

const template = TemplateDefinition.parse({
  title: 'Tank',
  overview: { infoCards: [{ topic: 'Tank', specifications: { level: [{ ...level, decimals: 1 }] } }] },
  timeSeries: { charts: [{ title: 'Level', type: 'timeseries', specifications: { level: [level] } }] },
})

test('a value that a unit publishes is on the open card and chart without a reload', async ({
  page,
  portal,
  admin,
}) => {
  const token = await createUnit(portal, admin, 'tank-01')
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    'tank',
    admin.entity,
    template,
  ])
  await portal.sql(`update unit set default_template = 'tank' where data_id = 'tank-01'`)
  const unit = await connectUnit(portal, 'tank-01', token)
  await unit.publishAsync('units/tank-01/data/level', JSON.stringify({ level: 61.5 }), { qos: 1 })

  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/dashboard/tank-01`)
  await expect(page.getByText('61.5').first()).toBeVisible()

  await unit.publishAsync('units/tank-01/data/level', JSON.stringify({ level: 71.4 }), { qos: 1 })
  await expect(page.getByText('71.4').first()).toBeVisible()

  await page.getByRole('link', { name: 'Time Series' }).click()
  await expect(page.getByText('71.4').first()).toBeVisible()
  await unit.publishAsync('units/tank-01/data/level', JSON.stringify({ level: 72.8 }), { qos: 1 })
  await expect(page.getByText('72.8').first()).toBeVisible()

  await unit.endAsync()
})
