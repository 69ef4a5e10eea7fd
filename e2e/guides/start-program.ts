import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after } from 'node:test'

export interface Program {
  readonly child: ChildProcess
  /** All that it said so far. */
  said(): string
  /** Resolves when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

interface ProgramOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

/** How long a program may take to end. */
const PATIENCE_MS = 5_000

/** Starts a program of the machine; the end of the test file ends it too. */
export function startProgram(command: string, parameters: readonly string[], options: ProgramOptions = {}): Program {
  const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  child.once('error', (error) => {
    said += `${error.message}: apt-get install it, see docs/guides`
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  after(async () => {
    // A program that is killed at once leaves its own children, such as the workers of nginx.
    child.kill()
    const isLate = setTimeout(() => {
      child.kill('SIGKILL')
      // Children that it leaves hold these open.
      child.stdout.destroy()
      child.stderr.destroy()
    }, PATIENCE_MS)
    await ended
    clearTimeout(isLate)
  })
  return {
    child,
    said: () => said,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      await ended
    },
  }
}

/** Resolves once someone listens at a port. @throws Error with what the program said when it ends before */
export async function listening(program: Program, port: number): Promise<void> {
  for (;;) {
    const { exitCode, signalCode, pid } = program.child
    if (exitCode !== null || signalCode !== null || pid === undefined) throw new Error(program.said())
    const socket = connect(port, '127.0.0.1')
    const reached = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<boolean>((resolve) => socket.once('error', () => resolve(false))),
    ]).catch(() => false)
    socket.destroy()
    if (reached) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
