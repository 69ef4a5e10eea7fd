import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface Options {
  /** The folder of the repository. */
  readonly root: string
  /** Called before a build, which takes some seconds. */
  readonly onBuild: () => void
  /** Builds the folder `web`; by Vite by default. */
  readonly build?: (web: string) => Promise<void>
}

/** What the bundle is made from. */
const SOURCES = [
  'web/src',
  'web/public',
  'web/build',
  'web/index.html',
  'web/vite.config.ts',
  'contract/src',
  'messages/src',
  'extensions',
  'docs/guides',
  'docs/reference',
  'scripts/write-tile-archive.ts',
]

/**
 * Builds the web app when there is no build, or an older one than its sources. Without sources, as in an image that was built
 * elsewhere, the existing build is used.
 * @throws Error with the output of a build that failed
 */
export async function ensureWebBuild({ root, onBuild, build = buildWithVite }: Options): Promise<void> {
  if (!existsSync(join(root, 'web/src'))) return
  const page = join(root, 'web/dist/index.html')
  const newest = Math.max(...SOURCES.map((source) => newestIn(join(root, source))))
  if (existsSync(page) && statSync(page).mtimeMs >= newest) return
  onBuild()
  await build(join(root, 'web'))
}

/** When a file, or anything in a folder, was last changed, in epoch milliseconds; 0 when it is missing. */
function newestIn(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isDirectory()) return stat?.mtimeMs ?? 0
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(0, ...entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs))
}

async function buildWithVite(web: string): Promise<void> {
  const vite = createRequire(join(web, 'package.json')).resolve('vite/package.json')
  const child = spawn(process.execPath, [join(dirname(vite), 'bin/vite.js'), 'build'], {
    cwd: web,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => output.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The web app could not be built:\n${output.join('')}`)
}
