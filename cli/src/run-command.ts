import type { Command } from './arguments.ts'
import { applyFolder, planFolder } from './fleet/apply-folder.ts'
import { pullFolder } from './fleet/pull-folder.ts'
import { createPortal } from './portal/portal.ts'
import { findConnection } from './portal/stored-connection.ts'
import { signIn, signOut } from './portal/sign-in.ts'
import { exportRecords } from './records/export-records.ts'
import { listUnits } from './records/list-units.ts'
import { printLatest, printRecords } from './records/print-records.ts'
import { sendRecords } from './records/send-records.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command, and returns its exit code. @throws PortalError, UsageError */
export async function runCommand(terminal: Terminal, command: Command): Promise<number> {
  if (command.command === 'sign-in') return signIn(terminal, command)
  if (command.command === 'sign-out') return signOut(terminal)
  const portal = createPortal(await findConnection(terminal.environment))
  switch (command.command) {
    case 'units':
      return listUnits(terminal, portal, command)
    case 'latest':
      return printLatest(terminal, portal, command)
    case 'records':
      return printRecords(terminal, portal, command)
    case 'export':
      return exportRecords(terminal, portal, command)
    case 'send':
      return sendRecords(terminal, portal, command)
    case 'pull':
      return pullFolder(terminal, portal, command)
    case 'plan':
      return planFolder(terminal, portal, command)
    default:
      return applyFolder(terminal, portal, command)
  }
}
