import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, type Page, test } from '@playwright/test'
import { createBoard, addBoardScreen } from '../contract/boards.ts'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { buildCertificate } from '@fieldwatch/server/testing/build-certificate'
import { call, createUnit, createUser } from '@fieldwatch/e2e/support/api'
import { freePort } from '@fieldwatch/e2e/support/free-port'
import { startPortal } from '@fieldwatch/e2e/support/portal'
import { connectUnit } from '@fieldwatch/e2e/support/unit'

const UNIT = 'month-tank'
const DAYS = 30
/** The day on which the portal gets another certificate. */
const NEW_CERTIFICATE_DAY = 16

const template = TemplateDefinition.parse({
  title: 'Month tank',
  overview: { infoCards: [{ topic: 'Tank', specifications: { tank: [{ field: 'level', friendlyName: 'Level' }] } }] },
})
const TILE = { width: 1, height: 1 }

test('a screen runs for thirty days over ten restarts of the portal and another certificate', async ({ browser }) => {
  // Takes minutes on a busy machine: `npm test -- month` runs it.
  test.skip(process.env['FIELDWATCH_MONTH'] === undefined)
  test.setTimeout(900_000)
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-month-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const files = { FIELDWATCH_TLS_CERT: join(folder, 'cert.pem'), FIELDWATCH_TLS_KEY: join(folder, 'key.pem') }
  const useNewCertificate = async (): Promise<string> => {
    const { cert, key, serialNumber } = await buildCertificate({ commonName: 'localhost' })
    await writeFile(files.FIELDWATCH_TLS_CERT, cert)
    await writeFile(files.FIELDWATCH_TLS_KEY, key)
    return serialNumber
  }

  const portal = await startPortal()
  stack.defer(() => portal.close())
  const admin = await createUser(portal, { email: 'ada@month.example', entity: 'Month Water' })
  const token = await createUnit(portal, admin, UNIT)
  await portal.sql('insert into template (id, entity_id, definition) values ($1, $2, $3)', [
    UNIT,
    admin.entity,
    template,
  ])
  await portal.sql('update unit set default_template = $1 where data_id = $1', [UNIT])
  const sendLevel = async (level: number): Promise<void> => {
    const unit = await connectUnit(portal, UNIT, token)
    await unit.publishAsync(`units/${UNIT}/data/tank`, JSON.stringify({ level }), { qos: 1 })
    await unit.endAsync()
  }
  await sendLevel(3.5)
  const tiles = [
    { kind: 'widget' as const, dataID: UNIT, widget: 'infoCards' as const, title: 'Tank', ...TILE },
    { kind: 'text' as const, text: 'Call 4711', ...TILE },
  ]
  const pages = [{ title: '', columns: 2, rows: 1, tiles }]
  const body = { name: 'Month', seconds: 20, pages }
  const { boardID } = (await call(portal, createBoard, { token: admin.token, body })).details

  const first = await useNewCertificate()
  const port = await freePort()
  await portal.killServer()
  await portal.restart({
    ...files,
    FIELDWATCH_HTTPS_PORT: String(port),
    FIELDWATCH_MQTTS_PORT: String(await freePort()),
  })
  expect(await servedSerial(port)).toBe(first)
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, ignoreHTTPSErrors: true })
  stack.defer(() => context.close())
  const screen = await context.newPage()
  await screen.goto(`https://127.0.0.1:${port}/board`)
  const code = await screen.getByRole('status', { name: 'Code of this screen' }).textContent()
  const paired = await context.request.post(`https://127.0.0.1:${port}${addBoardScreen.path}`, {
    headers: { authorization: `Bearer ${admin.token}` },
    data: { code, boardID, name: 'Month' },
  })
  expect(paired.status()).toBe(200)
  await expect(screen.getByText('Call 4711')).toBeVisible()
  const loads = countLoads(screen)
  await screen.clock.install()
  await screen.reload()
  await expect(screen.getByText('Call 4711')).toBeVisible()

  for (let day = 1; day <= DAYS; day += 1) {
    if (day % 3 === 0) {
      await portal.killServer()
      await expect(async () => {
        await screen.clock.runFor(30_000)
        await expect(screen.getByText(/^Connection lost/)).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await portal.restart()
    }
    if (day === NEW_CERTIFICATE_DAY) {
      const next = await useNewCertificate()
      await expect.poll(() => servedSerial(port), { timeout: 60_000 }).toBe(next)
    }
    const before = loads.count()
    await screen.clock.fastForward(DAY_MS)
    // The page is loaded again each day. Below a minute after that, it is not loaded once more: the next day begins at a moment of rest.
    await expect(async () => {
      if (loads.count() === before) await screen.clock.runFor(35_000)
      expect(loads.count()).toBeGreaterThan(before)
    }).toPass({ timeout: 120_000 })
    await expect(screen.getByText('Call 4711')).toBeVisible()
    await expect(screen.getByText(/^Connection lost/)).toBeHidden()
  }
  await sendLevel(6.25)
  // A clock that was moved while the page was loaded again can stand still.
  await expect(async () => {
    await screen.clock.runFor(2_000)
    await expect(screen.getByText('6.25')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
})

/** Counts how often the page was loaded from then on. */
function countLoads(page: Page): { count: () => number } {
  let count = 0
  page.on('load', () => (count += 1))
  return { count: () => count }
}

/** The serial number of the certificate that a new connection gets. */
async function servedSerial(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}
