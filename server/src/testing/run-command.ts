import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface Finished {
  code: number
  output: string
  errors: string
}

/** Runs one of our commands to its end, with only the given environment beside the search path. */
export async function runCommand(
  file: URL,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Finished> {
  const child = spawn(process.execPath, [file.pathname, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: Number(code), output, errors }
}
