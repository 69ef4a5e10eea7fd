import { expect } from '@playwright/test'
import { createUnit, createUser, type SignedInUser } from '../support/api.ts'
import { connectUnit } from '../support/unit.ts'
import { signIn, test } from './journey.ts'

const dataID = 'clock-01'
const HOUR = 3_600_000
let user: SignedInUser

test.beforeAll(async ({ portal }) => {
  user = await createUser(portal, { email: 'clock@journey.example', entity: 'Clock Water' })
  const token = await createUnit(portal, user, dataID)
  const unit = await connectUnit(portal, dataID, token)
  await unit.publishAsync(`units/${dataID}/data/tank`, JSON.stringify({ level: 20 }), { qos: 1 })
  await unit.endAsync()
})

for (const [hours, words] of [
  [2, /clock of this device is 2 h.* fast/],
  [-2, /clock of this device is 2 h.* slow/],
] as const)
  test(`a browser whose clock is ${hours} hours off shows the ages of the portal, and says so`, async ({
    page,
    portal,
  }) => {
    await page.clock.install({ time: Date.now() + hours * HOUR })

    await signIn(page, portal, user.email)
    await page.goto(`${portal.url}/dashboard/${dataID}`)

    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('main').getByText('Current', { exact: true })).toBeVisible()

    await page.goto(`${portal.url}/dashboard`)
    await expect(page.getByRole('main').getByText('Current', { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/\d+ h ago/)).toHaveCount(0)
  })
