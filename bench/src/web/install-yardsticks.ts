import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The libraries to compare with have their own lockfile: eighty megabytes for no one but who runs this benchmark. */
export const YARDSTICKS = join(import.meta.dirname, '../../yardsticks')

/**
 * Installs them, once.
 * @throws Error when npm could not
 */
export async function installYardsticks(): Promise<void> {
  if (existsSync(join(YARDSTICKS, 'node_modules/.package-lock.json'))) return
  console.error('… installing the libraries to compare with')
  // The npm that runs us says that it means our workspace.
  const { npm_config_workspace: _ours, ...env } = process.env
  const child = spawn('npm', ['ci', '--silent'], { cwd: YARDSTICKS, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`npm ci in bench/yardsticks ended with ${code}.`)
}
