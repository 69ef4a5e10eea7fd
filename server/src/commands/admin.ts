import { pino } from 'pino'
import { openSharedDatabase } from '#platform/database/configured-database.ts'
import { systemRandom } from '#platform/random/random.ts'
import { systemClock } from '#platform/time/clock.ts'
import { readConfig } from '#config.ts'
import { type AdminCommand, ArgumentError, parseAdminArguments, USAGE } from './admin-arguments.ts'
import type { AdminParts } from './admin-parts.ts'
import { createUser } from './create-user.ts'
import { disableUser } from './disable-user.ts'
import { manageApps } from './manage-apps.ts'
import { setPassword } from './set-password.ts'

try {
  const command = parseAdminArguments(process.argv.slice(2))
  const log = pino({ level: 'error' }, process.stderr)
  await using stack = new AsyncDisposableStack()
  const { db } = await openSharedDatabase(readConfig(process.env), log, stack)
  process.stdout.write(await run({ db, clock: systemClock, random: systemRandom }, command))
} catch (error) {
  if (error instanceof ArgumentError) {
    process.stderr.write(`${error.message}\n\n${USAGE}`)
    process.exitCode = 2
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** Returns what to tell the person at the terminal. */
async function run(parts: AdminParts, command: AdminCommand): Promise<string> {
  if (command.command === 'create') {
    const password = await createUser(parts, command)
    return `${command.email} can sign in as ${command.role} of ${command.entity}.\n${told(password)}`
  }
  if (command.command === 'set-password') {
    const password = await setPassword(parts, command)
    return `${command.email} has a new password.\n${told(password)}`
  }
  if (command.command !== 'disable') return manageApps(parts, command)
  await disableUser(parts, command)
  return `${command.email} cannot sign in any more.\n`
}

function told(password: string | undefined): string {
  return password === undefined ? '' : `Password: ${password}\n`
}
