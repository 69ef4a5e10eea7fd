import { formatCount } from '@fieldwatch/contract/text/number-text'
import { chromium } from '@playwright/test'
import { signIn } from '@fieldwatch/contract/people/auth'
import { healthz } from '@fieldwatch/contract/api/health'
import { listUnitColumns } from '@fieldwatch/contract/units/unit-columns'
import { listUnits } from '@fieldwatch/contract/units/units'
import { createUser, PASSWORD } from '@fieldwatch/e2e/support/api'
import { startPortal } from '@fieldwatch/e2e/support/portal'
import { CHROMIUM_ARGUMENTS, CHROMIUM_HINT } from '../../../scripts/find-chromium.ts'
import { getChromium } from '../../../scripts/get-chromium.ts'
import { MARK_PARTS, measureList, median } from './measure-list.ts'
import { measureStream } from './measure-stream.ts'
import { seedFleet } from './seed-fleet.ts'

const EMAIL = 'fleet@bench.example'
const TURNS = 5
const REPLIES = 15

const sizes = process.argv.slice(2).map(Number)
const executablePath = await getChromium(console.error)
if (executablePath === undefined) throw new Error(CHROMIUM_HINT)
for (const units of sizes.length === 0 ? [2_000, 10_000] : sizes) await measure(units, executablePath)

/** Prints how long the list of a fleet takes, at the server and in a browser. */
async function measure(units: number, chromiumPath: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const portal = await startPortal()
  stack.defer(() => portal.close())
  const admin = await createUser(portal, { email: EMAIL, entity: 'Fleet Water' })
  await seedFleet(portal, admin.entity, units)
  const ask = async (path: string) => {
    const started = performance.now()
    const reply = await fetch(portal.url + path, { headers: { authorization: `Bearer ${admin.token}` } })
    const bytes = (await reply.arrayBuffer()).byteLength
    return { ms: performance.now() - started, bytes }
  }
  const row = (what: string, figure: string): void => console.log(`${what.padEnd(46)} ${figure.padStart(10)}`)
  console.log(`\n${formatCount(units)} units\n`)
  for (const { path } of [listUnitColumns, listUnits]) {
    await ask(path)
    const health: number[] = []
    const replies: { ms: number; bytes: number }[] = []
    for (let n = 0; n < REPLIES; n += 1) {
      const [reply, alive] = await Promise.all([ask(path), ask(healthz.path)])
      replies.push(reply)
      health.push(alive.ms)
    }
    row(`GET ${path}`, `${median(replies.map(({ ms }) => ms)).toFixed(0)} ms`)
    row('  unpacked', `${((replies[0]?.bytes ?? 0) / 1000).toFixed(0)} kB`)
    row('  slowest health check beside it', `${Math.max(...health).toFixed(0)} ms`)
  }
  for (const [name, since] of [
    ['a stream of whole documents begins', false],
    ['a stream of what changed since the list begins', true],
  ] as const) {
    const beginning = await measureStream(portal, admin.token, { since })
    row(name, `${(beginning.bytes / 1000).toFixed(0)} kB`)
    row('  processor time of the server', `${beginning.processorMs.toFixed(0)} ms`)
    row('  slowest health check beside it', `${beginning.slowestHealth.toFixed(0)} ms`)
  }

  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGUMENTS })
  stack.defer(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(MARK_PARTS)
  await context.request.post(portal.url + signIn.path, { data: { email: EMAIL, password: PASSWORD } })
  const page = await context.newPage()
  await page.goto(`${portal.url}/dashboard`)
  const turns = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    await page.goto(`${portal.url}/dashboard`)
    turns.push(await measureList(page))
  }
  for (const [name, text] of [
    ['firstPaint', 'first paint of an opened page'],
    ['list', 'the list is there'],
    ['map', 'the map is there'],
    ['label', 'the list of units with two labels is there'],
    ['key', 'a key of the search, until it is shown'],
    ['longestFrame', 'longest frame while scrolling the list'],
    ['busy', 'long tasks in the 3 s after the list'],
    ['slowestKey', 'slowest key in the 3 s after the list'],
  ] as const)
    row(text, `${median(turns.map((times) => times[name])).toFixed(0)} ms`)
  const memory = process.platform === 'linux' ? await residentMegabytes(portal.pid()) : undefined
  row('memory of the server', memory === undefined ? 'unknown' : `${memory.toFixed(0)} MB`)
}

async function residentMegabytes(pid: number | undefined): Promise<number | undefined> {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1000
}
