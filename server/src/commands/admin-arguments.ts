import { inEnglish } from '#platform/errors/domain-error.ts'
import { parseArgs } from 'node:util'
import { AppUrl } from '@fieldwatch/contract/people/apps'
import { NewPassword } from '@fieldwatch/contract/people/auth'
import { Email } from '@fieldwatch/contract/people/email'
import { DataId } from '@fieldwatch/contract/api/ids'
import { Role } from '@fieldwatch/contract/people/users'
import { z } from 'zod'

export const USAGE = `Usage:
  npm run admin -- create --email ADDRESS --entity NAME [--parent NAME] [--password PASSWORD]
                          [--first-name NAME] [--last-name NAME] [--role admin|viewer]
      Makes a user, and the entity if there is none of this name (below --parent, if given).
      The role defaults to admin. Without --password, one is generated and printed.
  npm run admin -- set-password --email ADDRESS [--password PASSWORD]
      Sets a password and ends all sessions of the user.
  npm run admin -- disable --email ADDRESS
      Keeps the user from signing in and ends all their sessions; not the last active admin of an entity.
  npm run admin -- erase --email ADDRESS
      Erases the name and address of a deleted user from the activity and the delivery logs. What was done stays.
  npm run admin -- reset-second-factor --email ADDRESS
      Takes authenticator app and passkeys from a user who has lost them, and ends all their sessions. The password stays.
  npm run admin -- stop-requiring-second-factor --entity NAME [--parent NAME]
      Lets the people of an entity, and of those below it, sign in with a password alone again.
  npm run admin -- revoke-all
      Ends all tokens for programs, mailed links, shared links and sessions, such as after a restore. Passwords, second factors and tokens of
      units stay.
  npm run admin -- app list
      Prints the apps that people may open in the portal.
  npm run admin -- app add --name NAME --url URL [--path WORD] [--icon ADDRESS] (--everyone | --entity NAME [--parent NAME])
      Adds an app, for everyone or for the people of one entity. It opens at /applications/WORD, which is made from
      the name by default. The icon is an image on the portal's own address, or a data: address.
  npm run admin -- app allow --app NAME --entity NAME [--parent NAME]
      Lets the people of one more entity open an app.
  npm run admin -- app tab --app NAME --unit DATAID
      Gives the page of a unit a tab with the app. "app untab" takes it away again.
  npm run admin -- app remove --app NAME
      Removes an app, and its tabs from the pages of units.
`

const email = Email
const password = NewPassword.optional()
const name = z.string().trim().min(1).max(200)

const flag = z.boolean().default(false)

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
  z.strictObject({ command: z.literal('erase'), email }),
  z.strictObject({ command: z.literal('reset-second-factor'), email }),
  z.strictObject({ command: z.literal('stop-requiring-second-factor'), entity: name, parent: name.optional() }),
  z.strictObject({ command: z.literal('revoke-all') }),
  z.strictObject({ command: z.literal('app list') }),
  z.strictObject({
    command: z.literal('app add'),
    name,
    url: AppUrl,
    path: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'Use lower-case letters, digits, dashes and underscores.')
      .optional(),
    icon: z
      .string()
      .regex(/^(\/(?!\/)|data:image\/)/, 'The address of an icon starts with / or data:image/.')
      .default(''),
    everyone: flag,
    entity: name.optional(),
    parent: name.optional(),
  }),
  z.strictObject({ command: z.literal('app allow'), app: name, entity: name, parent: name.optional() }),
  z.strictObject({ command: z.literal(['app tab', 'app untab']), app: name, unit: DataId }),
  z.strictObject({ command: z.literal('app remove'), app: name }),
])

export type AdminCommand = z.infer<typeof Command>
export type CreateCommand = Extract<AdminCommand, { command: 'create' }>
export type AppCommand = Extract<AdminCommand, { command: `app ${string}` }>

/** Arguments that the command does not understand; the message is for the person who typed them. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError'
}

/** The options of all commands: a flag is given or not, the others have a value. */
const OPTIONS = Object.fromEntries(
  Command.options
    .flatMap(({ shape: { command: _command, ...shape } }) => Object.entries<z.ZodType>(shape))
    .map(([name, schema]) => [name, { type: schema === flag ? 'boolean' : 'string' } as const]),
)

/** @throws ArgumentError */
export function parseAdminArguments(args: readonly string[]): AdminCommand {
  const { values, positionals } = parse(args)
  const parsed = Command.safeParse({ ...values, command: positionals.join(' ') })
  if (parsed.success) return parsed.data
  throw new ArgumentError(parsed.error.issues.map(sentenceOf).join('\n'))
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new ArgumentError((error as Error).message, { cause: error })
  }
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map((key) => `--${key}`).join(', ')} is not an option of this command.`
  const [path] = issue.path
  if (path === 'command') return 'The command is missing.'
  return issue.code === 'invalid_type'
    ? `--${String(path)} is missing.`
    : `--${String(path)}: ${inEnglish(issue.message)}`
}
