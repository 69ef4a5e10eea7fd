import type { AdminCommand } from './admin-arguments.ts'
import type { AdminParts } from './admin-parts.ts'
import { createUser } from './create-user.ts'
import { disableUser } from './disable-user.ts'
import { manageApps } from './manage-apps.ts'
import { resetFactor } from './reset-factor.ts'
import { revokeAll } from './revoke-all.ts'
import { setPassword } from './set-password.ts'
import { stopRequiringFactor } from './stop-requiring-factor.ts'

/** Does what a person asked for at a terminal, and returns what to tell them. */
export async function runAdmin(parts: AdminParts, command: AdminCommand): Promise<string> {
  if (command.command === 'create') {
    const password = await createUser(parts, command)
    return `${command.email} can sign in as ${command.role} of ${command.entity}.\n${told(password)}`
  }
  if (command.command === 'set-password') {
    const password = await setPassword(parts, command)
    return `${command.email} has a new password.\n${told(password)}`
  }
  if (command.command === 'reset-second-factor') {
    const isRequired = await resetFactor(parts, command)
    return isRequired
      ? `${command.email} signs in with the password, and sets another second factor up then.\n`
      : `${command.email} signs in with the password alone, until another second factor is set up.\n`
  }
  if (command.command === 'stop-requiring-second-factor') return stopRequiringFactor(parts, command)
  if (command.command === 'revoke-all') return revokeAll(parts)
  if (command.command !== 'disable') return manageApps(parts, command)
  await disableUser(parts, command)
  return `${command.email} cannot sign in any more.\n`
}

function told(password: string | undefined): string {
  return password === undefined ? '' : `Password: ${password}\n`
}
