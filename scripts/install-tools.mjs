// node scripts/install-tools.mjs
//
// `npm ci` leaves out what only tests, linters and benchmarks need: a third of the packages. Each npm script that needs them begins with
// this, which fetches them the first time. For any Node from 18 on to read.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))

// Checking one of them is enough: npm installs or removes them together.
if (!existsSync(`${project}node_modules/oxlint`)) {
  process.stderr.write('Fetching what tests need\n')
  // Without --no-save npm would write the lockfile in its own way.
  const install = ['install', '--include=dev', '--no-save', '--silent', '--prefer-offline']
  const npm = process.env.npm_execpath
  const [command, parameters] = npm === undefined ? ['npm', install] : [process.execPath, [npm, ...install]]
  const { status, error } = spawnSync(command, parameters, { cwd: project, stdio: 'inherit' })
  if (status !== 0) {
    process.stderr.write(`What tests need could not be fetched${error === undefined ? '' : `: ${error.message}`}.\n`)
    process.exitCode = 1
  }
}
