/**
 * What a token of a program may be made for: looking at everything that its owner may see; units, what belongs to them and requests to
 * them; shared templates and own copies of units; alerts; acting in the place of units over HTTP; SIM cards; the figures of the portal.
 */
export const PROGRAM_SCOPES = [
  'read',
  'manage-units',
  'manage-templates',
  'manage-alerts',
  'send-for-units',
  'write-notes',
  'write-incidents',
  'import-sims',
  'metrics',
] as const
export type ProgramScope = (typeof PROGRAM_SCOPES)[number]

/** The beginning of every token of a program, by which it is recognised wherever it turns up. */
export const PROGRAM_TOKEN_PREFIX = 'fwp_'
