import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { installPrograms, NOBODY, openWorkshop, settingsOfNpm } from '../machine/fresh-machine.ts'
import { drill, missingForMachines } from './clean-root.ts'
import { lookAround, startPortal, succeed } from './portal-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'dist')
const EMAIL = 'you@example.org'
const CREATE = ['admin', 'create', '--email', EMAIL, '--entity', 'Ours']

const hasDpkg = existsSync('/usr/bin/dpkg-deb')
await succeed('npm', ['run', 'package', '--', 'folder', 'npm', 'tar', ...(hasDpkg ? ['deb'] : [])], { cwd: ROOT })
const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }

const workshop = await openWorkshop()
const noMachines = hasDpkg ? await missingForMachines() : 'needs dpkg-deb'
after(() => workshop.close())

const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** A folder of an ordinary user, and a portal's settings for it. */
async function openHome(stack: AsyncDisposableStack): Promise<{ home: string; env: Record<string, string> }> {
  const home = await mkdtemp(join(tmpdir(), 'fieldwatch-home-'))
  stack.defer(() => rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  await chmod(home, 0o755)
  if (isRoot) await chown(home, NOBODY, NOBODY)
  const env = { PATH: '/usr/bin:/bin', HOME: home, FIELDWATCH_PORT: '0', FIELDWATCH_MQTT_PORT: '0' }
  return { home, env }
}

describe('A package', () => {
  test('for a Node that is there already has less than 60 MB', async () => {
    const { size } = await stat(join(DIST, `fieldwatch-${version}-${process.platform}-${process.arch}.tar.zst`))
    assert.ok(size < 60e6, `${size} bytes`)
  })

  test('runs where it was unpacked, for an ordinary user who may not write there', async () => {
    await using stack = new AsyncDisposableStack()
    const { home, env } = await openHome(stack)
    const folder = join(home, 'opt')
    await succeed('cp', ['-r', join(DIST, 'fieldwatch'), folder])
    const program = join(folder, 'bin/fieldwatch')

    const portal = await startPortal(program, ['start'], { ...user, env, cwd: home })
    stack.defer(async () => void (await portal.stop()))
    const printed = await succeed(program, CREATE, { ...user, env, cwd: home })
    await lookAround(portal.url, { email: EMAIL, printed })

    assert.equal(await portal.stop(), 0)
    assert.ok((await readdir(home)).includes('data'))
  })

  test('is started by npx of an older Node', async () => {
    await using stack = new AsyncDisposableStack()
    const { home, env } = await openHome(stack)
    const programs = await installPrograms(workshop.folder, { node: '20.20.2', npm: '10.8.2' })
    await succeed('cp', [join(DIST, `fieldwatch-${version}.tgz`), home])
    // Where npm would install for everybody; npx looks for it.
    const prefix = join(home, 'prefix')
    await mkdir(join(prefix, 'lib'), { recursive: true })
    const settings = {
      ...(await settingsOfNpm()),
      ...env,
      PATH: `${programs}:/usr/bin:/bin`,
      npm_config_prefix: prefix,
    }
    const options = { ...user, env: settings, cwd: home }
    const npx = [join(programs, '../node_modules/npm/bin/npx-cli.js'), '--yes', `./fieldwatch-${version}.tgz`]
    const node = join(programs, 'node')

    const portal = await startPortal(node, [...npx, 'start'], options)
    stack.defer(async () => void (await portal.stop()))
    const printed = await succeed(node, [...npx, ...CREATE], options)
    await lookAround(portal.url, { email: EMAIL, printed })
  })

  test('is installed, updated, removed and purged on a clean Debian', { skip: noMachines ?? false }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-older-'))
    try {
      const [name = assert.fail('no .deb')] = (await readdir(DIST)).filter((file) => file.endsWith('.deb'))
      const older = join(folder, 'older')
      await mkdir(older)
      await succeed('dpkg-deb', ['-R', join(DIST, name), older])
      const control = await readFile(join(older, 'DEBIAN/control'), 'utf8')
      await writeFile(join(older, 'DEBIAN/control'), control.replace(/^Version: .*$/m, 'Version: 0.0.9'))
      await succeed('dpkg-deb', ['-Znone', '--build', older, join(folder, 'older.deb')])
      const printed = await drill({
        'old.deb': join(folder, 'older.deb'),
        'new.deb': join(DIST, name),
        'drill.sh': join(import.meta.dirname, 'drill.sh'),
        'unit.mjs': join(import.meta.dirname, 'unit.mjs'),
      })
      for (const [line] of printed.matchAll(/^ok .*$/gm)) t.diagnostic(line)
      assert.match(printed, /^ok purged with the word, nothing is left$/m, printed)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
