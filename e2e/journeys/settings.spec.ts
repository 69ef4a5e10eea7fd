import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { createUser, PASSWORD, type SignedInUser } from '../support/api.ts'
import { moveTo } from '../support/move-to.ts'
import type { Portal } from '../support/portal.ts'
import { AXE_FORM_SCREENS } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { signIn, signInToDashboard, test } from './journey.ts'

const PHOTO = join(import.meta.dirname, '../../docs/images/fleet.png')

let admin: SignedInUser

test.beforeAll(async ({ portal }) => {
  admin = await createUser(portal, { email: 'settings@journey.example', entity: 'Settings Water' })
})

async function openSettings(page: Page, portal: Portal, tab: string): Promise<void> {
  await signIn(page, portal, admin.email)
  await page.goto(`${portal.url}/settings${tab === '' ? '' : `?tab=${tab}`}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function fillUser(page: Page, { first, last, email }: { first: string; last: string; email: string }) {
  const dialog = page.getByRole('dialog', { name: 'New User' })
  await dialog.getByLabel('First Name').fill(first)
  await dialog.getByLabel('Last Name').fill(last)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Role').selectOption('viewer')
  return dialog
}

// spec 2-6-10
test('a new user gets a mail, chooses a password and signs in as a viewer', async ({ page, portal }) => {
  await openSettings(page, portal, 'my-company')
  await page.getByRole('button', { name: '+ add user' }).click()
  const dialog = await fillUser(page, { first: 'Marie', last: 'Curie', email: 'marie@journey.example' })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/^Results: Marie Curie was added/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'marie@journey.example', exact: true })).toBeVisible()

  const mail = await portal.outbox()
  const link = /http\S+\/reset-password#token=[\w-]+/.exec(mail.slice(mail.lastIndexOf('marie@journey.example')))?.[0]
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(link ?? '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Your password has been saved.')).toBeVisible()
  await signInToDashboard(page, portal, 'marie@journey.example')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await expect(menu.getByRole('link')).toHaveText(['Profile', 'My Company', 'Templates', 'Alerts', 'Reports'])
  await menu.getByRole('link', { name: 'My Company' }).click()
  await expect(page.getByRole('cell', { name: 'settings@journey.example', exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: '+ add user' })).toHaveCount(0)
})

// spec 2-2-92, 2-2-93, 2-2-94, 2-6-11, 2-6-12, 2-8-17
test('role and status are changed in the table, and people cannot delete themselves', async ({ page, portal }) => {
  await createUser(portal, { email: 'linus@journey.example', entity: 'Settings Water', role: 'viewer' })
  await openSettings(page, portal, 'my-company')
  const row = page.getByRole('row').filter({ hasText: 'linus@journey.example' })

  await row.getByRole('combobox', { name: /^Role of/ }).selectOption('admin')
  await page.getByRole('button', { name: 'Make admin' }).click()
  await expect(page.getByText(/^Results: /)).toBeVisible()
  await row.getByRole('combobox', { name: /^Status of/ }).selectOption('disabled')
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(row.getByRole('combobox', { name: /^Status of/ })).toHaveValue('disabled')
  await page.reload()
  await expect(row.getByRole('combobox', { name: /^Role of/ })).toHaveValue('admin')
  await expect(row.getByRole('combobox', { name: /^Status of/ })).toHaveValue('disabled')

  const self = page.getByRole('row').filter({ hasText: 'settings@journey.example' })
  await self.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('cant delete self')).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(0)

  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

// spec 1-2-124, 1-2-125, 1-2-126, 1-2-127, 1-2-128, 1-2-98, 1-2-99, 1-9-31
test('a photo is cropped by hand, by keys and by buttons, uploaded, and shown everywhere', async ({ page, portal }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openSettings(page, portal, '')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First Name').fill('Augusta')
  await page.getByLabel('Last Name').fill('King')
  await page.getByRole('button', { name: 'Upload Photo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload Photo' })
  await dialog.getByLabel('Image file').setInputFiles(PHOTO)
  await expect(dialog.getByText(/^fleet\.png, [\d.]+ KB$/)).toBeVisible()
  const frame = dialog.getByRole('application')
  const picture = frame.locator('img')
  const start = await picture.boundingBox()
  const box = await frame.boundingBox()
  if (start === null || box === null) throw new Error('the frame is not on the page')
  expect(Math.round(box.width)).toBe(300)
  // The round in which the photo will be seen is drawn over the whole frame.
  const round = frame.locator('[aria-hidden]')
  expect(await round.boundingBox()).toEqual(box)
  await expect(round).toHaveCSS('border-radius', '50%')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }

  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 30, middle.y + 20)
  await page.mouse.up()
  await expect.poll(async () => (await picture.boundingBox())?.x).toBeCloseTo(start.x + 30, 0)
  expect((await picture.boundingBox())?.y).toBeCloseTo(start.y + 20, 0)
  await page.mouse.wheel(0, -100)
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(start.width * 1.1, 0)
  await frame.press('ArrowLeft')
  await frame.press('-')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(start.width * 0.99, 0)
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(() => picture.boundingBox()).toEqual(start)
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(start.width * 1.1, 0)
  await dialog.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeCloseTo(start.width * 0.99, 0)
  await dialog.getByRole('button', { name: 'Change Image' }).click()
  await page.getByRole('button', { name: 'Choose another' }).click()
  await dialog.getByLabel('Image file').setInputFiles(PHOTO)

  const uploaded = page.waitForResponse((response) => response.url().includes('/files/profile/'))
  await dialog.getByRole('button', { name: 'Apply Crop' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await uploaded).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  const header = page.getByRole('banner').getByRole('img', { name: 'Profile picture of Augusta' })
  await expect(header).toBeVisible()
  const naturalSize = () =>
    header.evaluate((image: object) =>
      'naturalWidth' in image && 'naturalHeight' in image ? [image.naturalWidth, image.naturalHeight] : [],
    )
  await expect.poll(naturalSize).toEqual([300, 300])
})

// spec 1-2-101
test('an entity is added, and a user is moved into it', async ({ page, portal }) => {
  await openSettings(page, portal, 'entities')
  await page.getByRole('button', { name: '+ add entity' }).click()
  const creating = page.getByRole('dialog', { name: 'Create Entity' })
  await expect(creating).toBeVisible()
  await page.locator('.mantine-Modal-overlay').click({ position: { x: 4, y: 4 } })
  await expect(creating).toHaveCount(0)
  await page.getByRole('button', { name: '+ add entity' }).click()
  await creating.getByLabel('Entity Name').fill('Northern Wells')
  await creating.locator('input[type="file"]').first().setInputFiles(PHOTO)
  await creating.getByRole('button', { name: 'Create' }).click()
  const north = page.getByRole('region', { name: 'Northern Wells', exact: true })
  await expect(page.getByText(/^Results: /)).toBeVisible()
  await expect(north.getByText('No data available')).toBeVisible()

  await north.getByRole('button', { name: '+ add user' }).click()
  const dialog = await fillUser(page, { first: 'Rosalind', last: 'Franklin', email: 'rosalind@journey.example' })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(north.getByRole('cell', { name: 'Rosalind Franklin', exact: true })).toBeVisible()
  await expect(north.getByText('Invited')).toBeVisible()

  await north.getByRole('button', { name: 'Actions for Rosalind Franklin' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await editing.getByRole('combobox', { name: 'Entity' }).selectOption('+ Add')
  await editing.getByLabel('Entity Name').fill('Southern Wells')
  await editing.getByRole('button', { name: 'Submit' }).click()
  const south = page.getByRole('region', { name: 'Southern Wells', exact: true })
  await expect(south.getByRole('cell', { name: 'Rosalind Franklin', exact: true })).toBeVisible()
  await expect(north.getByText('No data available')).toBeVisible()
})

// spec 2-9-24
test('a user is added by keyboard alone, and the focus comes back', async ({ page, portal }) => {
  await openSettings(page, portal, 'my-company')
  const add = page.getByRole('button', { name: '+ add user' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New User' })
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Emmy')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Noether')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('emmy@journey.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('viewer')
  await page.keyboard.press('Enter')
  const submit = dialog.getByRole('button', { name: 'Submit' })
  if (await submit.isVisible()) await submit.press('Enter')
  await expect(page.getByText(/^Results: Emmy Noether was added/)).toBeVisible()

  const actions = page.getByRole('button', { name: 'Actions for Emmy Noether' })
  await actions.focus()
  await page.keyboard.press('Enter')
  const edit = page.getByRole('menuitem', { name: 'Edit' })
  await expect(edit).toBeFocused()
  await expect.poll(async () => (await edit.boundingBox())?.height).toBe(40)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Withdraw the invitation of Emmy Noether?' })).toBeVisible()
})

for (const { colorScheme, size, viewport } of AXE_FORM_SCREENS) {
  test(`axe finds nothing in Settings on ${size} in the ${colorScheme} theme`, async ({ page, portal }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = async () => {
      await expectNoViolations(page)
      const content = page.locator('#content')
      expect(await content.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }

    await openSettings(page, portal, '')
    await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toBeVisible()
    await look()
    await page.getByRole('button', { name: /^(Upload|Change) Photo$/ }).click()
    await expect(page.getByRole('button', { name: 'Drop an image here, or browse' })).toBeVisible()
    await look()
    await page.getByLabel('Image file').setInputFiles(PHOTO)
    await expect(page.getByRole('button', { name: 'Apply Crop' })).toBeVisible()
    await look()

    await page.goto(`${portal.url}/settings`)
    await page.getByRole('switch', { name: 'SMS' }).first().click()
    const verifying = page.getByRole('dialog', { name: 'Verify Phone Number' })
    await verifying.getByRole('button', { name: 'Send Code' }).click()
    await expect(verifying.getByText('Please enter a valid phone number')).toBeVisible()
    await look()

    await moveTo(page, '/settings?tab=my-company')
    await page.getByRole('checkbox').nth(1).click()
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await look()

    await moveTo(page, '/settings?tab=entities')
    await page.getByRole('button', { name: '+ add entity' }).click()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await look()

    await moveTo(page, '/settings?tab=alerts')
    await expect(page.getByRole('heading', { level: 2, name: 'Alerts' })).toBeVisible()
    await look()
  })
}

/** A picture of two colours, a frame at its very edge. */
async function drawPicture(page: Page, width: number, height: number) {
  const picture: string = await page.evaluate(`{
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const pen = canvas.getContext('2d')
    pen.lineWidth = 20
    pen.strokeRect(0, 0, ${width}, ${height})
    canvas.toDataURL('image/png')
  }`)
  const data = picture.slice(picture.indexOf(',') + 1)
  return { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') }
}

/** How many times as wide as high a picture is. Runs in the page. */
function sidesOf(picture: object): number {
  const { naturalWidth, naturalHeight } = picture as { naturalWidth: number; naturalHeight: number }
  return naturalWidth / naturalHeight
}

test('a wide and a tall logo are shown whole in both themes', async ({ page, portal }) => {
  await openSettings(page, portal, 'my-company')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Company' })
  const files = dialog.locator('input[type="file"]')
  await files.nth(0).setInputFiles(await drawPicture(page, 600, 60))
  await files.nth(1).setInputFiles(await drawPicture(page, 60, 600))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [place, name, shape] of [
      [page.getByRole('banner'), 'Logo of Settings Water', 10],
      [page.getByRole('main'), 'Logo of Settings Water', 10],
      [page.getByRole('main'), 'Icon of Settings Water', 0.1],
    ] as const) {
      const picture = place.getByRole('img', { name }).first()
      // No ancestor cuts a part of it off, and within its box it is drawn as a whole.
      await expect(picture).toBeInViewport({ ratio: 1 })
      await expect(picture).toHaveCSS('object-fit', 'contain')
      // It may still be on its way.
      await expect.poll(() => picture.evaluate(sidesOf)).toBeCloseTo(shape, 1)
    }
  }
})

test('a token for a program is made with the password once more, used and revoked', async ({
  page,
  portal,
  request,
}) => {
  await openSettings(page, portal, '')
  const own = page.getByRole('region', { name: 'Tokens for programs' })
  await own.getByRole('button', { name: 'Add token' }).click()
  const form = page.getByRole('dialog', { name: 'Add a token' })
  await form.getByLabel('Name').fill('Nightly report')
  await portal.sql(
    "update session set proven_at = now() - interval '11 minutes' where user_id = (select id from app_user where email = $1)",
    [admin.email],
  )
  await form.getByRole('button', { name: 'Add' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
  await expectNoViolations(page)
  await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  const shown = page.getByRole('dialog', { name: 'Token of Nightly report' })
  const token = await shown.getByText(/^fwp_/).textContent()
  await shown.getByRole('button', { name: 'Copy the token' }).click()
  await shown.getByRole('button', { name: 'I have saved the token' }).click()
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const answer = await request.fetch(`${portal.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    return [answer.status(), ((await answer.json()) as { code?: string }).code]
  }
  expect(await ask('GET', '/devices')).toEqual([200, undefined])
  expect(await ask('POST', '/devices')).toEqual([403, 'access/scope-missing'])

  await page.reload()
  await expect(own.getByText(/Last used .* from/)).toBeVisible()
  await own.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(own.getByText(/^None yet\./)).toBeVisible()
  expect(await ask('GET', '/devices')).toEqual([401, 'auth/program-token-invalid'])
})
