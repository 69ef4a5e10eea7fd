import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PROCESS_ENVIRONMENT } from './process-environment.ts'

export interface Finished {
  code: number
  output: string
  errors: string
}

/** Runs one of our commands to its end, with only the given environment beside what every process of a test is given. */
export function runCommand(
  file: URL,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Finished> {
  return run(process.execPath, [file.pathname, ...args], environment)
}

/** As `runCommand`, with what a shell can do before. */
export function runShell(script: string, environment: Readonly<Record<string, string>>): Promise<Finished> {
  return run('/bin/sh', ['-c', script], environment)
}

async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Finished> {
  const child = spawn(program, args, {
    env: { ...PROCESS_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: Number(code), output, errors }
}
