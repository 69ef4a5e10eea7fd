import { execFileSync } from 'node:child_process'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureWebBuild } from '@fieldwatch/server/platform/web-app/ensure-web-build'
import { writeArchive } from './archive.ts'
import { debianName, writeDebianPackage } from './debian.ts'
import { describePackage, partsForMachines } from './description.ts'
import { modulesOf } from './locked-modules.ts'
import { everyFileBelow, SHIPPED } from './package-files.ts'
import { NODE_FOLDER, stage } from './stage.ts'

const USAGE = `Usage: npm run package [-- KIND…]
  Makes packages of this release in dist/, all kinds or those that are named:
    folder   what the others are made of, unpacked
    npm      for npx and npm, on machines with Node.js 20 or newer
    tar      for Linux with Node.js 24
    node     for Linux, with Node.js inside
    deb      for Debian and its relatives, with Node.js inside and a service
`
/** What npm alone reads. */
const FOR_NPM = ['bin/fieldwatch.mjs', 'scripts/']
const KINDS = ['folder', 'npm', 'tar', 'node', 'deb']

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const named = process.argv.slice(2)
if (named.some((kind) => !KINDS.includes(kind))) {
  process.stderr.write(USAGE)
  process.exitCode = 2
} else await make(named.length === 0 ? KINDS : named)

async function make(kinds: readonly string[]): Promise<void> {
  await ensureWebBuild({ root, onBuild: () => console.log('Building the web app…') })
  await mkdir(dist, { recursive: true })
  const staged = join(dist, 'fieldwatch')
  await stage(root, staged)
  const { version } = describePackage(root)
  const release = { version, changedAt: changedAt() }
  const files = everyFileBelow(staged).sort()
  const archive = { folder: staged, changedAt: release.changedAt }
  if (kinds.includes('npm')) {
    const path = join(dist, `fieldwatch-${version}.tgz`)
    const others = [NODE_FOLDER, ...partsForMachines(modulesOf(root, SHIPPED))].map((other) => `${other}/`)
    const own = files.filter((file) => !others.some((other) => file.startsWith(other)))
    await writeArchive(path, { ...archive, files: own, prefix: 'package' })
    await tell(path)
  }
  for (const kind of ['tar', 'node'].filter((name) => kinds.includes(name))) {
    const name = `fieldwatch-${version}`
    const path = join(dist, `${name}-${process.platform}-${process.arch}${kind === 'node' ? '-node' : ''}.tar.zst`)
    const others = kind === 'node' ? FOR_NPM : [...FOR_NPM, `${NODE_FOLDER}/`]
    const own = files.filter((file) => !others.some((other) => file.startsWith(other)))
    await writeArchive(path, { ...archive, files: own, prefix: name })
    await tell(path)
  }
  if (kinds.includes('deb')) {
    const path = join(dist, debianName(release))
    const work = join(dist, 'deb')
    await writeDebianPackage({ root, staged, work }, path, release)
    await rm(work, { recursive: true })
    await tell(path)
  }
  if (kinds.includes('folder')) await tell(staged)
  else await rm(staged, { recursive: true })
}

/** The time that files in packages have: that of the release, so that the same sources become the same package. */
function changedAt(): Date {
  const configured = process.env['SOURCE_DATE_EPOCH']
  if (configured !== undefined) return new Date(Number(configured) * 1000)
  try {
    return new Date(Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })) * 1000)
  } catch {
    return new Date()
  }
}

async function tell(path: string): Promise<void> {
  const made = await stat(path)
  console.log(made.isDirectory() ? path : `${path} (${(made.size / 1e6).toFixed(1)} MB)`)
}
