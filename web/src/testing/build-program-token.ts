import type { ProgramToken } from '@fieldwatch/contract/people/program-tokens'

/** A token for programs that was never used, but for what the test mentions. */
export function buildProgramToken(parts: Partial<ProgramToken> = {}): ProgramToken {
  return {
    tokenID: 'nightly' as ProgramToken['tokenID'],
    name: 'Nightly report',
    beginning: 'fwp_abcd',
    scopes: ['read', 'manage-units'],
    entity: null,
    role: null,
    createdUTC: '2026-11-01T08:00:00.000Z',
    createdBy: null,
    expiresUTC: '2126-11-01T08:00:00.000Z',
    lastUsedUTC: null,
    lastUsedFrom: '',
    ...parts,
  }
}
