import { parseArgs } from 'node:util'
import { NewPassword } from '@fieldwatch/contract/auth'
import { Email } from '@fieldwatch/contract/email'
import { Role } from '@fieldwatch/contract/users'
import { z } from 'zod'

export const USAGE = `Usage:
  npm run admin -- create --email ADDRESS --entity NAME [--parent NAME] [--password PASSWORD]
                          [--first-name NAME] [--last-name NAME] [--role admin|viewer]
      Makes a user, and the entity if there is none of this name (below --parent, if given).
      The role is admin unless told otherwise. Without --password one is made and printed.
  npm run admin -- set-password --email ADDRESS [--password PASSWORD]
      Sets a password and ends all sessions of the user.
  npm run admin -- disable --email ADDRESS
      Keeps the user from signing in and ends all their sessions.
`

const email = Email
const password = NewPassword.optional()
const name = z.string().trim().min(1).max(200)

const Command = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('create'),
    email,
    entity: name,
    parent: name.optional(),
    password,
    'first-name': name.default(''),
    'last-name': name.default(''),
    role: Role.default('admin'),
  }),
  z.strictObject({ command: z.literal('set-password'), email, password }),
  z.strictObject({ command: z.literal('disable'), email }),
])

export type AdminCommand = z.infer<typeof Command>
export type CreateCommand = Extract<AdminCommand, { command: 'create' }>

/** Arguments that say nothing that we can do; the message is for the person who typed them. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

const option = { type: 'string' } as const

/** @throws ArgumentError */
export function parseAdminArguments(args: readonly string[]): AdminCommand {
  const { values, positionals } = parse(args)
  const parsed = Command.safeParse({ ...values, command: positionals.join(' ') })
  if (parsed.success) return parsed.data
  throw new ArgumentError(parsed.error.issues.map(sentenceOf).join('\n'))
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: option,
        entity: option,
        parent: option,
        password: option,
        'first-name': option,
        'last-name': option,
        role: option,
      },
    })
  } catch (error) {
    throw new ArgumentError((error as Error).message, { cause: error })
  }
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map((key) => `--${key}`).join(', ')} has no meaning here.`
  const [path] = issue.path
  if (path === 'command') return 'Say what to do.'
  return issue.code === 'invalid_type' ? `--${String(path)} is missing.` : `--${String(path)}: ${issue.message}`
}
