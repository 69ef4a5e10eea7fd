import type { ActionMessage } from '@fieldwatch/contract/actions/action-messages'

/** What trackers call what our units can be asked. */
const COMMANDS: Readonly<Record<string, string>> = { Ping: 'getstatus', Reboot: 'cpureset' }

const COMMAND = /^[\x20-\x7e]{1,500}$/

/** The command of codec 12 for a request; undefined when it is no line of text. */
export function commandOf({ payload }: Pick<ActionMessage, 'payload'>): string | undefined {
  if (typeof payload !== 'string') return undefined
  const command = COMMANDS[payload] ?? payload.trim()
  return COMMAND.test(command) ? command : undefined
}

/** Whether a tracker restarts by the command. */
export function isRestart(command: string): boolean {
  return /^cpureset\b/i.test(command)
}
