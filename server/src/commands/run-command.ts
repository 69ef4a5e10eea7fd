import { helpIfAsked } from './help.ts'

/**
 * Prints what a command answers and sets the exit code: 1 when it fails, 2 with its usage when the arguments mean nothing, for which
 * `work` is undefined.
 */
export async function runCommand(usage: string, work: (() => Promise<string>) | undefined): Promise<void> {
  helpIfAsked(usage)
  if (work === undefined) {
    process.stderr.write(usage)
    process.exitCode = 2
    return
  }
  try {
    process.stdout.write(await work())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
