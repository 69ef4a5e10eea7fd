import { parseArguments, USAGE } from './arguments.ts'
import { PortalError } from './portal/portal.ts'
import { runCommand } from './run-command.ts'
import { note, print, type Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort()
    process.exitCode = 130
  })
}
// A reader that has seen enough, such as `head`, ends the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const terminal: Terminal = {
  environment: process.env,
  input: process.stdin,
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  output: process.stdout,
  errors: process.stderr,
  signal: stopping.signal,
}

const args = process.argv.slice(2)
if (args.length === 0 || args.some((argument) => ['--help', '-h', 'help'].includes(argument))) {
  print(terminal, USAGE)
  if (args.length === 0) process.exitCode = 2
} else {
  try {
    process.exitCode = await runCommand(terminal, parseArguments(args))
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    note(terminal, messageOf(error))
  }
}

function exitCodeOf(error: unknown): number {
  if (stopping.signal.aborted) return 130
  return error instanceof UsageError ? 2 : 1
}

function messageOf(error: unknown): string {
  if (stopping.signal.aborted) return 'Interrupted.'
  if (error instanceof UsageError) return `${error.message}\nRun \`fieldwatch --help\` for the commands.`
  if (error instanceof PortalError || error instanceof Error) return error.message
  return String(error)
}
