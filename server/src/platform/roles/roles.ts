import { z } from 'zod'

/** What servers may do: serve people, serve units, and work in the background. */
export const ROLES = ['http', 'ingest', 'worker'] as const
export type Role = (typeof ROLES)[number]
export type Roles = ReadonlySet<Role>

export const ALL_ROLES: Roles = new Set(ROLES)

const isRole = (word: string): word is Role => ROLES.some((role) => role === word)

export const ROLE_SETTINGS = {
  FIELDWATCH_ROLES: z
    .string()
    .default(ROLES.join())
    .refine((text) => wordsOf(text).length > 0 && wordsOf(text).every(isRole), {
      error: `Roles are ${ROLES.join(', ')}, one or several between commas`,
    })
    .describe(
      'What this server does of the work of several: `http` serves people, `ingest` units, `worker` what happens in the background.',
    ),
} as const

type Values = z.infer<z.ZodObject<typeof ROLE_SETTINGS>> & { readonly DATABASE_URL?: string | undefined }

/** @throws Error when there can be no other server that has the roles which this one lacks */
export function rolesOf(values: Values): Roles {
  const roles = new Set(wordsOf(values.FIELDWATCH_ROLES).filter(isRole))
  const missing = ROLES.filter((role) => !roles.has(role))
  if (missing.length > 0 && values.DATABASE_URL === undefined)
    throw new Error(
      `FIELDWATCH_ROLES leaves ${missing.join(' and ')} to other servers, which need a database that DATABASE_URL names.`,
    )
  return roles
}

function wordsOf(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
