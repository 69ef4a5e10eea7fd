import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Type-checks every workspace and the scripts; fails when one does. */
const projects = ['.', 'contract', 'server', 'simulator', 'web', 'e2e', 'bench']

let failed = false
for (const project of projects) {
  const child = spawn('tsc', ['--noEmit', '-p', project], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) {
    failed = true
    console.error(`types: ${project} has errors`)
  }
}
process.exitCode = failed ? 1 : 0
