import { answer } from './answer.ts'
import type { Terminal } from './terminal.ts'

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

process.exitCode = await answer(terminal, process.argv.slice(2))
