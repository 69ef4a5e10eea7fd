export const START_USAGE = `Usage:
  npm start
      Runs the portal until it is stopped. Settings are environment variables: docs/reference/configuration.md lists them.
`

/** Prints how a command is used, and ends it, when that is what was asked for. */
export function helpIfAsked(usage: string): void {
  const asked = process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')
  if (!asked) return
  process.stdout.write(usage)
  process.exit(0)
}
