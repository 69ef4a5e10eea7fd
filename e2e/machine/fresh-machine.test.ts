import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type Machine, NOBODY, openMachine, openWorkshop } from './fresh-machine.ts'

const OPEN_FOLDER = '/var/lib/fieldwatch'

const isRoot = process.getuid?.() === 0
const skip = process.platform === 'linux' ? false : 'the older Nodes are for Linux'
const workshop = await openWorkshop()
const hadOpenFolder = existsSync(OPEN_FOLDER)
after(async () => {
  await workshop.close()
  if (isRoot && !hadOpenFolder) await rm(OPEN_FOLDER, { recursive: true, force: true })
})

interface Setting extends Machine {
  readonly what: string
  /** Whether the project is worked on there, too. */
  readonly develops?: boolean
}

const MACHINES: readonly Setting[] = [
  {
    what: 'an ordinary user in a path with a space, with npm 9 on Node 18',
    node: '18.20.8',
    npm: '9.2.0',
    folder: 'field watch',
    mode: 0o755,
    uid: isRoot ? NOBODY : undefined,
    builds: true,
  },
  {
    what: 'the user that runs the tests, with npm 10 on Node 20',
    node: '20.20.2',
    npm: '10.8.2',
    folder: 'fieldwatch',
    mode: 0o755,
  },
  {
    what: 'root in a folder that others may not enter, with npm 11 on Node 22',
    node: '22.23.3',
    npm: '11.21.2',
    folder: 'fieldwatch',
    mode: 0o700,
    develops: true,
  },
]

/** Each takes a minute of processor time, so the one in the middle waits for `FIELDWATCH_MACHINES=all`. */
const chosen = MACHINES.filter(({ npm }) => process.env['FIELDWATCH_MACHINES'] === 'all' || !npm.startsWith('10.'))

/** The most megabytes of packages for those who only run the portal. npm 9 also brings what is for machines with musl. */
const MOST_MEGABYTES = 450
const MOST_WITH_MUSL = 510

// They wait for disk and network most of the time.
describe('A fresh machine', { concurrency: chosen.length }, () => {
  for (const { what, develops = false, ...machine } of chosen) {
    test(`The two commands bring the demo to ${what}`, { skip }, async (t) => {
      await using stack = new AsyncDisposableStack()
      const fresh = await openMachine(workshop.folder, machine)
      stack.defer(() => fresh.close())
      const isClosed = isRoot && machine.mode === 0o700
      if (isClosed) stack.defer(() => rm(join(OPEN_FOLDER, fresh.folder), { recursive: true, force: true }))

      const unready = await fresh.run('npm', 'run', 'demo')
      assert.equal(unready.code, 1)
      assert.match(unready.output, /Fieldwatch needs Node\.js 24, and this is v(18|20|22)\./)

      const installed = await fresh.run('npm', 'ci')
      assert.equal(installed.code, 0, installed.output)
      assert.doesNotMatch(installed.output, /EBADENGINE/)
      const { output: size } = await fresh.run('du', '-sm', 'node_modules')
      assert.ok(Number.parseInt(size) < (machine.npm.startsWith('9.') ? MOST_WITH_MUSL : MOST_MEGABYTES), size)

      const demo = await fresh.startDemo()
      stack.defer(async () => void (await demo.stop()))
      t.diagnostic(demo.banner)
      assert.ok(demo.banner.includes(isClosed ? join(OPEN_FOLDER, fresh.folder) : join(fresh.folder, 'data/demo')))
      const address = /http:\/\/localhost:\d+/.exec(demo.banner)?.[0] ?? assert.fail(demo.banner)
      const answer = await fetch(`${address}/api/v1/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@northwind.example', password: 'fieldwatch-demo' }),
      })
      assert.equal(answer.status, 200)
      const stopped = await demo.stop()
      assert.equal(stopped.code, 0, stopped.output)

      if (!develops) return
      const checked = await fresh.run('npm', 'run', 'format:check')
      assert.equal(checked.code, 0, checked.output)
      assert.match(checked.output, /Fetching what tests need/)
    })
  }
})
