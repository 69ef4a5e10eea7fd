import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS } from '../../server/src/config.ts'
import { inPackageWords } from './to-javascript.ts'

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Where the service keeps things when no one says otherwise. */
const STANDARDS = { FIELDWATCH_DATA: '/var/lib/fieldwatch' }

interface Release {
  readonly version: string
  readonly changedAt: Date
}

/** How Debian calls the package, such as `fieldwatch_0.1.0_amd64.deb`. */
export function debianName({ version }: Pick<Release, 'version'>): string {
  return `fieldwatch_${version}_${ARCHITECTURES[process.arch] ?? process.arch}.deb`
}

/** Builds a package for Debian and its relatives from a staged tree. */
export async function writeDebianPackage(
  { root, staged, work }: { root: string; staged: string; work: string },
  path: string,
  release: Release,
): Promise<void> {
  await rm(work, { recursive: true, force: true })
  const parts = join(root, 'packaging/debian')
  const home = join(work, 'usr/lib/fieldwatch')
  const documents = join(work, 'usr/share/doc/fieldwatch')
  await cp(staged, home, { recursive: true, verbatimSymlinks: true })
  // npm alone reads these.
  for (const name of ['bin/fieldwatch.mjs', 'scripts', 'docs', 'CHANGELOG.md'])
    await rm(join(home, name), { recursive: true })
  await cp(join(staged, 'docs'), documents, { recursive: true })
  await cp(join(staged, 'CHANGELOG.md'), join(documents, 'CHANGELOG.md'))
  await cp(join(parts, 'low-ports.conf'), join(documents, 'low-ports.conf'))
  await put('usr/share/doc/fieldwatch/copyright', COPYRIGHT)
  await put('usr/lib/fieldwatch/standards', assignments(STANDARDS))
  await put('etc/fieldwatch/env', writeEnvFile(STANDARDS))
  await cp(join(parts, 'fieldwatch'), join(work, 'usr/bin/fieldwatch'))
  await cp(join(parts, 'fieldwatch.service'), join(work, 'usr/lib/systemd/system/fieldwatch.service'))
  await put('DEBIAN/conffiles', '/etc/fieldwatch/env\n')
  await put('DEBIAN/control', control(release, sizeOf(work)))
  for (const name of ['postinst', 'prerm', 'postrm']) await cp(join(parts, name), join(work, 'DEBIAN', name))
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', work])
  await chmod(join(work, 'etc/fieldwatch/env'), 0o640)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z12', '--build', work, path], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(release.changedAt.getTime() / 1000) },
  })

  async function put(name: string, text: string): Promise<void> {
    await mkdir(join(work, name, '..'), { recursive: true })
    await writeFile(join(work, name), text)
  }
}

/** In kilobytes, as shown before an installation. */
function sizeOf(folder: string): number {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0])
}

function assignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

function control({ version }: Release, kilobytes: number): string {
  return `Package: fieldwatch
Version: ${version}
Architecture: ${ARCHITECTURES[process.arch] ?? process.arch}
Maintainer: Fieldwatch <fieldwatch@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6, passwd
Section: net
Priority: optional
Description: portal for organisations with connected field units
 A portal for gateways with sensors and a SIM card, out in fields, tanks, trucks
 and cold stores: the fleet on a list and a map, dashboards, values live and past,
 alerts. Units speak MQTT or HTTP to it. Its PostgreSQL and its Node.js are inside.
`
}

const COPYRIGHT = `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Fieldwatch

Files: *
Copyright: the authors of Fieldwatch
License: Apache-2.0
 The text is in /usr/lib/fieldwatch/LICENSE, and on Debian systems in /usr/share/common-licenses/Apache-2.0.

Comment: the licences of everything that comes with it are in /usr/lib/fieldwatch/THIRD-PARTY-NOTICES.txt.
`

const HEAD = `# Settings of Fieldwatch, NAME=value. Take the # away before the one that you set, then: systemctl restart fieldwatch
# A value with spaces, # or quotes goes between quotes. The standard of each is shown where it has one.
`

/** The settings for administrators of a machine: all of them, commented out, each with what it means. */
export function writeEnvFile(standards: Readonly<Record<string, string>>): string {
  const settings = Object.entries(SETTINGS).map(([name, shape]) => {
    const parsed = shape.safeParse(undefined)
    const standard = standards[name] ?? (parsed.success && parsed.data !== undefined ? String(parsed.data) : '')
    const value = /[\s#'"]/.test(standard) ? `"${standard}"` : standard
    return `# ${inPackageWords(shape.description ?? '').replaceAll('`', '')}\n#${name}=${value}\n`
  })
  return [HEAD, ...settings].join('\n')
}
