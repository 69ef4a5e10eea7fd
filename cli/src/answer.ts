import { parseArguments, USAGE } from './arguments.ts'
import { runCommand } from './run-command.ts'
import { note, print, type Terminal } from './terminal.ts'
import { UsageError } from './usage-error.ts'

const HELP = ['--help', '-h', 'help']

/** Runs what was typed behind the name of the program. Returns its exit code; a failure is one sentence at the terminal. */
export async function answer(terminal: Terminal, args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.some((argument) => HELP.includes(argument))) {
    print(terminal, USAGE)
    return args.length === 0 ? 2 : 0
  }
  try {
    return await runCommand(terminal, parseArguments(args))
  } catch (error) {
    note(terminal, messageOf(error, terminal))
    if (terminal.signal.aborted) return 130
    return error instanceof UsageError ? 2 : 1
  }
}

function messageOf(error: unknown, { signal }: Terminal): string {
  if (signal.aborted) return 'Interrupted.'
  if (error instanceof UsageError) return `${error.message}\nRun \`fieldwatch --help\` for the commands.`
  return error instanceof Error ? error.message : String(error)
}
