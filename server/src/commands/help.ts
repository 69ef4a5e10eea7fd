export const START_USAGE = `Usage:
  npm start
      Runs the portal until it is stopped. Settings are environment variables: docs/reference/configuration.md lists them.
`

/** Prints how a command is used, and ends it, when that is what was asked for. */
export function helpIfAsked(usage: string): void {
  if (!asksForHelp(process.argv.slice(2))) return
  process.stdout.write(usage)
  process.exit(0)
}

export function asksForHelp(args: readonly string[]): boolean {
  return args.some((argument) => argument === '--help' || argument === '-h')
}
