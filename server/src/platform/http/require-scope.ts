import { say } from '@fieldwatch/messages/server-sentences'
import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { CallerToken } from './caller.ts'

/**
 * Lets people use every endpoint, and a program those that have a scope of its token. Work that continues after a request, and changes
 * that have their own endpoint but are asked for by another one, are judged by it too.
 * @throws DomainError access/scope-missing, access/not-for-programs
 */
export function requireScope(token: CallerToken | undefined, { scope }: Pick<AnyEndpoint, 'scope'>): void {
  if (token === undefined) return
  if (scope === undefined) throw new DomainError('access/not-for-programs')
  if (token.scopes.includes(scope)) return
  const message = say('answers.token.scope', { scope })
  throw new DomainError('access/scope-missing', { message, details: { scope } })
}
