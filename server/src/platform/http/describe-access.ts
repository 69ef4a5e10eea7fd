import type { AnyEndpoint } from '@fieldwatch/contract/endpoint'

interface DescribedAccess {
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** What the API document says of who may call an endpoint: people, units, and programs with a token for the scope. */
export function describeAccess({ access, scope }: Pick<AnyEndpoint, 'access' | 'scope'>): DescribedAccess {
  const others = access === 'public' ? [] : [{ [access]: [] }]
  if (scope === undefined) {
    const closed = 'Not for tokens of programs.'
    return { description: access === 'public' ? 'For everyone.' : closed, security: others }
  }
  const description = `Tokens of programs need the scope \`${scope}\`.`
  return { description, security: [...(access === 'public' ? [{}] : others), { token: [scope] }] }
}
