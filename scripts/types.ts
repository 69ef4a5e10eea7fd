import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the compiler remembers, so that the next look takes a tenth of the time. */
const MEMORY = join(import.meta.dirname, '../node_modules/.cache/types')

/**
 * All workspaces that run on Node, and the web. A workspace is checked with the sources of those that it imports, so that each of its own
 * would check the server and the contract again.
 */
const PROJECTS = { node: 'tsconfig.json', web: 'web' }

// The checkers of one project share nothing: a second one on two cores takes more time than it saves.
const checked = await Promise.all(Object.entries(PROJECTS).map(([name, project]) => check(name, project)))
process.exitCode = checked.includes(false) ? 1 : 0

/** Type-checks a project, and returns whether it has no errors. */
async function check(name: string, project: string): Promise<boolean> {
  const incremental = ['--incremental', '--tsBuildInfoFile', join(MEMORY, `${name}.json`)]
  const child = spawn('tsc', ['--noEmit', '--checkers', '1', ...incremental, '-p', project], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) console.error(`types: ${name} has errors`)
  return code === 0
}
