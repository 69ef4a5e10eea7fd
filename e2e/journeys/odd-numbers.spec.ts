import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { expect, type Locator, type Page } from '@playwright/test'
import { createUnit, createUser, type SignedInUser } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { signIn, test } from './journey.ts'

const dataID = 'odd-numbers'
/** Two values of each field, sent by turns. */
const VALUES = {
  total: [12_345_678.6, 12_345_678.7],
  longitude: [-122.406_42, -122.4064],
  count: [1.235e12, 1.236e12],
  extreme: [-Number.MAX_VALUE, Number.MAX_VALUE],
  small: [1, 2],
}
const FIELDS = Object.keys(VALUES)

const template = TemplateDefinition.parse({
  title: 'Odd numbers',
  timeSeries: {
    charts: FIELDS.map((field) => ({
      title: field,
      type: 'timeseries',
      specifications: { meter: [{ field, friendlyName: field }] },
    })),
  },
})

let user: SignedInUser

test.beforeAll(async ({ portal }) => {
  user = await createUser(portal, { email: 'odd@journey.example', entity: 'Odd Water' })
  const token = await createUnit(portal, user, dataID)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    dataID,
    user.entity,
    template,
  ])
  await portal.sql('update unit set default_template = $1 where data_id = $1', [dataID])
  const now = Date.now()
  const unit = await connectUnit(portal, dataID, token)
  const records = Array.from({ length: 40 }, (_, index) => ({
    messageUTC: now - (40 - index) * 600_000,
    ...Object.fromEntries(Object.entries(VALUES).map(([field, pair]) => [field, pair[index % 2]])),
  }))
  await unit.publishAsync(`units/${dataID}/data/meter`, JSON.stringify(records), { qos: 1 })
  await unit.endAsync()
})

const widthOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.width ?? 0

interface Canvas {
  readonly width: number
  readonly height: number
  getContext: (kind: '2d') => {
    getImageData: (...area: [number, number, number, number]) => { readonly data: ArrayLike<number> }
  }
}

/** Which of the rows of a chart's picture, in tenths from its top, have a pixel in the colour of its line. */
async function drawnRows(page: Page, title: string): Promise<number[]> {
  const canvas = page.getByRole('region', { name: title, exact: true }).locator('canvas')
  return canvas.evaluate((element) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests are compiled without the types of a page
    const canvas = element as unknown as Canvas
    const { width, height } = canvas
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data
    const rows = new Set<number>()
    for (let index = 0; index < pixels.length; index += 4) {
      const [red = 0, green = 0, blue = 0] = [pixels[index], pixels[index + 1], pixels[index + 2]]
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 60)
        rows.add(Math.floor((Math.floor(index / 4 / width) / height) * 10))
    }
    return [...rows].toSorted((one, other) => one - other)
  })
}

test('the axes of a page are as wide as their longest value, and the largest numbers are drawn', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, user.email)
  await page.goto(`${portal.url}/dashboard/${dataID}/time-series`)
  const valueAxes = page.locator('.u-axis').filter({ hasNot: page.locator('*') })
  await expect(page.getByRole('region', { name: 'extreme', exact: true }).locator('canvas')).toBeVisible()
  await expect(valueAxes).toHaveCount(2 * FIELDS.length)
  await expect(async () => {
    const widths = await Promise.all((await valueAxes.all()).map(widthOf))
    const beside = widths.filter((width) => width < 200)
    expect(beside).toHaveLength(FIELDS.length)
    expect(new Set(beside).size).toBe(1)
    // 12,345,678.65 has 13 characters.
    expect(beside[0]).toBeGreaterThan(80)
  }).toPass()

  await expect.poll(() => drawnRows(page, 'extreme')).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7]))
})
